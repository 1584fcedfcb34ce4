package dev.tldr4j.baselines.manifold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.Notes;
import dev.tldr4j.baselines.method.MemoryNeed;
import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.Reduction;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifoldMethodTest {
    private static final int ROWS = 240;

    static Stream<String> manifoldMethods() {
        return Methods.names().stream()
                .filter(name -> !Methods.named(name).givesEncoder())
                .map(name -> switch (name) {
                    case "umap" -> "umap:epochs=60";
                    case "tsne" -> "tsne:iterations=120,perplexity=10";
                    case "isomap" -> "isomap:landmarks=60";
                    case "ltsa" -> "ltsa:neighbors=8";
                    default -> name;
                });
    }

    /** A quarter and a half of a turn of a spiral, in four dimensions; row i is the i-th along it. */
    private static float[][] spiral(int rows, double offset) {
        float[][] values = new float[rows][];
        for (int i = 0; i < rows; i++) {
            double t = (i + offset) / rows * 4;
            values[i] = new float[] {
                (float) (t * Math.cos(t)), (float) (t * Math.sin(t)), (float) Math.sin(t / 2), (float) (t / 5)
            };
        }
        return values;
    }

    /** Three groups far from each other; row i is of group i mod 3. */
    private static float[][] groups(int rows, long seed) {
        Random random = new Random(seed);
        float[][] values = new float[rows][6];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < 6; j++) {
                values[i][j] = (float) ((i % 3 == j % 3 ? 6 : 0) + random.nextGaussian());
            }
        }
        return values;
    }

    private static TrainingContext material(float[][] values, int threads) {
        return new TrainingContext(Vectors.of(values), Metric.L2, threads);
    }

    private static float[] reduced(String name, float[][] values, int dims, long seed, int threads) throws IOException {
        TrainingContext material = material(values, threads);
        return numbers(Methods.named(name)
                .reduce(material, dims, seed)
                .apply(material.vectors(), threads, ProgressListener.SILENT));
    }

    private static float[] numbers(Vectors vectors) {
        float[] numbers = new float[vectors.rows() * vectors.dims()];
        vectors.read(0, vectors.rows(), FloatBuffer.wrap(numbers));
        return numbers;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"lle", "ltsa:neighbors=10", "laplacian:neighbors=6", "isomap:neighbors=6", "isomap:landmarks=20"
            })
    void aCurveIsUnrolledAndNewRowsFallBetweenTheirNeighbours(String name) throws IOException {
        TrainingContext material = material(spiral(ROWS, 0), 2);
        Reduction reduction = Methods.named(name).reduce(material, 1, 0);
        float[] places = numbers(reduction.apply(material.vectors(), 2, ProgressListener.SILENT));
        float[] between = numbers(reduction.apply(Vectors.of(spiral(ROWS, 0.5)), 2, ProgressListener.SILENT));

        float direction = Math.signum(places[ROWS - 1] - places[0]);
        for (int i = 1; i < ROWS; i++) {
            // the ends are alike to a Laplacian
            assertThat(direction * places[i]).as("row " + i).isGreaterThanOrEqualTo(direction * places[i - 1]);
        }
        for (int i = 10; i < ROWS - 10; i++) {
            // Nyström's formula smooths, so that a place may be off by a few rows
            assertThat(direction * between[i])
                    .as("between rows " + i + " and " + (i + 1))
                    .isBetween(direction * places[i - 3], direction * places[i + 4]);
        }
    }

    @ParameterizedTest
    @MethodSource("manifoldMethods")
    void groupsStayApart(String name) throws IOException {
        float[] places = reduced(name, groups(ROWS, 1), 2, 3, 2);

        for (int i = 0; i < ROWS; i++) {
            int nearest = i == 0 ? 1 : 0;
            for (int j = 0; j < ROWS; j++) {
                nearest = j != i && squares(places, i, j) < squares(places, i, nearest) ? j : nearest;
            }
            assertThat(nearest % 3).as("group of what is nearest to row " + i).isEqualTo(i % 3);
        }
    }

    private static double squares(float[] places, int i, int j) {
        return Math.pow(places[2 * i] - places[2 * j], 2) + Math.pow(places[2 * i + 1] - places[2 * j + 1], 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"umap:epochs=60", "isomap:landmarks=60"})
    void newRowsAreWithTheirGroup(String name) throws IOException {
        TrainingContext material = material(groups(ROWS, 1), 2);
        Reduction reduction = Methods.named(name).reduce(material, 2, 3);
        float[] places = numbers(reduction.apply(material.vectors(), 2, ProgressListener.SILENT));
        float[] others = numbers(reduction.apply(Vectors.of(groups(60, 2)), 2, ProgressListener.SILENT));

        for (int i = 0; i < 60; i++) {
            float[] both = java.util.Arrays.copyOf(places, places.length + 2);
            System.arraycopy(others, 2 * i, both, places.length, 2);
            int nearest = 0;
            for (int j = 0; j < ROWS; j++) {
                nearest = squares(both, ROWS, j) < squares(both, ROWS, nearest) ? j : nearest;
            }
            assertThat(nearest % 3).isEqualTo(i % 3);
        }
    }

    @ParameterizedTest
    @MethodSource("manifoldMethods")
    void theSameSeedGivesTheSameBitsAndAnotherSeedOthersIfItIsRandom(String name) throws IOException {
        float[] once = reduced(name, groups(ROWS, 1), 2, 1, 2);

        assertThat(reduced(name, groups(ROWS, 1), 2, 1, 2)).isEqualTo(once);
        float[] otherSeed = reduced(name, groups(ROWS, 1), 2, 2, 2);
        if (Methods.named(name).isRandom()) {
            assertThat(otherSeed).isNotEqualTo(once);
        } else {
            assertThat(otherSeed).isEqualTo(once);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"umap:epochs=60", "tsne:iterations=60,perplexity=10"})
    void theNumberOfThreadsDoesNotMatterForALayout(String name) throws IOException {
        assertThat(reduced(name, groups(ROWS, 1), 2, 1, 1)).isEqualTo(reduced(name, groups(ROWS, 1), 2, 1, 3));
    }

    @Test
    void isomapKeepsTheLengthsOfPaths() throws IOException {
        // along two sides of a square: the path from end to end is 4 long
        float[][] corner = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}};
        float[] places = reduced("isomap:neighbors=2", corner, 1, 0, 1);

        float direction = Math.signum(places[4] - places[0]);
        for (int i = 0; i < 5; i++) {
            assertThat(direction * places[i]).isCloseTo(i - 2, within(1e-5f));
        }
    }

    @Test
    void isomapJoinsGroupsThatNoNeighboursJoin() throws IOException {
        // two short lines, 10 apart at their nearest ends
        float[][] lines = {{0, 0}, {1, 0}, {2, 0}, {12, 0}, {13, 0}, {14, 0}};
        float[] places = reduced("isomap:neighbors=2", lines, 1, 0, 1);

        assertThat(Math.abs(places[5] - places[0])).isCloseTo(14, within(1e-3f));
    }

    @Test
    void tsneSaysThatItPlacesNoOtherRows() throws IOException {
        Reduction reduction = Methods.named("tsne:iterations=5,perplexity=5").reduce(material(groups(60, 1), 1), 2, 0);

        Vectors others = Vectors.of(groups(9, 2));
        assertThatThrownBy(() -> reduction.apply(others, 1, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("has no rule for others");
        assertThatThrownBy(() -> Methods.named("tsne").reduce(material(groups(60, 1), 1), 4, 0))
                .hasMessageContaining("up to 3 dimensions, not 4");
    }

    @Test
    void aSampleIsSaidAndTheOtherRowsArePlaced() throws IOException {
        List<String> notes = new ArrayList<>();
        TrainingContext material = material(spiral(ROWS, 0), 1);
        material.listener(new Notes(notes));
        Method method = Methods.named("isomap:neighbors=4,sample=50%");
        float[] places = numbers(method.reduce(material, 1, 0).apply(material.vectors(), 1, ProgressListener.SILENT));

        assertThat(notes).anyMatch(note -> note.contains("sample of 120 of 240 rows (50.0 %)"));
        assertThat(method.neighbors()).as("of all rows").isZero();
        float direction = Math.signum(places[ROWS - 1] - places[0]);
        for (int i = 10; i < ROWS - 20; i++) {
            assertThat(direction * places[i]).isLessThan(direction * places[i + 10]);
        }
    }

    @ParameterizedTest
    @MethodSource("manifoldMethods")
    void whatCannotBeIsRefused(String name) {
        Method method = Methods.named(name);
        assertThatThrownBy(() -> method.fit(material(groups(60, 1), 1), 2, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("gives no encoder");
        assertThatThrownBy(() -> method.reduce(material(groups(60, 1), 1), 7, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("6 dimensions");
        assertThatThrownBy(() -> method.reduce(new TrainingContext(Vectors.of(groups(60, 1)), Metric.DOT, 1), 2, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no distance");
        float[][] broken = groups(600, 1);
        broken[321][1] = Float.NaN;
        assertThatThrownBy(() -> method.reduce(material(broken, 1), 2, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 321, column 1 is NaN");
        assertThatThrownBy(() -> method.reduce(material(new float[30][3], 1), 2, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("all rows are the same");
    }

    @ParameterizedTest
    @MethodSource("manifoldMethods")
    void duplicatesDoNoHarm(String name) throws IOException {
        float[][] values = groups(120, 1);
        for (int i = 60; i < 120; i++) {
            values[i] = values[i % 3].clone();
        }

        for (float place : reduced(name, values, 2, 0, 2)) {
            assertThat(Float.isFinite(place)).isTrue();
        }
    }

    @Test
    void moreRowsThanMemoryAreRefusedWithTheNumberThatWouldFit() {
        MemoryNeed pairs = new MemoryNeed(100, 8);
        pairs.require("lle", 10_000, 1L << 30, 1L << 30);
        assertThatThrownBy(() -> pairs.require("lle", 20_000, 1L << 30, 1L << 30))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "lle: 20,000 rows need about 3.0 GiB of memory, and there are 1.0 GiB; 11,585 rows would fit:"
                                + " learn from a sample, as with lle:sample=11585");
        assertThatThrownBy(() -> new MemoryNeed(1 << 20, 0).require("umap", 2000, 1L << 30, 0))
                .hasMessageContaining("-Xmx")
                .hasMessageContaining("1,024 rows would fit");
    }
}
