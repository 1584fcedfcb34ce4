package dev.tldr4j.learn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TwinSourceTest {
    private static final int ROWS = 20;
    private static final double[] CENTRE = {100, 200};

    /** Row i is (i, −i); its neighbours are the next three rows, round the corner. */
    private static final Vectors VECTORS = vectors();

    private static final NeighborGraph GRAPH = graph();

    @Test
    void inAnEpochEveryRowComesOnceWithOneOfItsNeighboursLessTheCentre() {
        Seen seen = epoch(Twins.neighbors(GRAPH, 2), 5);
        assertThat(seen.anchors).hasSize(ROWS);
        assertThat(seen.steps).as("only the first two neighbours, both of them").containsExactlyInAnyOrder(1f, 2f);
    }

    @Test
    void withLabelsOnlyNeighboursOfTheSameLabelAreTwins() {
        // even rows have label 0, odd ones 1, and the last two labels of their own
        int[] labels = new int[ROWS];
        for (int i = 0; i < ROWS; i++) {
            labels[i] = i < ROWS - 2 ? i % 2 : i;
        }
        Twins twins = Twins.neighbors(GRAPH, 3, (row, neighbor) -> labels[row] == labels[neighbor]);
        // rows 16 to 19 have no neighbour of their label among the next three, but for those round the corner
        assertThat(twins.rows()).isEqualTo(16);
        Seen seen = epoch(twins, 4);
        assertThat(seen.anchors).hasSize(16).allMatch(row -> row < 16);
        assertThat(seen.steps).as("two rows on is the next of the same label").containsExactly(2f);
    }

    @Test
    void noiseHasTheDeviationAskedFor() {
        Vectors constant = Vectors.of(new float[4000], 2);
        TwinSource pairs = new TwinSource(
                constant, new double[2], 1, Twins.gaussian(constant.rows(), i -> i, new double[] {0.5, 0.5}), 2000, 1);
        try (Backend backend = new CpuBackend(2);
                Matrix batch = backend.matrix(4000, 2);
                Steps steps = backend.steps(batch, pairs, step -> {})) {
            steps.fill(0);
            float[] filled = backend.get(batch);
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < 4000; i++) {
                assertThat(filled[i]).as("the first view is as it is").isZero();
                sum += filled[4000 + i];
                squares += filled[4000 + i] * filled[4000 + i];
            }
            assertThat(sum / 4000).isCloseTo(0, within(0.03));
            assertThat(Math.sqrt(squares / 4000)).isCloseTo(0.5, within(0.03));
        }
    }

    /** Six queries, of which two are among a batch's four anchors: three batches have each of them once. */
    @Test
    void theLastAnchorsOfABatchAreQueriesWithOneOfTheirNearestRows() {
        float[][] values = new float[6][];
        int[] nearest = new int[6 * 2];
        for (int i = 0; i < 6; i++) {
            values[i] = new float[] {1000 + i, 0};
            nearest[2 * i] = i;
            nearest[2 * i + 1] = i + 10;
        }
        QueryAnchors queries = new QueryAnchors(Vectors.of(values), nearest, 2);
        TwinSource pairs = new TwinSource(VECTORS, CENTRE, 1, Twins.neighbors(GRAPH, 2), 4, 1, queries);
        Set<Integer> asked = new HashSet<>();
        Set<Integer> anchors = new HashSet<>();
        Set<Integer> steps = new HashSet<>();
        try (Backend backend = new CpuBackend(2);
                Matrix batch = backend.matrix(8, 2);
                Steps all = backend.steps(batch, pairs, step -> {})) {
            for (int number = 0; number < 10; number++) {
                all.fill(number);
                float[] filled = backend.get(batch);
                for (int i = 0; i < 4; i++) {
                    int anchor = Math.round(filled[2 * i] + 100);
                    int twin = Math.round(filled[2 * (i + 4)] + 100);
                    assertThat(anchor >= 1000).as("anchor " + i).isEqualTo(i >= 2);
                    if (i < 2) {
                        anchors.add(anchor);
                    } else {
                        steps.add(twin - (anchor - 1000));
                        assertThat(number >= 3 || asked.add(anchor)).isTrue();
                    }
                }
            }
        }
        assertThat(asked).hasSize(6);
        assertThat(anchors).as("an epoch has ten batches of two rows").hasSize(ROWS);
        assertThat(steps).containsExactlyInAnyOrder(0, 10);
    }

    private record Seen(Set<Integer> anchors, Set<Float> steps) {}

    private static Seen epoch(Twins twins, int batchSize) {
        TwinSource pairs = new TwinSource(VECTORS, CENTRE, 1, twins, batchSize, 1);
        Seen seen = new Seen(new HashSet<>(), new HashSet<>());
        try (Backend backend = new CpuBackend(2);
                Matrix batch = backend.matrix(2 * batchSize, 2);
                Steps steps = backend.steps(batch, pairs, step -> {})) {
            for (int number = 0; number < pairs.rows() / batchSize; number++) {
                steps.fill(number);
                float[] filled = backend.get(batch);
                for (int i = 0; i < batchSize; i++) {
                    int anchor = Math.round(filled[2 * i] + 100);
                    int twin = Math.round(filled[2 * (i + batchSize)] + 100);
                    assertThat(filled[2 * i + 1]).isEqualTo(-anchor - 200f);
                    seen.anchors.add(anchor);
                    seen.steps.add((float) Math.floorMod(twin - anchor, ROWS));
                }
            }
        }
        return seen;
    }

    private static Vectors vectors() {
        float[][] values = new float[ROWS][];
        for (int i = 0; i < ROWS; i++) {
            values[i] = new float[] {i, -i};
        }
        return Vectors.of(values);
    }

    private static NeighborGraph graph() {
        int[] neighbors = new int[ROWS * 3];
        for (int i = 0; i < neighbors.length; i++) {
            neighbors[i] = (i / 3 + i % 3 + 1) % ROWS;
        }
        return new NeighborGraph(new IntRows("graph", ROWS, 3, neighbors));
    }
}
