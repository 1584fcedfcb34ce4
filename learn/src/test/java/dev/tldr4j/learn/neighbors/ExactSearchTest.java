package dev.tldr4j.learn.neighbors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExactSearchTest {
    private static final ProgressListener SILENT = ProgressListener.SILENT;

    @Property(tries = 60)
    void theGraphIsThatOfTheDefinitionWhicheverOfEquallyNearRowsItTakes(
            @ForAll @IntRange(min = 2, max = 60) int rows,
            @ForAll @IntRange(min = 1, max = 5) int dims,
            @ForAll @IntRange(min = 1, max = 12) int wanted,
            @ForAll @IntRange(min = 1, max = 3) int threads,
            @ForAll Metric metric,
            @ForAll long seed) {
        int k = Math.min(wanted, rows - 1);
        // few different whole numbers make many ties and duplicates
        float[][] values = wholeNumbers(rows, dims, seed);
        NeighborGraph graph = new ExactSearch(metric, threads).graph(Vectors.of(values), k, SILENT);
        for (int row = 0; row < rows; row++) {
            assertAsNear(values, values[row], row, metric, neighbors(graph, row));
        }
    }

    /** The rows found are different, none is the one left out, their distances are the smallest, and ties are in order. */
    private static void assertAsNear(float[][] values, float[] query, int except, Metric metric, List<Integer> found) {
        assertThat(found).doesNotHaveDuplicates().doesNotContain(except);
        List<Integer> expected = nearest(values, query, except, metric);
        for (int i = 0; i < found.size(); i++) {
            double distance = distance(values[found.get(i)], query, metric);
            assertThat(distance).isCloseTo(distance(values[expected.get(i)], query, metric), within(1e-6));
            if (i > 0 && distance == distance(values[found.get(i - 1)], query, metric)) {
                assertThat(found.get(i)).isGreaterThan(found.get(i - 1));
            }
        }
    }

    @Test
    void equallyNearRowsComeInTheirOrder() {
        float[][] values = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
        NeighborGraph graph = new ExactSearch(Metric.L2, 1).graph(Vectors.of(values), 5, SILENT);
        assertThat(neighbors(graph, 0)).containsExactly(1, 2, 3, 4, 5);
        assertThat(neighbors(graph, 1)).containsExactly(5, 0, 2, 4, 3);
    }

    @Property(tries = 40)
    void queriesFindTheNearestRowsOfTheBase(
            @ForAll @IntRange(min = 1, max = 40) int rows,
            @ForAll @IntRange(min = 1, max = 30) int queries,
            @ForAll Metric metric,
            @ForAll long seed) {
        float[][] base = wholeNumbers(rows, 3, seed);
        float[][] asked = wholeNumbers(queries, 3, seed + 1);
        int k = Math.min(4, rows);
        int[] found = new ExactSearch(metric, 2).nearest(Vectors.of(base), Vectors.of(asked), k, SILENT);
        for (int q = 0; q < queries; q++) {
            List<Integer> ofQuery = new ArrayList<>();
            for (int i = 0; i < k; i++) {
                ofQuery.add(found[q * k + i]);
            }
            assertAsNear(base, asked[q], -1, metric, ofQuery);
        }
    }

    /** Few blocks are read each time, many are held in memory. */
    @ParameterizedTest
    @ValueSource(ints = {2500, 4200})
    void manyBlocksGiveWhatOneWould(int rows) {
        float[][] values = random(rows, 3, new SplittableRandom(3));
        NeighborGraph graph = new ExactSearch(Metric.L2, 2).graph(Vectors.of(values), 3, SILENT);
        for (int row = 0; row < values.length; row += 97) {
            assertThat(neighbors(graph, row))
                    .isEqualTo(nearest(values, values[row], row, Metric.L2).subList(0, 3));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Metric.class,
            names = {"L2", "DOT"})
    void copiesThatDifferByLessThanAProductsRoundingAreToldApart(Metric metric) {
        SplittableRandom random = new SplittableRandom(4);
        float[][] values = random(60, 64, random);
        for (int row = 0; row < values.length; row++) {
            if (row % 6 > 0) {
                values[row] = values[row - row % 6].clone();
                values[row][random.nextInt(64)] += 1e-6f * row;
            }
        }
        NeighborGraph graph = new ExactSearch(metric, 1).graph(Vectors.of(values), 5, SILENT);
        for (int row = 0; row < values.length; row++) {
            assertThat(neighbors(graph, row))
                    .isEqualTo(nearest(values, values[row], row, metric).subList(0, 5));
        }
    }

    @Property(tries = 30)
    void aScoreIsWrongByNoMoreThanItsRounding(
            @ForAll @IntRange(min = 1, max = 600) int dims, @ForAll boolean cosine, @ForAll long seed) {
        int rows = 20;
        Metric metric = cosine ? Metric.COSINE : Metric.L2;
        Vectors vectors = Vectors.of(random(rows, dims, new SplittableRandom(seed)));
        try (Workers workers = new Workers(1);
                ScoredRows scored = ScoredRows.of(vectors, metric, workers, SILENT);
                NativeMatrix matrix = new NativeMatrix(rows, dims);
                NativeMatrix products = new NativeMatrix(rows, rows)) {
            scored.load(0, rows, matrix);
            OpenBlas.dots(matrix, matrix, products);
            float[] score = new float[1];
            float[] x = new float[dims];
            float[] y = new float[dims];
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < rows; j++) {
                    products.get(i, j, score, 0, 1);
                    scored.read(i, x);
                    scored.read(j, y);
                    double exact = -scored.distance(x, y) / (cosine ? 1 : 2);
                    assertThat((double) (score[0] - scored.penalty(i) - scored.penalty(j)))
                            .isCloseTo(exact, within(scored.rounding(scored, i, j)));
                }
            }
        }
    }

    @Test
    void nearNeighboursFarFromTheOriginAreNotConfusedByRounding() {
        // distances of a hundredth, a hundred thousand away from zero
        float[][] values = new float[50][];
        for (int i = 0; i < values.length; i++) {
            values[i] = new float[] {100_000 + i * i * 0.0625f, 100_000};
        }
        NeighborGraph graph = new ExactSearch(Metric.L2, 1).graph(Vectors.of(values), 2, SILENT);
        assertThat(neighbors(graph, 30)).containsExactly(29, 31);
    }

    @Test
    void scoresOrderRowsAsTheMetricDoes() {
        float[][] base = wholeNumbers(30, 3, 8);
        float[][] asked = wholeNumbers(5, 3, 9);
        for (Metric metric : Metric.values()) {
            float[][] scores = new float[5][30];
            new ExactSearch(metric, 2)
                    .scores(
                            Vectors.of(base),
                            Vectors.of(asked),
                            (query, first, count, line) -> System.arraycopy(line, 0, scores[query], first, count),
                            SILENT);
            for (int q = 0; q < 5; q++) {
                int best = nearest(base, asked[q], -1, metric).get(0);
                for (float score : scores[q]) {
                    assertThat(score).isLessThanOrEqualTo(scores[q][best] + 1e-5f);
                }
            }
        }
    }

    @Test
    void tooFewRowsAreRefused() {
        Vectors three = Vectors.of(new float[][] {{1}, {2}, {3}});
        assertThatThrownBy(() -> new ExactSearch(Metric.L2, 1).graph(three, 3, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at least 4 rows");
    }

    @Test
    void moreRowsThanCanBeComparedAreRefusedBeforeAnyWork() {
        Vectors huge = Vectors.of(new float[] {1}, 1).select(new int[50_000_000]);
        assertThatThrownBy(() -> new ExactSearch(Metric.L2, 1).graph(huge, 1, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("sample");
    }

    @Test
    void aZeroVectorHasNoCosine() {
        Vectors vectors = Vectors.of(new float[][] {{1, 0}, {0, 0}, {0, 1}});
        assertThatThrownBy(() -> new ExactSearch(Metric.COSINE, 1).graph(vectors, 1, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 1");
        assertThat(new ExactSearch(Metric.L2, 1).graph(vectors, 1, SILENT).neighbor(0, 0))
                .isEqualTo(1);
    }

    @Test
    void whatIsNotFiniteIsRefusedByRow() {
        Vectors vectors = Vectors.of(new float[][] {{1, 0}, {0, 1}, {Float.NaN, 1}});
        assertThatThrownBy(() -> new ExactSearch(Metric.DOT, 2).graph(vectors, 1, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 2");
    }

    @Test
    void queriesOfAnotherWidthAreRefused() {
        assertThatThrownBy(() -> new ExactSearch(Metric.L2, 1)
                        .nearest(Vectors.of(new float[][] {{1, 2}}), Vectors.of(new float[][] {{1}}), 1, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("2");
    }

    @Test
    void aGraphSurvivesItsFile(@TempDir Path folder) throws Exception {
        float[][] values = wholeNumbers(20, 4, 1);
        NeighborGraph graph = new ExactSearch(Metric.L2, 1).graph(Vectors.of(values), 3, SILENT);
        for (String name : List.of("graph.npy", "graph.ivecs")) {
            graph.save(folder.resolve(name));
            NeighborGraph again = NeighborGraph.load(folder.resolve(name));
            for (int row = 0; row < 20; row++) {
                assertThat(neighbors(again, row)).isEqualTo(neighbors(graph, row));
            }
        }
    }

    private static List<Integer> neighbors(NeighborGraph graph, int row) {
        List<Integer> neighbors = new ArrayList<>();
        for (int i = 0; i < graph.k(); i++) {
            neighbors.add(graph.neighbor(row, i));
        }
        return neighbors;
    }

    private static List<Integer> nearest(float[][] rows, float[] query, int except, Metric metric) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < rows.length; i++) {
            if (i != except) {
                order.add(i);
            }
        }
        order.sort(Comparator.<Integer>comparingDouble(i -> distance(rows[i], query, metric))
                .thenComparing(Comparator.naturalOrder()));
        return order;
    }

    private static double distance(float[] a, float[] b, Metric metric) {
        double squares = 0;
        double dot = 0;
        for (int j = 0; j < a.length; j++) {
            squares += (a[j] - b[j]) * (a[j] - b[j]);
            dot += a[j] * b[j];
        }
        return switch (metric) {
            case L2 -> squares;
            case DOT -> -dot;
            case COSINE -> -cosine(a, b);
        };
    }

    /** Of unit vectors rounded to floats, so that equal directions tie exactly as they do in the search. */
    private static double cosine(float[] a, float[] b) {
        double dot = 0;
        for (int j = 0; j < a.length; j++) {
            dot += (double) unit(a, j) * unit(b, j);
        }
        return dot;
    }

    private static float unit(float[] a, int j) {
        double squares = 0;
        for (float value : a) {
            squares += (double) value * value;
        }
        return (float) (a[j] * (1 / Math.sqrt(squares)));
    }

    private static float[][] random(int rows, int dims, SplittableRandom random) {
        float[][] values = new float[rows][dims];
        for (float[] row : values) {
            for (int j = 0; j < dims; j++) {
                row[j] = (float) random.nextDouble();
            }
        }
        return values;
    }

    private static float[][] wholeNumbers(int rows, int dims, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] values = new float[rows][dims];
        for (float[] row : values) {
            for (int j = 0; j < dims; j++) {
                row[j] = random.nextInt(-3, 4);
            }
            row[0] = row[0] == 0 ? 1 : row[0]; // no zero vectors
        }
        return values;
    }
}
