package dev.tldr4j.evaluate.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.evaluate.report.Average;
import dev.tldr4j.evaluate.report.Results;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
    private static final int DIMS = 12;

    /** A small one: what is learned does not matter here. */
    private static final String LEARNED = "neighborhood:steps=3";

    @TempDir
    Path folder;

    private final List<String> stages = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** Four groups, told apart by the first dimensions; the sixth dimension on is the same for all. */
    private static float[][] values(int rows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] values = new float[rows][DIMS];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < 5; j++) {
                values[i][j] = (float) ((i % 4 == j ? 3 : 0) + random.nextGaussian());
            }
        }
        return values;
    }

    private static Vectors vectors(int rows, long seed) {
        return Vectors.of(values(rows, seed));
    }

    private static IntRows labels(int rows) {
        int[] labels = new int[rows];
        for (int i = 0; i < rows; i++) {
            labels[i] = i % 4;
        }
        return new IntRows("labels", rows, 1, labels);
    }

    private static Task task() {
        return new LabelTask(vectors(400, 1), labels(400), vectors(100, 2), labels(100), 5, Metric.L2, 2);
    }

    private Map<String, Object> compare(Task task, List<String> methods, List<Integer> dims, List<Long> seeds)
            throws IOException {
        Grid grid = new Grid(methods, dims, List.of("float"), seeds);
        return new Comparison(task, grid, Metric.L2, false, 2, listener(Integer.MAX_VALUE)).run(folder.resolve("out"));
    }

    private ProgressListener listener(int mostStages) {
        return new ProgressListener() {
            @Override
            public void progress(Progress progress) {
                if (!stages.contains(progress.stage())) {
                    stages.add(progress.stage());
                }
                if (stages.size() > mostStages) {
                    throw new CancellationException();
                }
            }

            @Override
            public void note(String message) {
                notes.add(message);
            }
        };
    }

    @Test
    void everyMethodIsMeasuredAtEveryNumberOfDimensions() throws IOException {
        Map<String, Object> results = compare(task(), List.of("pca", LEARNED), List.of(2, 4), List.of(0L, 1L));

        List<Average> lines = averages(results);
        assertThat(lines)
                .extracting(line -> line.method() + " " + line.dims() + " " + line.seeds())
                .containsExactly("pca 2 1", LEARNED + " 2 2", "pca 4 1", LEARNED + " 4 2");
        assertThat(lines).allSatisfy(line -> {
            assertThat(line.mean().get("accuracy")).isBetween(0.3, 1.0);
            assertThat(line.bytesPerVector()).isEqualTo(4.0 * line.dims());
            assertThat(line.fitSeconds()).isPositive();
        });
        assertThat((List<?>) results.get("curves")).hasSize(4);
        assertThat((List<?>) results.get("maps")).hasSize(2);
        assertThat((List<?>) results.get("mapLabels")).hasSize(400);
        assertThat(stages).contains("4/6 pca, 4 dimensions: encoding");
        assertThat(Json.parse(Json.write(results))).as("is JSON").isInstanceOf(Map.class);
    }

    @Test
    void encodersMayBeLearnedFromOtherVectorsThanAreSearched() throws IOException {
        Task elsewhere = new SeparateTrainingSet(task(), vectors(150, 3));
        Map<String, Object> results = compare(elsewhere, List.of("pca"), List.of(2), List.of(0L));

        Encoder encoder = Encoder.load(folder.resolve("out/encoders/pca-2-0.safetensors"));
        assertThat(encoder.metadata()).containsEntry("training_rows", "150");
        assertThat(averages(results).get(0).mean().get("accuracy")).isGreaterThan(0.3);
        assertThatThrownBy(() -> new SeparateTrainingSet(task(), Vectors.of(new float[3][DIMS + 1])))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("13 dimensions");
        assertThatThrownBy(() -> compare(task(), List.of("pca"), List.of(2), List.of(0L)))
                .as("other rows, other comparison")
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void whatIsDoneIsNotDoneAgainAndMoreIsAdded() throws IOException {
        compare(task(), List.of(LEARNED), List.of(2), List.of(0L));
        Path encoder;
        try (var files = Files.list(folder.resolve("out/encoders"))) {
            encoder = files.findFirst().orElseThrow();
        }
        byte[] before = Files.readAllBytes(encoder);
        stages.clear();
        compare(task(), List.of(LEARNED), List.of(2), List.of(0L));
        assertThat(stages).isEmpty();

        Map<String, Object> more = compare(task(), List.of("pca", LEARNED), List.of(2, 3), List.of(0L));

        assertThat(averages(more)).hasSize(4);
        assertThat(stages).noneMatch(stage -> stage.contains(LEARNED + ", 2 dimensions"));
        assertThat(Files.readAllBytes(encoder)).isEqualTo(before);
    }

    @Test
    void bothKindsOfNeighboursAreSearchedForOnceAndOnlyWhereTheyAreAskedFor() throws IOException {
        compare(task(), List.of(LEARNED), List.of(2), List.of(0L));
        assertThat(folder.resolve("out/whitened-graph.npy")).exists();
        assertThat(folder.resolve("out/graph.npy")).doesNotExist();
        compare(task(), List.of(LEARNED, "lpp"), List.of(2), List.of(0L));
        assertThat(folder.resolve("out/graph.npy")).exists();

        stages.clear();
        compare(task(), List.of(LEARNED, "lpp"), List.of(2, 3), List.of(0L));
        assertThat(stages).noneMatch(stage -> stage.contains("neighbours"));
    }

    @Test
    void theSpaceIsWhitenedOnceForAllCellsAndItsTimeIsListedApart() throws IOException {
        List<String> methods = List.of("neighbor-whitening", LEARNED);
        Map<String, Object> results = compare(task(), methods, List.of(2, 3), List.of(0L, 1L));
        assertThat(stages)
                .contains("all methods: whitening")
                .filteredOn(stage -> stage.endsWith(": whitening"))
                .hasSize(1);
        assertThat((Map<?, ?>) results.get("shared"))
                .extracting(Object::toString)
                .asString()
                .contains("whiteningSeconds", "neighborsSeconds");

        stages.clear();
        compare(task(), methods, List.of(2, 3, 4), List.of(0L, 1L));
        assertThat(stages)
                .as("once more, since the space is not kept, but before the cells")
                .filteredOn(stage -> stage.endsWith(": whitening"))
                .containsExactly("all methods: whitening");

        stages.clear();
        compare(task(), List.of("pca", LEARNED), List.of(2, 3, 4), List.of(0L, 1L));
        assertThat(stages).as("pca does not ask for it").noneMatch(stage -> stage.endsWith(": whitening"));
    }

    @Test
    void anInterruptedComparisonGoesOn() throws IOException {
        Grid grid = new Grid(List.of("pca"), List.of(2, 3, 4), List.of("float"), List.of(0L));
        Map<String, Object> whole =
                new Comparison(task(), grid, Metric.L2, false, 2, ProgressListener.SILENT).run(folder.resolve("whole"));
        assertThatThrownBy(
                        () -> new Comparison(task(), grid, Metric.L2, false, 2, listener(6)).run(folder.resolve("out")))
                .isInstanceOf(CancellationException.class);
        Map<String, Object> resumed =
                new Comparison(task(), grid, Metric.L2, false, 2, ProgressListener.SILENT).run(folder.resolve("out"));
        assertThat(averages(resumed))
                .extracting(line -> line.method() + " " + line.dims() + " " + line.mean())
                .containsExactlyElementsOf(averages(whole).stream()
                        .map(line -> line.method() + " " + line.dims() + " " + line.mean())
                        .toList());
    }

    @Test
    void whatFailsIsReportedAndTheRestGoesOn() throws IOException {
        // the vectors vary in five directions
        Map<String, Object> results = compare(task(), List.of("pca"), List.of(4, 8), List.of(0L));
        assertThat(averages(results)).hasSize(1);
        assertThat(Results.of(results).failed()).singleElement().satisfies(failure -> {
            assertThat(failure.dims()).isEqualTo(8);
            assertThat(failure.reason()).contains("5 directions");
        });
        assertThat(notes).anyMatch(note -> note.contains("pca, 8 dimensions failed"));
    }

    @Test
    void whereNeighboursAreAllCopiesTheMethodsThatWhitenByThemFailAndTheRestGoesOn() throws IOException {
        float[][] twice = values(400, 1);
        for (int i = 0; i < 200; i++) {
            twice[200 + i] = twice[i];
        }
        Task task = new LabelTask(Vectors.of(twice), labels(400), vectors(100, 2), labels(100), 5, Metric.L2, 2);
        Map<String, Object> results =
                compare(task, List.of("pca", "neighbor-whitening", LEARNED), List.of(2), List.of(0L));

        assertThat(averages(results)).extracting(Average::method).containsExactly("pca");
        assertThat(Results.of(results).failed())
                .extracting(Results.Failure::reason)
                .hasSize(2)
                .allMatch(reason -> reason.contains("remove the copies"));
    }

    @Test
    void methodsWithoutAnEncoderAreComparedTooAndNotDoneAgain() throws IOException {
        List<String> methods = List.of("umap:epochs=20", "isomap:sample=25%", "tsne:iterations=20,perplexity=5");
        Map<String, Object> results = compare(task(), methods, List.of(2), List.of(0L));

        assertThat(averages(results)).extracting(Average::method).containsExactly(methods.get(0), methods.get(1));
        assertThat(averages(results))
                .allSatisfy(line -> assertThat(line.mean().get("accuracy")).isGreaterThan(0.6));
        assertThat(Results.of(results).failed()).singleElement().satisfies(failure -> assertThat(failure.reason())
                .contains("tsne places the rows it learns from and has no rule for others"));
        assertThat((List<?>) results.get("maps"))
                .as("pca's and those of all three")
                .hasSize(4);
        assertThat(results.toString()).contains("a sample of 100 of 400 rows (25.0 %)");
        try (Vectors kept = Vectors.open(folder.resolve("out/reduced/umap_epochs=20-2-0.npy"))) {
            assertThat(kept.rows()).isEqualTo(400);
            assertThat(kept.dims()).isEqualTo(2);
        }
        stages.clear();
        compare(task(), methods.subList(0, 2), List.of(2), List.of(0L));
        assertThat(stages).isEmpty();
    }

    @Test
    void mapsAreLearnedForTwoDimensionsWhateverIsCompared() throws IOException {
        Grid grid = new Grid(List.of("pca"), List.of(3), List.of("float"), List.of(0L));
        Map<String, Object> results = new Comparison(task(), grid, Metric.L2, false, 2, ProgressListener.SILENT)
                .maps(List.of("umap:epochs=20", LEARNED))
                .run(folder.resolve("out"));

        assertThat((List<?>) results.get("maps"))
                .extracting(map -> ((Map<?, ?>) map).get("name").toString())
                .as("those asked for first")
                .containsExactly("umap:epochs=20", LEARNED, "pca");
        assertThat(averages(results)).hasSize(1);
    }

    @Test
    void anotherMetricWithoutDistancesFailsForThoseThatNeedThem() throws IOException {
        Grid grid = new Grid(List.of("umap", "pca"), List.of(2), List.of("float"), List.of(0L));
        Map<String, Object> results =
                new Comparison(task(), grid, Metric.DOT, false, 2, ProgressListener.SILENT).run(folder.resolve("out"));

        assertThat(Results.of(results).failed()).hasSize(1);
        assertThat(averages(results)).hasSize(1);
    }

    private static List<Average> averages(Map<String, Object> results) {
        return Average.of(Results.of(results));
    }

    @Test
    void aGridOfWhatThereIsNotIsRefused() {
        assertThatThrownBy(() -> new Grid(List.of("pqa"), List.of(2), List.of("float"), List.of(0L)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there is no method pqa; there are neighborhood");
        assertThatThrownBy(() -> new Grid(List.of("pca"), List.of(2), List.of("zip"), List.of(0L)))
                .hasMessageContaining("there is no storage zip; there are float");
        assertThatThrownBy(() -> new Grid(List.of("pca"), List.of(2, 2), List.of("float"), List.of(0L)))
                .hasMessageContaining("2 is named twice");
        assertThatThrownBy(() -> new Grid(List.of("pca"), List.of(), List.of("float"), List.of(0L)))
                .hasMessageContaining("at least one number of dimensions");
        assertThatThrownBy(() -> compare(task(), List.of("pca"), List.of(DIMS), List.of(0L)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("has 12 dimensions");
    }

    @Test
    void aFolderOfSomethingElseIsRefused() throws IOException {
        compare(task(), List.of("pca"), List.of(2), List.of(0L));
        Task other = new LabelTask(vectors(400, 3), labels(400), vectors(100, 2), labels(100), 5, Metric.L2, 2);
        assertThatThrownBy(() -> compare(other, List.of("pca"), List.of(2), List.of(0L)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("another folder");
        int[] wrong = new int[400];
        Task otherLabels = new LabelTask(
                vectors(400, 1), new IntRows("zeros", 400, 1, wrong), vectors(100, 2), labels(100), 5, Metric.L2, 2);
        assertThatThrownBy(() -> compare(otherLabels, List.of("pca"), List.of(2), List.of(0L)))
                .hasMessageContaining("another folder");
        Files.writeString(Files.createDirectory(folder.resolve("mine")).resolve("thesis.txt"), "precious");
        Grid grid = new Grid(List.of("pca"), List.of(2), List.of("float"), List.of(0L));
        assertThatThrownBy(() -> new Comparison(task(), grid, Metric.L2, false, 2, ProgressListener.SILENT)
                        .run(folder.resolve("mine")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("not empty");
    }

    @Test
    void aFolderOfAComparisonThatEndedOnBrokenVectorsTakesTheMendedOnes() throws IOException {
        float[][] values = values(400, 1);
        values[7][3] = Float.NaN;
        Task broken = new LabelTask(Vectors.of(values), labels(400), vectors(100, 2), labels(100), 5, Metric.L2, 2);
        assertThatThrownBy(() -> compare(broken, List.of("pca"), List.of(2), List.of(0L)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 7");
        assertThat(averages(compare(task(), List.of("pca"), List.of(2), List.of(0L))))
                .hasSize(1);
    }
}
