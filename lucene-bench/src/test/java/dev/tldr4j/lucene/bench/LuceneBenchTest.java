package dev.tldr4j.lucene.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a whole, on the Java it needs. */
class LuceneBenchTest {
    private static final int DIMS = 24;

    @TempDir
    private static Path folder;

    private static Path docs;
    private static Path queries;

    @BeforeAll
    static void write() throws IOException {
        docs = vectors("docs.npy", 600, 1);
        queries = vectors("queries.npy", 40, 2);
    }

    @Test
    @SuppressWarnings("unchecked")
    void judgedQueriesAreMeasuredOnEveryIndex() throws IOException {
        Path qrels = folder.resolve("qrels.tsv");
        Files.writeString(qrels, "0\t3\t1\n1\t5\t1\n2\t7\t2\n");
        Map<String, Object> json = (Map<String, Object>) Json.parse(succeeds(
                "lucene-bench",
                "--docs",
                docs,
                "--queries",
                queries,
                "--qrels",
                qrels,
                "--dims",
                8,
                "--quantization",
                "none,bit",
                "--json",
                "--quiet"));

        assertThat(json).containsEntry("metric", "ndcg@10");
        assertThat(((Number) json.get("queries")).intValue()).isEqualTo(3);
        assertThat((String) json.get("engine")).startsWith("Lucene 10.");
        var indexes = (List<Map<String, Object>>) json.get("indexes");
        assertThat(indexes)
                .extracting(index -> index.get("method") + " " + index.get("dims") + " " + index.get("quantization")
                        + " " + index.get("reranked"))
                .containsExactly(
                        "full 24 none false",
                        "full 24 bit false",
                        "full 24 bit true", //
                        "pca 8 none false",
                        "pca 8 none true",
                        "pca 8 bit false",
                        "pca 8 bit true", //
                        "neighborhood 8 none false",
                        "neighborhood 8 none true",
                        "neighborhood 8 bit false",
                        "neighborhood 8 bit true");
        assertThat(indexes).allSatisfy(index -> {
            assertThat(number(index, "ndcg@10")).isBetween(0.0, 1.0);
            assertThat(number(index, "p50Micros")).isPositive().isLessThanOrEqualTo(number(index, "p99Micros"));
            assertThat(number(index, "indexBytes")).isGreaterThan(number(index, "memoryBytes"));
        });
        assertThat(number(indexes.get(3), "indexBytes")).isLessThan(number(indexes.get(0), "indexBytes"));
        // the same files and, for the re-ranked search, the column of bytes
        assertThat(number(indexes.get(4), "indexBytes") - number(indexes.get(3), "indexBytes"))
                .isBetween(600.0 * DIMS, 600.0 * DIMS + 1_000);
    }

    @Test
    void withoutQueriesRowsAreDrawnAndAnEncoderFromAFileIsUsed() {
        Path model = folder.resolve("pca.safetensors");
        succeeds("fit", "--input", docs, "--dims", 8, "--method", "pca", "--output", model, "--quiet");

        String table = succeeds(
                "lucene-bench",
                "--input",
                docs,
                "--model",
                model,
                "--hold-out",
                100,
                "--quantization",
                "none",
                "--quiet");

        assertThat(table).contains("500 documents, 100 queries", "recall@10", "one segment");
        // searched as thoroughly as this, a small index of full vectors misses next to nothing
        assertThat(table.lines().filter(line -> line.startsWith("full 24")))
                .singleElement()
                .asString()
                .containsPattern(" (1\\.0000|0\\.99..)  1\\.000$");
        assertThat(table.lines().filter(line -> line.startsWith("pca 8"))).hasSize(4);
    }

    @Test
    @SuppressWarnings("unchecked")
    void bytesDecideOnDimensionsAndQuantization() throws IOException {
        Map<String, Object> json = (Map<String, Object>) Json.parse(succeeds(
                "lucene-bench",
                "--docs",
                docs,
                "--queries",
                queries,
                "--methods",
                "pca,ash",
                "--bytes",
                20,
                "--rerank",
                "none",
                "--json",
                "--quiet"));
        var indexes = (List<Map<String, Object>>) json.get("indexes");
        assertThat(indexes)
                .extracting(index -> index.get("method") + " " + index.get("dims") + " " + index.get("quantization"))
                .containsExactly(
                        "full 24 none",
                        "full 24 bit",
                        "pca 23 bit",
                        "pca 16 int2",
                        "pca 8 int4",
                        "ash:bits=1 23 bit",
                        "ash:bits=2 16 int2",
                        "ash:bits=4 8 int4");
        assertThat(indexes.subList(1, 8)).allSatisfy(index -> assertThat(
                        number(index, "codeBytesPerVector") + number(index, "correctionBytesPerVector"))
                .isLessThanOrEqualTo(20.5));
    }

    @Test
    void queriesWithoutJudgmentsAreMeasuredByRecall() {
        assertThat(succeeds(
                        "lucene-bench",
                        "--docs",
                        docs,
                        "--queries",
                        queries,
                        "--dims",
                        4,
                        "--quantization",
                        "none",
                        "--max-connections",
                        8,
                        "--beam-width",
                        50,
                        "--quiet"))
                .contains("40 queries", "recall@10");
    }

    @Test
    @SuppressWarnings("unchecked")
    void aNestedEncoderIsSearchedInTwoStagesAndWhatWasMeasuredIsKept() throws IOException {
        Path output = folder.resolve("bench");
        Object[] command = {
            "lucene-bench",
            "--docs",
            docs,
            "--queries",
            queries,
            "--methods",
            "truncate,neighborhood-nested",
            "--dims",
            12,
            "--shortlist",
            4,
            "--oversample",
            "1,3",
            "--quantization",
            "none",
            "int2",
            "--rerank",
            "whole",
            "--output",
            output,
            "--quiet"
        };
        String first = succeeds(command);

        assertThat(first)
                .contains("neighborhood-nested 12 by 4  int2", "by whole", "bytes a vector")
                .contains(output.resolve("report.html") + " has it all to look at");
        var json = (Map<String, Object>) Json.parse(Files.readString(output.resolve("results.json")));
        assertThat((List<Map<String, Object>>) json.get("indexes"))
                .extracting(index -> index.get("method") + " " + index.get("shortlist") + " "
                        + index.get("quantization") + " " + index.get("candidates") + " by " + index.get("rerank"))
                .containsExactly(
                        "full null none 100 by none",
                        "truncate 4 none 10 by whole",
                        "truncate 4 none 30 by whole",
                        "truncate 4 int2 10 by whole",
                        "truncate 4 int2 30 by whole",
                        "neighborhood-nested 4 none 10 by whole",
                        "neighborhood-nested 4 none 30 by whole",
                        "neighborhood-nested 4 int2 10 by whole",
                        "neighborhood-nested 4 int2 30 by whole");
        assertThat(Files.readString(output.resolve("report.html"))).startsWith("<!DOCTYPE html>");

        // the same command prints the same measured times: nothing is measured again but what is missing
        Path missing = output.resolve("cells/truncate-12-by-4-int2-whole-30.json");
        String kept = Files.readString(output.resolve("cells/truncate-12-by-4-int2-whole-10.json"));
        Files.delete(missing);
        succeeds(command);
        assertThat(missing).exists();
        assertThat(output.resolve("cells/truncate-12-by-4-int2-whole-10.json")).hasContent(kept);
        assertThat(succeeds(command)).isEqualTo(succeeds(command));

        var err = new ByteArrayOutputStream();
        int code = run(
                System.out,
                err,
                "lucene-bench",
                "--input",
                docs,
                "--hold-out",
                50,
                "--dims",
                8,
                "--output",
                output,
                "--quiet");
        assertThat(code).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("tldr4j: --output " + output + ": holds measurements of other vectors")
                .hasLineCount(1);
    }

    @Test
    void whatDoesNotWorkIsOneLineThatNamesTheOption() throws IOException {
        assertRefused(
                "--shortlist 8: no output is longer, so nothing is left to re-rank by; give more --dims or a shorter one",
                "--dims",
                8,
                "--shortlist",
                8);
        assertRefused(
                "--shortlist 4: no encoder was learned for its first 4 numbers; take --methods neighborhood-nested or"
                        + " pca, or a --model of fit --nested",
                "--dims",
                8,
                "--methods",
                "neighborhood",
                "--shortlist",
                4);
        assertRefused("--oversample -1: at least 1 is needed", "--dims", 8, "--oversample", -1);
        Path notes = Files.createDirectory(folder.resolve("notes"));
        Files.writeString(notes.resolve("notes.txt"), "mine");
        assertRefused(
                "--output " + notes + ": is not empty and holds no measurements of lucene-bench; name a new folder",
                "--dims",
                8,
                "--output",
                notes);
        assertRefused("--dims 24: the vectors have 24; ask for fewer than that", "--dims", 24);
    }

    private static void assertRefused(String message, Object... options) {
        List<Object> args = new ArrayList<>(List.of("lucene-bench", "--quiet", "--docs", docs, "--queries", queries));
        args.addAll(List.of(options));
        var err = new ByteArrayOutputStream();
        assertThat(run(System.out, err, args.toArray())).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("tldr4j: " + message + "\n");
    }

    @Test
    void anEncoderThatCannotBeReadIsToldBeforeTheVectorsAreLookedAt() throws IOException {
        Path broken = Files.write(folder.resolve("broken.safetensors"), new byte[] {1, 2, 3});
        var err = new ByteArrayOutputStream();

        int code = run(System.out, err, "lucene-bench", "--input", folder.resolve("none.npy"), "--model", broken);

        assertThat(code).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("tldr4j: " + broken)
                .hasLineCount(1);
    }

    private static double number(Map<String, Object> index, String key) {
        return ((Number) index.get(key)).doubleValue();
    }

    private static Path vectors(String name, int rows, long seed) throws IOException {
        Random random = new Random(seed);
        float[] values = new float[rows * DIMS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextGaussian() / (1 + i % DIMS));
        }
        Path file = folder.resolve(name);
        try (var writer = VectorWriter.create(file, ElementType.F4, DIMS)) {
            writer.write(FloatBuffer.wrap(values));
            writer.finish();
        }
        return file;
    }

    private static String succeeds(Object... args) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = run(out, err, args);
        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    private static int run(OutputStream out, OutputStream err, Object... args) {
        return dev.tldr4j.cli.Main.run(
                Arrays.stream(args).map(Object::toString).toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }
}
