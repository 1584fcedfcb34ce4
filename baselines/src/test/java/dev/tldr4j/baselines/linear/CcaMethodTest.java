package dev.tldr4j.baselines.linear;

import static dev.tldr4j.baselines.Algebra.dot;
import static dev.tldr4j.baselines.Algebra.mean;
import static dev.tldr4j.baselines.Algebra.points;
import static dev.tldr4j.baselines.Algebra.squaredDistance;
import static dev.tldr4j.baselines.Algebra.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CcaMethodTest {
    private static final int DIMS = 5;

    /**
     * Four pairs around (10, 20), each lying along x: neighbours differ by 2 in x and not at all in y. C is diag(26, 9/4); of
     * a pair around x = 5, the product of neighbours is 4 · 6 = 24, so the covariance of neighbours is diag(24, 9/4).
     */
    private static final float[][] PAIRS = {
        {4, 18.5f}, {6, 18.5f}, {14, 18.5f}, {16, 18.5f}, {4, 21.5f}, {6, 21.5f}, {14, 21.5f}, {16, 21.5f}
    };

    @Test
    void withoutARidgeTheDirectionAlongWhichNeighboursAreMostAlikeIsFirst() throws IOException {
        // λ is 9/4 ÷ 9/4 = 1 along y, 24 ÷ 26 along x
        Encoder encoder = fit("cca:neighbors=1,ridge=0,whitening=0", material(PAIRS), 2);

        assertThat(encoder.encode(new float[] {16, 21.5f})).containsExactly(new float[] {1.5f, 6}, within(1e-4f));
    }

    @Test
    void aRidgeWantsItToBeLargeToo() throws IOException {
        // the ridge is the mean of 26 and 9/4, about 14: λ is 9/4 ÷ 16 along y, 24 ÷ 40 along x
        Encoder encoder = fit("cca:neighbors=1,ridge=1,whitening=0", material(PAIRS), 2);

        assertThat(encoder.encode(new float[] {16, 21.5f})).containsExactly(new float[] {6, 1.5f}, within(1e-4f));
    }

    @Test
    void whiteningDividesByAPowerOfTheStandardDeviation() throws IOException {
        float[] half =
                fit("cca:neighbors=1,ridge=1,whitening=0.5", material(PAIRS), 2).encode(new float[] {16, 21.5f});
        float[] full =
                fit("cca:neighbors=1,ridge=1,whitening=1", material(PAIRS), 2).encode(new float[] {16, 21.5f});

        float deviation = (float) Math.sqrt(26);
        assertThat(half)
                .containsExactly(
                        new float[] {(float) (6 / Math.sqrt(deviation)), (float) Math.sqrt(1.5)}, within(1e-4f));
        assertThat(full).containsExactly(new float[] {6 / deviation, 1}, within(1e-4f));
    }

    /** All solutions of the dense problem, whose matrices are put together here from their definition. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "0.3, 0", "0.3, 0.5", "10, 1"})
    void everyDirectionSolvesTheGeneralisedEigenproblem(double ridge, double whitening) throws IOException {
        float[][] x = points(60, DIMS, 8);
        TrainingContext material = material(x);
        double[][] rows = covariance(x);
        double[][] neighbors = covarianceOfNeighbors(x, material.whitenedNeighbors(3));
        double[][] ridged = new double[DIMS][];
        double trace = 0;
        for (int j = 0; j < DIMS; j++) {
            ridged[j] = rows[j].clone();
            trace += rows[j][j];
        }
        for (int j = 0; j < DIMS; j++) {
            ridged[j][j] += ridge * trace / DIMS;
        }

        Encoder encoder = fit("cca:neighbors=3,ridge=" + ridge + ",whitening=" + whitening, material, DIMS);

        double previous = Double.POSITIVE_INFINITY;
        for (double[] direction : directions(encoder)) {
            double[] left = times(neighbors, direction);
            double[] right = times(ridged, direction);
            double lambda = dot(direction, left) / dot(direction, right);
            assertThat(lambda).isLessThan(previous);
            previous = lambda;
            double size = Math.sqrt(dot(right, right));
            for (int j = 0; j < DIMS; j++) {
                assertThat(left[j]).isCloseTo(lambda * right[j], within(1e-4 * size));
            }
            double length = Math.sqrt(dot(direction, direction));
            double deviation = Math.sqrt(dot(direction, times(rows, direction))) / length;
            assertThat(length).as("of weights").isCloseTo(Math.pow(deviation, -whitening), within(1e-4));
        }
    }

    private static double[][] directions(Encoder encoder) {
        float[] weight = encoder.layers().get(0).weight();
        double[][] directions = new double[weight.length / DIMS][DIMS];
        for (int i = 0; i < weight.length; i++) {
            directions[i / DIMS][i % DIMS] = weight[i];
        }
        return directions;
    }

    private static double[][] covariance(float[][] x) {
        double[] mean = mean(x);
        double[][] covariance = new double[DIMS][DIMS];
        for (float[] row : x) {
            for (int p = 0; p < DIMS; p++) {
                for (int q = 0; q < DIMS; q++) {
                    covariance[p][q] += (row[p] - mean[p]) * (row[q] - mean[q]) / x.length;
                }
            }
        }
        return covariance;
    }

    /** C less half the mean of (x − y)(x − y)ᵀ over pairs of which one names the other, each once. */
    private static double[][] covarianceOfNeighbors(float[][] x, NeighborGraph graph) {
        Set<List<Integer>> pairs = new HashSet<>();
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < 3; j++) {
                int other = graph.neighbor(i, j);
                pairs.add(List.of(Math.min(i, other), Math.max(i, other)));
            }
        }
        double[][] covariance = covariance(x);
        for (List<Integer> pair : pairs) {
            float[] one = x[pair.get(0)];
            float[] other = x[pair.get(1)];
            for (int p = 0; p < DIMS; p++) {
                for (int q = 0; q < DIMS; q++) {
                    covariance[p][q] -= (one[p] - other[p]) * (one[q] - other[q]) / 2.0 / pairs.size();
                }
            }
        }
        return covariance;
    }

    @Property(tries = 30)
    void turningAndMovingTheVectorsChangesNoDistanceOfOutputs(
            @ForAll @IntRange(max = 1000) int seed,
            @ForAll @DoubleRange(min = -3, max = 3) double angle,
            @ForAll @DoubleRange(min = 0.01, max = 10) double ridge,
            @ForAll @DoubleRange(max = 1) double whitening)
            throws IOException {
        float[][] x = points(40, DIMS, seed);
        float[][] turned = new float[x.length][];
        for (int i = 0; i < x.length; i++) {
            turned[i] = turned(x[i], angle);
        }
        TrainingContext material = material(x);
        TrainingContext other = material(turned);
        other.whitenedGraph(material.whitenedNeighbors(3)); // rounding may order equally near rows another way
        String method = "cca:neighbors=3,ridge=" + ridge + ",whitening=" + whitening;

        assertSameDistances(
                fit(method, material, 2).encodeAll(x), fit(method, other, 2).encodeAll(turned));
    }

    /** In the planes of all neighbouring axes, one after the other. */
    private static float[] turned(float[] point, double angle) {
        double[] turned = new double[point.length];
        for (int j = 0; j < turned.length; j++) {
            turned[j] = point[j] - 70;
        }
        for (int j = 1; j < turned.length; j++) {
            double first = turned[j - 1];
            turned[j - 1] = Math.cos(angle) * first - Math.sin(angle) * turned[j];
            turned[j] = Math.sin(angle) * first + Math.cos(angle) * turned[j];
        }
        float[] rounded = new float[turned.length];
        for (int j = 0; j < turned.length; j++) {
            rounded[j] = (float) turned[j];
        }
        return rounded;
    }

    @Property(tries = 30)
    void whereNeighboursAreDuplicatesItIsPcaOfTheSameWhitening(
            @ForAll @IntRange(max = 1000) int seed,
            @ForAll @DoubleRange(min = 0.01, max = 10) double ridge,
            @ForAll @DoubleRange(max = 1) double whitening)
            throws IOException {
        float[][] x = points(60, DIMS, seed);
        for (int i = 0; i < x.length; i += 2) {
            x[i + 1] = x[i];
        }
        TrainingContext material = material(x);
        material.graph(inTwos(x.length));
        material.whitenedGraph(inTwos(x.length));

        assertSameDistances(
                fit("cca:neighbors=1,ridge=" + ridge + ",whitening=" + whitening, material, 2)
                        .encodeAll(x),
                fit("pca:whitening=" + whitening, material, 2).encodeAll(x));
    }

    @Property(tries = 30)
    void withoutARidgeAndWithAsManyNeighboursForAllItIsLpp(@ForAll @IntRange(max = 1000) int seed) throws IOException {
        float[][] x = points(60, DIMS, seed);
        TrainingContext material = material(x);
        material.graph(inTwos(x.length));
        material.whitenedGraph(inTwos(x.length));

        assertSameDistances(
                fit("cca:neighbors=1,ridge=0,whitening=1", material, 2).encodeAll(x),
                fit("lpp:neighbors=1", material, 2).encodeAll(x));
    }

    /** Rows 0 and 1 are neighbours, 2 and 3, and so on. */
    private static NeighborGraph inTwos(int rows) {
        int[] twins = new int[rows];
        for (int i = 0; i < rows; i++) {
            twins[i] = i ^ 1;
        }
        return new NeighborGraph(new IntRows("twins.npy", rows, 1, twins));
    }

    @Property(tries = 30)
    void inAllDimensionsWithoutARidgeItOnlyTurnsWhitenedPca(@ForAll @IntRange(max = 1000) int seed) throws IOException {
        float[][] x = points(40, DIMS, seed);
        TrainingContext material = material(x);

        assertSameDistances(
                fit("cca:ridge=0,whitening=1", material, DIMS).encodeAll(x),
                fit("pca:whitening=1", material, DIMS).encodeAll(x));
    }

    private static void assertSameDistances(float[][] some, float[][] others) {
        double size = 0;
        for (float[] output : some) {
            size = Math.max(size, Math.sqrt(squaredDistance(output, some[0])));
        }
        for (int i = 0; i < some.length; i++) {
            double distance = Math.sqrt(squaredDistance(some[i], some[0]));
            assertThat(Math.sqrt(squaredDistance(others[i], others[0]))).isCloseTo(distance, within(1e-3 * size));
        }
    }

    @Test
    void theRidgeGoesWithTheVectorsSoTheirUnitDoesNotMatter() throws IOException {
        float[][] x = points(50, DIMS, 3);
        float[][] larger = new float[x.length][DIMS];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < DIMS; j++) {
                larger[i][j] = 1000 * x[i][j];
            }
        }

        assertSameDistances(
                fit("cca:whitening=1", material(x), 2).encodeAll(x),
                fit("cca:whitening=1", material(larger), 2).encodeAll(larger));
    }

    @Test
    void byCosineOutputsHaveLengthOneAsThoseOfTldr() throws IOException {
        Encoder encoder = fit(
                "cca:neighbors=4,ridge=0.5", new TrainingContext(Vectors.of(points(50, 4, 8)), Metric.COSINE, 1), 2);

        assertThat(encoder.isNormalized()).isTrue();
        assertThat(encoder.metadata())
                .containsEntry("metric", "cosine")
                .containsEntry("neighbors", "4")
                .containsEntry("ridge", "0.5")
                .containsKey("whitening");
    }

    @Test
    void rowsWhoseNeighboursAreAllDuplicatesTellNothing() {
        float[][] x = points(40, 4, 8);
        for (int i = 0; i < 40; i++) {
            x[i] = x[i / 8 * 8];
        }
        assertThatThrownBy(() -> fit("cca:neighbors=2", material(x), 2))
                .as("there is no whitened space to look for them in")
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("every row's nearest neighbour is a copy of it");
        TrainingContext known = material(x);
        known.whitenedGraph(known.neighbors(2));
        assertThatThrownBy(() -> fit("cca:ridge=0,neighbors=2", known, 2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("every row's 2 neighbours are its duplicates", "a ridge above 0");
    }

    @Test
    void moreNeighboursThanOtherRowsAreRefused() {
        assertThatThrownBy(() -> fit("cca:neighbors=9", material(points(9, 2, 8)), 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("ask for fewer neighbours");
    }

    private static TrainingContext material(float[][] x) {
        return new TrainingContext(Vectors.of(x), Metric.L2, 2);
    }

    private static Encoder fit(String method, TrainingContext material, int dims) throws IOException {
        return Methods.named(method).fit(material, dims, 0);
    }
}
