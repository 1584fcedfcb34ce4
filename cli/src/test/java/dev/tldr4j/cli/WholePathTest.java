package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.device.Blas;
import dev.tldr4j.learn.settings.Setting;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a file of vectors to numbers that say how good the reduced ones are. */
class WholePathTest {
    private static final int DIMS = 16;

    @TempDir
    Path folder;

    private Path train;
    private Path test;
    private Path model;

    @BeforeEach
    void files() throws IOException {
        train = Samples.vectors(folder.resolve("train.npy"), 200, DIMS, 1);
        test = Samples.vectors(folder.resolve("test.npy"), 40, DIMS, 2);
        model = folder.resolve("encoder.safetensors");
    }

    private Run fit(Object... more) {
        return Run.succeeds(Samples.quickFit(train, 4, model, more));
    }

    @Test
    void bytesDecideOnDimensionsAndBits() throws IOException {
        Path many = Samples.vectors(folder.resolve("many.npy"), 600, DIMS, 3);
        Run run = Run.succeeds(
                "fit", "--input", many, "--bytes", 18, "--output", model, "--steps", 4, "--batch-size", 64);
        Encoder encoder = Encoder.load(model);
        assertThat(encoder.metadata()).containsEntry("bytes", "18").containsKey("quantization_bits");
        assertThat(run.out())
                .contains(
                        "in few bits",
                        encoder.outputDims() + " numbers of ",
                        " bytes with Lucene's corrections, held-out recall@30 0.")
                .doesNotContain("loss ");
        assertThat(run.err()).contains("1 of 3: 15 numbers of 1 bit", "Full vectors, quantized to as many bytes: 0.");
    }

    @Test
    void dimensionsOrBytesAreNeeded() {
        Run run = Run.tldr4j("fit", "--input", train, "--output", model);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("tldr4j: give --dims or --bytes: how long an encoded vector shall be\n");
        run = Run.tldr4j("fit", "--input", train, "--output", model, "--method", "pca");
        assertThat(run.err()).contains("give --dims: how long");
    }

    @Test
    void fitThenEncodeThenEvaluate() throws IOException {
        Map<String, Object> fitted = fit("--json", "--quiet").json();
        assertThat(fitted)
                .containsKeys("model", "id", "inputDims", "outputDims", "rows", "seconds", "stages", "loss", "notes")
                .containsEntry("inputDims", 16L)
                .containsEntry("outputDims", 4L)
                .containsEntry("rows", 200L)
                .containsEntry("id", Encoder.load(model).id())
                .containsEntry("blas", Blas.describe())
                .containsKey("threads");

        Path encoded = folder.resolve("test-4.npy");
        Map<String, Object> reduced = Run.succeeds(
                        "encode", "--model", model, "--input", test, "--output", encoded, "--normalize", "--json")
                .json();
        assertThat(reduced)
                .containsEntry("rows", 40L)
                .containsEntry("outputDims", 4L)
                .containsEntry("blas", Blas.describe())
                .containsEntry("normalized", true)
                .containsEntry("type", "f4");
        assertIsEncodedAndOfLength1(encoded);

        Map<String, Object> judged =
                knn("--model", model, "--json", "--baseline").json();
        assertThat(judged)
                .containsEntry("k", 5L)
                .containsEntry("dims", 4L)
                .containsEntry("blas", Blas.describe())
                .containsEntry("metric", "cosine")
                .containsEntry("normalized", true)
                .containsEntry("mostFrequentLabel", 0.25)
                .containsEntry("baseline", Map.of("accuracy", 1.0, "dims", 16L));
        assertThat((double) judged.get("accuracy")).isGreaterThan(0.9);
    }

    private void assertIsEncodedAndOfLength1(Path encoded) throws IOException {
        Encoder encoder = Encoder.load(model).normalized();
        try (var from = Vectors.open(test);
                var to = Vectors.open(encoded)) {
            assertThat(to.rows()).isEqualTo(40);
            var input = FloatBuffer.allocate(40 * DIMS);
            var output = FloatBuffer.allocate(40 * 4);
            from.read(0, 40, input);
            to.read(0, 40, output);
            for (int row = 0; row < 40; row++) {
                float[] vector = Arrays.copyOfRange(input.array(), row * DIMS, (row + 1) * DIMS);
                float[] expected = encoder.encode(vector);
                for (int i = 0; i < 4; i++) {
                    assertThat(output.get(row * 4 + i)).isCloseTo(expected[i], within(1e-5f));
                }
            }
        }
    }

    private static org.assertj.core.data.Offset<Float> within(float offset) {
        return org.assertj.core.data.Offset.offset(offset);
    }

    private Run knn(Object... more) throws IOException {
        Object[] knn = {
            "evaluate",
            "knn",
            "--train",
            train,
            "--train-labels",
            Samples.labels(folder.resolve("train-labels.npy"), 200),
            "--test",
            test,
            "--test-labels",
            Samples.labels(folder.resolve("test-labels.npy"), 40),
            "-k",
            5
        };
        Object[] all = Arrays.copyOf(knn, knn.length + more.length);
        System.arraycopy(more, 0, all, knn.length, more.length);
        return Run.succeeds(all);
    }

    @Test
    void unlessGivenTheMetricIsThatOfTheEncoderElseCosine() throws IOException {
        fit("--quiet", "--metric", "l2");

        assertThat(knn("--model", model, "--json").json()).containsEntry("metric", "l2");
        assertThat(knn("--model", model, "--metric", "dot", "--json").json()).containsEntry("metric", "dot");
        assertThat(knn("--json").json()).containsEntry("metric", "cosine");
    }

    @Test
    void oneNestedEncoderServesSeveralSizes() throws IOException {
        assertThat(fit("--nested", "2", "--json", "--quiet").json().get("settings"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("prefixes", "2,4");
        Path encoded = folder.resolve("test-2.npy");

        Run encode =
                Run.succeeds("encode", "--model", model, "--input", test, "--output", encoded, "--dims", 2, "--json");
        Run export =
                Run.succeeds("export", "--model", model, "--output", folder.resolve("e.onnx"), "--dims", 2, "--json");

        String prefix = Encoder.load(model).truncated(2).id();
        assertThat(encode.json())
                .containsEntry("outputDims", 2L)
                .containsEntry("model", prefix)
                .containsEntry("prefixOf", Encoder.load(model).id());
        assertThat(encode.err()).doesNotContain("was learned for");
        assertThat(export.json()).containsEntry("outputDims", 2L).containsEntry("model", prefix);
        assertThat(knn("--model", model, "--dims", 2, "--json").json()).containsEntry("dims", 2L);
        try (Vectors vectors = Vectors.open(encoded)) {
            assertThat(vectors.dims()).isEqualTo(2);
        }
    }

    @Test
    void aPrefixThatWasNotLearnedIsSaidToBeSo() throws IOException {
        fit("--quiet");

        assertThat(knn("--model", model, "--dims", 2, "--json").err())
                .contains(
                        "encoder.safetensors was learned for all its numbers, not for the first 2; fit with --nested 2");
        assertThat(knn("--model", model, "--json").err()).doesNotContain("was learned for");
    }

    @Test
    void prefixesThatDoNotFitAreOneLineAndExit2() throws IOException {
        fit("--quiet", "--nested", "2");

        assertRefused(
                Run.tldr4j(
                        "encode", "--model", model, "--input", test, "--output", folder.resolve("x.npy"), "--dims", 5),
                "encoder.safetensors: gives 4 numbers; --dims must be from 1 to 4, not 5 (it was learned for 2, 4)");
        assertRefused(
                Run.tldr4j(Samples.quickFit(train, 4, folder.resolve("no.safetensors"), "--nested", "8")),
                "a prefix of 8 numbers does not fit into 4 outputs; leave it out, or ask for more dimensions");
        assertRefused(
                Run.tldr4j(Samples.quickFit(train, 4, folder.resolve("no.safetensors"), "--nested", "two")),
                "prefixes are halves, none, or sizes such as 16,64,256, not two");
        assertThat(folder.resolve("x.npy")).doesNotExist();
        assertThat(folder.resolve("no.safetensors")).doesNotExist();
    }

    private static void assertRefused(Run run, String message) {
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err().strip()).hasLineCount(1).contains(message);
    }

    @Test
    void thePrintedAccuracySaysWhatItIsComparedWith() throws IOException {
        fit("--quiet");

        assertThat(knn("--model", model, "--quiet").out())
                .startsWith("Vote of the 5 nearest of 200 training vectors for each of 40 test vectors,\n"
                        + "exact search by cosine, the encoder scales to length 1.")
                .contains("\n4 numbers, by encoder.safetensors ", "\n16 numbers ", "\nalways the commonest label ")
                .contains("0.2500", "100.0 %");
    }

    @Test
    void theHelpOfFitTellsWhatEverySettingIsForAndWhatHoldsWithoutIt() {
        String help = Run.succeeds("fit", "--help-all").out().replaceAll("\\s+", " ");
        for (Setting<?> setting : Settings.all()) {
            assertThat(help).contains(" --" + setting.name());
            if (setting != Settings.DIMS && setting != Settings.THREADS) {
                assertThat(help).contains(setting.sentence());
            }
        }
        assertThat(help).contains("Unless given: 10; in the paper's recipe: 3.").contains("0.95 unless given.");
    }

    @Test
    void quietMeansNothingOnStderr() {
        assertThat(fit("--quiet").err()).isEmpty();
    }

    @Test
    void theSameSeedGivesTheSameFileAndAnotherSeedAnother() throws IOException {
        fit("--quiet");
        byte[] first = Files.readAllBytes(model);
        fit("--quiet");
        assertThat(Files.readAllBytes(model)).isEqualTo(first);

        fit("--quiet", "--seed", 2);
        assertThat(Files.readAllBytes(model)).isNotEqualTo(first);
    }

    @Test
    void fewerRowsThanABatchTrainAndTheUserIsTold() {
        Run run = fit("--batch-size", 1024);

        assertThat(model).isNotEmptyFile();
        assertThat(run.err()).containsPattern("(?m)^note: .*batch");
    }

    @Test
    void aGraphFromAFileGivesTheEncoderOfTheSameSearch() throws IOException {
        fit("--quiet", "--neighbors", 3);
        byte[] searched = Files.readAllBytes(model);

        Path graph = folder.resolve("graph.npy");
        Map<String, Object> found = Run.succeeds(
                        "neighbors", "--input", train, "-k", 3, "--space", "whitened", "--output", graph, "--json")
                .json();
        assertThat(found)
                .containsEntry("rows", 200L)
                .containsEntry("k", 3L)
                .containsEntry("metric", "cosine")
                .containsEntry("space", "whitened")
                .containsEntry("method", "exact");
        IntRows neighbors = IntRows.read(graph);
        assertThat(neighbors.rows()).isEqualTo(200);
        assertThat(neighbors.width()).isEqualTo(3);

        fit("--quiet", "--neighbors", 3, "--graph", graph);
        assertThat(Encoder.load(model).layers().get(0).weight()).hasSize(4 * DIMS);
        Files.write(folder.resolve("searched.safetensors"), searched);
        assertThat(Encoder.load(model).id())
                .isEqualTo(Encoder.load(folder.resolve("searched.safetensors")).id());
    }

    @Test
    void retrievalFindsWhatIsNear() throws IOException {
        // The queries are the first 40 documents, and each is relevant to itself.
        Path queries = Samples.vectors(folder.resolve("queries.npy"), 40, DIMS, 1);
        Path qrels = Files.writeString(folder.resolve("qrels.tsv"), "query\tdoc\tgrade\n0\t0\t1\n39\t39\t2\n");

        Map<String, Object> found = Run.succeeds(
                        "evaluate", "retrieval", "--docs", train, "--queries", queries, "--qrels", qrels, "--json")
                .json();

        assertThat(found)
                .containsKeys("recall@10", "recall@100", "ndcg@100", "mrr@10", "seconds")
                .containsEntry("map", 1.0)
                .containsEntry("ndcg@10", 1.0)
                .containsEntry("queries", 2L)
                .containsEntry("skippedQueries", 38L)
                .containsEntry("documents", 200L)
                .containsEntry("dims", 16L)
                .containsEntry("metric", "cosine")
                .containsEntry("normalized", false)
                .doesNotContainKey("baseline");
    }

    @Test
    void retrievalKnowsIdsAndLeavesOutWhatIsExcluded() throws IOException {
        Path queries = Samples.vectors(folder.resolve("queries.npy"), 2, DIMS, 1);
        Path queryIds = Files.writeString(folder.resolve("query-ids.txt"), "q-a\nq-b\n");
        var ids = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            ids.append("doc-").append(i).append('\n');
        }
        Path docIds = Files.writeString(folder.resolve("doc-ids.txt"), ids);
        Path qrels = Files.writeString(folder.resolve("qrels.tsv"), "q-a\tdoc-0\t1\nq-b\tdoc-1\t1\n");
        Path exclude = Files.writeString(folder.resolve("exclude.tsv"), "q-a\tdoc-0\n");

        Map<String, Object> found = Run.succeeds(
                        "evaluate",
                        "retrieval",
                        "--docs",
                        train,
                        "--queries",
                        queries,
                        "--qrels",
                        qrels,
                        "--doc-ids",
                        docIds,
                        "--query-ids",
                        queryIds,
                        "--exclude",
                        exclude,
                        "--metric",
                        "cosine",
                        "--json")
                .json();

        assertThat(found).containsEntry("map", 1.0).containsEntry("queries", 1L).containsEntry("metric", "cosine");
    }

    @Test
    void everyFormOfTheMethodCanBeRunByName() throws IOException {
        Path labels = folder.resolve("train-labels.npy");
        new IntRows("labels", 200, 1, new int[200]).write(labels);
        for (String form : List.of(
                "--encoder flinear-1-8",
                "--encoder mlp-2-8",
                "--loss neighborhood",
                "--fallback none",
                "--labels " + labels)) {
            Object[] options = Stream.concat(Stream.of("--quiet"), Stream.of(form.split(" ")))
                    .toArray();
            fit(options);
            assertThat(Encoder.load(model).outputDims()).as(form).isEqualTo(4);
            assertThat(Encoder.load(model).metadata()).as(form).containsEntry("method", "neighborhood");
        }
        for (String form : List.of(
                "--encoder flinear-1-8",
                "--encoder mlp-2-8",
                "--pairs gaussian --noise 0.2",
                "--loss mse",
                "--loss contrastive --margin 2",
                "--loss contrastive --projector none --encoder mlp-1-8",
                "--labels " + labels)) {
            Object[] options = Stream.concat(Stream.of("--quiet"), Stream.of(form.split(" ")))
                    .toArray();
            Run.succeeds(Samples.quickPaperFit(train, 4, model, options));
            assertThat(Encoder.load(model).outputDims()).as(form).isEqualTo(4);
            assertThat(Encoder.load(model).metadata()).as(form).containsEntry("method", "tldr");
        }
    }

    @Test
    void labelsConvertToo() throws IOException {
        Path labels = folder.resolve("labels.npy");
        new IntRows("labels", 3, 1, new int[] {4, 5, 6}).write(labels);
        Path converted = folder.resolve("labels.ivecs");

        Map<String, Object> json = Run.succeeds("convert", "--input", labels, "--output", converted, "--json")
                .json();

        assertThat(json).containsEntry("rows", 3L).containsEntry("type", "i4");
        assertThat(IntRows.read(converted).values()).containsExactly(4, 5, 6);
    }

    @Test
    void theGraphOfAnotherMetricIsGoneOnWithByThatMetric() {
        Path graph = folder.resolve("graph.npy");
        assertThat(Run.succeeds("neighbors", "--input", train, "--metric", "l2", "--output", graph)
                        .out())
                .contains("--metric l2");
    }

    @Test
    void aSampleIsToldAsPartOfTheWhole() {
        assertThat(fit("--sample", 100).out()).contains("100 of the 200 rows");
        assertThat(fit("--sample", 100, "--json").json()).containsEntry("rows", 100L);
    }

    @Test
    void convertKeepsTheNumbers() throws IOException {
        Path converted = folder.resolve("train.fvecs");

        Map<String, Object> json = Run.succeeds("convert", "--input", train, "--output", converted, "--json")
                .json();

        assertThat(json)
                .containsEntry("rows", 200L)
                .containsEntry("dims", 16L)
                .containsEntry("type", "f4")
                .containsEntry("inputType", "f4");
        try (var vectors = Vectors.open(converted)) {
            var values = FloatBuffer.allocate(200 * DIMS);
            vectors.read(0, 200, values);
            assertThat(values.array()).containsExactly(Samples.values(200, DIMS, 1));
        }
    }

    @Test
    void halfFloatsTakeHalfTheRoom() throws IOException {
        fit("--quiet");
        Path encoded = folder.resolve("half.npy");

        Run.succeeds("encode", "--model", model, "--input", test, "--output", encoded, "--type", "f2", "--quiet");

        assertThat(Files.size(encoded)).isEqualTo(128 + 40 * 4 * 2);
    }
}
