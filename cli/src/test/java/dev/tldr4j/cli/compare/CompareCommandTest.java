package dev.tldr4j.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.cli.Run;
import dev.tldr4j.cli.Samples;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.encoder.internal.LockedFile;
import dev.tldr4j.learn.device.Blas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparing methods, dimensions and forms of storage. */
class CompareCommandTest {
    private static final String LEARNED = "neighborhood:steps=4,batch-size=64";

    @TempDir
    Path folder;

    private Path train;
    private Path trainLabels;
    private Path test;
    private Path testLabels;
    private Path output;

    @BeforeEach
    void files() throws IOException {
        train = Samples.vectors(folder.resolve("train.npy"), 300, 16, 1);
        trainLabels = Samples.labels(folder.resolve("train-labels.npy"), 300);
        test = Samples.vectors(folder.resolve("test.npy"), 60, 16, 2);
        testLabels = Samples.labels(folder.resolve("test-labels.npy"), 60);
        output = folder.resolve("out");
    }

    private Run byLabels(Object... more) {
        Object[] start = {
            "compare",
            "--train",
            train,
            "--train-labels",
            trainLabels,
            "--test",
            test,
            "--test-labels",
            testLabels,
            "-k",
            5,
            "--output",
            output,
            "--threads",
            1
        };
        return Run.succeeds(joined(start, more));
    }

    private static Object[] joined(Object[] start, Object... more) {
        return java.util.stream.Stream.of(start, more)
                .flatMap(java.util.Arrays::stream)
                .toArray();
    }

    @Test
    void whatNeedsNoTrainingStandsBesideTheOthers() throws IOException {
        String[] methods = {"pca:mean=kept", "neighbor-whitening", "truncate"};
        Run run = byLabels("--methods", methods[0], methods[1], methods[2], "--dims", "2,4");
        assertThat(run.out()).contains(methods).doesNotContain("failed");
    }

    @Test
    void byLabels() throws IOException {
        Run run = byLabels("--methods", "pca", LEARNED, "--dims", "2,4", "--storage", "float", "int8", "--seeds", 2);
        assertThat(run.out())
                .contains(
                        "accuracy",
                        "of full",
                        LEARNED,
                        "int8",
                        "±",
                        "report.html",
                        "Once, for all methods: neighbours");
        assertThat(output.resolve("report.html")).content().contains("<!DOCTYPE html>");
        assertThat(output.resolve("table.md")).content().startsWith("| method | dims |");
        Map<?, ?> results = (Map<?, ?>) Json.parse(Files.readString(output.resolve("results.json")));
        assertThat(results.get("blas")).isEqualTo(Blas.describe());
        assertThat((List<?>) results.get("cells")).hasSize(1 + 2 * 2 * (1 + 2));
        assertThat((List<?>) results.get("recommendation")).isNotEmpty();
        Encoder kept = Encoder.load(output.resolve("encoders/pca-4-0.safetensors"));
        assertThat(kept.outputDims()).isEqualTo(4);
    }

    @Test
    void everyMethodSpendsTheSameBytes() throws IOException {
        byLabels("--methods", "pca", "ash", "leanvec", LEARNED, "--bytes", "18,20");
        Map<?, ?> results = (Map<?, ?>) Json.parse(Files.readString(output.resolve("results.json")));
        List<?> cells = (List<?>) results.get("cells");
        // 2 bytes of codes beside 16: 15 numbers of 1 bit (full vectors have 16), 8 of 2, 4 of 4; a byte needs a number
        assertThat(cells)
                .extracting(cell -> ((Map<?, ?>) cell).get("method") + " " + ((Map<?, ?>) cell).get("dims") + " "
                        + ((Map<?, ?>) cell).get("storage"))
                .contains("full 16 bit", "pca 15 bit", "pca 8 int2", "pca 4 int4", "ash:bits=2 8 int2")
                .contains("leanvec 15 bit", LEARNED + ",bits=2 8 int2")
                .doesNotContain("ash:bits=2 8 bit");
        assertThat(cells).allSatisfy(cell -> assertThat(((Number) ((Map<?, ?>) cell).get("bytesPerVector")).intValue())
                .isLessThanOrEqualTo(20));
    }

    @Test
    void bytesLeaveNothingElseToSay() {
        Run run = Run.tldr4j("compare", "--input", train, "--output", output, "--bytes", 64, "--dims", 4);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--bytes decide on dimensions and storage: leave out --dims");
    }

    @Test
    void byQueriesWithJudgments() throws IOException {
        Path qrels = folder.resolve("qrels.tsv");
        Files.writeString(qrels, "0\t0\t1\n1\t1\t1\n2\t2\t1\n");
        Run run = Run.succeeds(
                "compare",
                "--docs",
                train,
                "--queries",
                test,
                "--qrels",
                qrels,
                "--output",
                output,
                "--methods",
                "pca",
                "--dims",
                8,
                "--json");
        assertThat(run.json().get("task").toString()).contains("ndcg@10", "cosine");
    }

    @Test
    void byNothingButVectors() {
        Run run = Run.succeeds("compare", "--input", train, "--output", output, "--methods", "pca", "--json", "-q");
        Map<?, ?> task = (Map<?, ?>) run.json().get("task");
        assertThat(task.get("main")).isEqualTo("overlap@10");
        // half of 16 dimensions, since the usual numbers beyond are too many
        assertThat(run.json().get("settings").toString()).contains("dims=[8]");
        Map<?, ?> full = (Map<?, ?>) run.json().get("full");
        assertThat(full.get("measures").toString()).contains("1.0");
    }

    @Test
    void aYamlFileSaysTheSame() throws IOException {
        Path config = folder.resolve("comparison.yaml");
        Files.writeString(config, """
                # what to compare by
                input: %s
                output: %s
                methods: [pca, "pca:whitening=1"]
                dims: [2, 4]
                storage: float
                normalize: false
                threads: 1
                """.formatted(train, output));
        Run run = Run.succeeds("compare", "--config", config, "--dims", 3, "--json");
        assertThat(run.json().get("settings").toString())
                .contains("dims=[3]", "pca:whitening=1", "threads=1", "normalized=false");
    }

    @Test
    void aSecondComparisonInTheSameFolderIsRefusedWhileTheFirstIsAtWork() throws IOException {
        Files.createDirectories(output);
        Object[] command = {"compare", "--input", train, "--output", output, "--methods", "pca", "--dims", 2};
        try (var atWork = LockedFile.hold(output.toRealPath().resolve("lock")).orElseThrow()) {
            assertThat(atWork).isNotNull();
            refused("another comparison is at work in it", command);
        }
        Run.succeeds(command);
    }

    @Test
    void failsOnlyWhereNothingFinished() {
        Object[] hopeless = {
            "compare", "--input", train, "--output", output, "--dims", 3, "--methods", LEARNED + ",neighbors=400"
        };
        Run alone = Run.tldr4j(hopeless);
        assertThat(alone.code()).isEqualTo(1);
        assertThat(alone.out()).contains("failed", "nothing that was tried has finished");
        Run beside = Run.tldr4j(joined(hopeless, "pca"));
        assertThat(beside.code()).isZero();
        assertThat(beside.out()).contains("failed", "pca");
    }

    @Test
    void aBrokenYamlFileIsRefused() throws IOException {
        Path config = folder.resolve("broken.yaml");
        for (String text :
                List.of("dims: [2", "- a\n- b", "dimensions: 3", "dims: {a: 1}", "!!java.io.File x", "config: x")) {
            Files.writeString(config, text);
            Run run = Run.tldr4j("compare", "--config", config);
            assertThat(run.code()).as(text).isEqualTo(2);
            assertThat(run.err()).as(text).contains("broken.yaml").hasLineCount(1);
        }
        Files.writeString(config, "input: x.npy\n".repeat(100_000));
        assertThat(Run.tldr4j("compare", "--config", config).err()).contains("too long");
        assertThat(Run.tldr4j("compare", "--config", folder.resolve("none.yaml"))
                        .code())
                .isEqualTo(2);
    }

    @Test
    void whatIsMissingOrUnknownIsNamed() {
        refused("--output", "compare", "--input", train);
        refused("say what to compare by", "compare", "--output", output);
        refused("say what to compare by", "compare", "--input", train, "--queries", test, "--output", output);
        refused("say what to compare by", "compare", "--input", train, "--train-labels", test, "--output", output);
        refused("give --docs too", "compare", "--queries", test, "--output", output);
        refused("give --train too", "compare", "--test", test, "--output", output);
        refused("--qrels", "compare", "--docs", train, "--queries", test, "--output", output);
        refused("there are neighborhood", "compare", "--input", train, "--output", output, "--methods", "umapp");
        refused("there are float", "compare", "--input", train, "--output", output, "--storage", "zip");
        refused("fewer than that", "compare", "--input", train, "--output", output, "--dims", 16);
        refused("at least 1", "compare", "--input", train, "--output", output, "--seeds", 0);
        assertThat(output).doesNotExist();
    }

    private static void refused(String with, Object... args) {
        Run run = Run.tldr4j(args);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(with);
    }

    @Test
    void listsAreAlikeByCommasAndBySpaces() {
        Object[] bySpaces = {"--methods", "pca", "random", "--dims", 2, 4, "--storage", "float", "int8", "--json"};
        Object[] byCommas = {"--methods", "pca,random", "--dims", "2,4", "--storage", "float,int8", "--json"};

        assertThat(byLabels(byCommas).json().get("cells"))
                .isEqualTo(byLabels(bySpaces).json().get("cells"));
    }

    @Test
    void withoutDimsTheSizesComparedHaveTheAnswerBetweenThem() {
        Run run = byLabels("--methods", "pca", "--json");

        Map<Long, Double> accuracies = new TreeMap<>();
        for (Object each : (List<?>) run.json().get("cells")) {
            Map<?, ?> cell = (Map<?, ?>) each;
            accuracies.put((Long) cell.get("dims"), (Double) ((Map<?, ?>) cell.get("measures")).get("accuracy"));
        }
        double full = (Double) ((Map<?, ?>) ((Map<?, ?>) run.json().get("full")).get("measures")).get("accuracy");
        assertThat(accuracies).hasSizeGreaterThan(1).containsKey(8L);
        assertThat(accuracies.get(8L)).isGreaterThanOrEqualTo(0.99 * full);
        assertThat(accuracies.values().iterator().next()).as("the smallest").isLessThan(0.99 * full);
        assertThat(run.err()).contains("note: 4 dimensions are compared, too");
    }

    @Test
    void thePageHasTheDatasNameUnlessAnotherIsGiven() throws IOException {
        byLabels("--methods", "pca", "--dims", 2);
        assertThat(title())
                .as("train.npy is anybody's")
                .isEqualTo(folder.getFileName().toString());
        byLabels("--methods", "pca", "--dims", 2, "--title", "Pictures of clothes");
        assertThat(title()).isEqualTo("Pictures of clothes");
    }

    private Object title() throws IOException {
        return ((Map<?, ?>) Json.parse(Files.readString(output.resolve("results.json")))).get("title");
    }

    @Test
    void theMapThatWasAskedForComesFirst() throws IOException {
        byLabels("--methods", "pca", "--dims", 2, "--maps", LEARNED);

        Map<?, ?> results = (Map<?, ?>) Json.parse(Files.readString(output.resolve("results.json")));
        assertThat((List<?>) results.get("maps"))
                .extracting(map -> ((Map<?, ?>) map).get("name").toString())
                .containsExactly(LEARNED, "pca");
    }
}
