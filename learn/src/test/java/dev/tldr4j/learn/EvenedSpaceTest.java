package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.vectors.Vectors;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvenedSpaceTest {
    private static final int PAIRS = 300;
    private static final int DIMS = 64;

    /** Two rows of a pair, side by side, are alike in all directions but one, and that is large. */
    private static final Vectors DROWNED = drowned();

    private static Vectors drowned() {
        SplittableRandom random = new SplittableRandom(1);
        float[][] rows = new float[2 * PAIRS][DIMS];
        for (int pair = 0; pair < PAIRS; pair++) {
            for (int j = 0; j < DIMS; j++) {
                double shared = random.nextGaussian();
                for (int row = 2 * pair; row < 2 * pair + 2; row++) {
                    double own = random.nextGaussian();
                    rows[row][j] = (float) (j == 0 ? 12 * own : shared + 0.3 * own);
                }
            }
        }
        return Vectors.of(rows);
    }

    private static Pca pca(Vectors vectors) {
        return Pca.fit(vectors, 2, ProgressListener.SILENT);
    }

    private static NeighborGraph nearest(Vectors vectors) {
        return new ExactSearch(Metric.L2, 2).graph(vectors, 1, ProgressListener.SILENT);
    }

    /** Of all rows, the part whose nearest neighbour is the other of its pair. */
    private static double pairsFound(NeighborGraph nearest) {
        return IntStream.range(0, 2 * PAIRS)
                        .filter(row -> nearest.neighbor(row, 0) == (row ^ 1))
                        .count()
                / (2.0 * PAIRS);
    }

    @Test
    void findsWhatALargeDirectionDrowns() throws Exception {
        Encoder space = EvenedSpace.of(DROWNED, pca(DROWNED), 2).orElseThrow();
        assertThat(pairsFound(nearest(DROWNED))).isLessThan(0.6);
        try (Vectors there = new BatchEncoder(space, 2).encode(DROWNED, ProgressListener.SILENT)) {
            assertThat(pairsFound(nearest(there))).isGreaterThan(0.85);
        }
    }

    @Test
    void keepsAllDirectionsAndGivesRowsLengthOne() {
        Encoder space = EvenedSpace.of(DROWNED, pca(DROWNED), 2).orElseThrow();
        float[] row = new float[DIMS];
        DROWNED.read(7, 1, java.nio.FloatBuffer.wrap(row));
        float[] there = space.encode(row);
        assertThat(there).hasSize(DIMS);
        assertThat(IntStream.range(0, DIMS)
                        .mapToDouble(j -> there[j] * there[j])
                        .sum())
                .isCloseTo(1, within(1e-5));
    }

    /** Of ten directions, the first has a variance of 0.9 and each other one of 0.1. */
    private static Vectors cross(int dims) {
        float[][] rows = new float[2 * dims][dims];
        for (int j = 0; j < dims; j++) {
            rows[2 * j][j] = j == 0 ? 3 : 1;
            rows[2 * j + 1][j] = -rows[2 * j][j];
        }
        return Vectors.of(rows);
    }

    @Test
    void addsThreeMeanVariancesToEachDirectionsOwn() {
        // the mean is 0.18: directions are divided by the roots of 0.9 + 0.54 and of 0.1 + 0.54
        float[] row = new float[10];
        row[0] = 3;
        row[4] = 1;
        float[] there = EvenedSpace.of(pca(cross(10)), 0).orElseThrow().encode(row);
        double others = Math.sqrt(
                IntStream.range(1, 10).mapToDouble(j -> there[j] * there[j]).sum());
        assertThat(Math.abs(there[0]) / others).isCloseTo(3 / 1.2 / (1 / 0.8), within(1e-4));
    }

    @Test
    void leavesRowsOfFewDirectionsAsTheyAre() {
        assertThat(EvenedSpace.of(pca(cross(9)), 0)).isEmpty();
    }

    @Test
    void leavesRowsInClearGroupsAsTheyAre() {
        assertThat(EvenedSpace.of(pca(DROWNED), 1)).isEmpty();
        assertThat(EvenedSpace.of(pca(DROWNED), 0.5)).isPresent();
    }

    private static Tldr.Builder fit() {
        return Tldr.builder().dims(4).projector("mlp-1-16").steps(20).threads(2);
    }

    private static float[] weight(Encoder encoder) {
        return encoder.layers().get(0).weight();
    }

    @Test
    void aFitLooksForNeighboursThere() throws Exception {
        Encoder found = fit().fit(DROWNED);
        assertThat(found.metadata()).containsEntry("neighbor_space", "evened");
        NeighborSearch search = new NeighborSearch(Metric.COSINE, SearchMethod.AUTO, 0.95, 16, 2, 0);
        NeighborGraph graph = EvenedSpace.neighbors(DROWNED, pca(DROWNED), 3, search, ProgressListener.SILENT)
                .graph();
        Encoder given = fit().graph(graph).fit(DROWNED);
        assertThat(given.metadata()).doesNotContainKey("neighbor_space");
        assertThat(weight(given)).isEqualTo(weight(found));
        assertThat(weight(fit().graph(nearest(DROWNED)).fit(DROWNED))).isNotEqualTo(weight(found));
    }

    @Test
    void aZeroVectorHasAnAngleThere() throws Exception {
        float[][] rows = new float[DROWNED.rows()][DIMS];
        for (int i = 1; i < rows.length; i++) {
            DROWNED.read(i, 1, java.nio.FloatBuffer.wrap(rows[i]));
        }
        Encoder encoder = fit().metric(Metric.COSINE).fit(Vectors.of(rows));
        assertThat(encoder.metadata()).containsEntry("neighbor_space", "evened");
    }

    @Test
    void aFitThatIsToldHowToSeeTheVectorsLooksForNeighboursInThemAsTheyAre() throws Exception {
        assertThat(fit().evensNeighbors()).isTrue();
        assertThat(fit().metric(Metric.COSINE).evensNeighbors()).isTrue();
        assertThat(fit().metric(Metric.DOT).evensNeighbors()).isFalse();
        assertThat(fit().start(Start.RANDOM).evensNeighbors()).isFalse();
        assertThat(fit().recipe(Recipe.PAPER).evensNeighbors()).isFalse();
        assertThat(fit().encoder("mlp-1-8").evensNeighbors()).isFalse();
        assertThat(fit().pairs(PairKind.GAUSSIAN).evensNeighbors()).isFalse();
        Tldr.Builder whitened = fit().whitening(0.5);
        assertThat(whitened.evensNeighbors()).isFalse();
        assertThat(whitened.fit(DROWNED).metadata()).containsEntry("neighbor_space", "vectors");
    }
}
