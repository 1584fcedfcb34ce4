package dev.tldr4j.learn.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.device.Precision;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighborWhiteningTest {

    /** In 50 dimensions, 30 rows vary in 29 directions. */
    @ParameterizedTest
    @CsvSource({"300, 12", "30, 50"})
    void cosinesAreThoseOfTheDefinition(int count, int dims) throws IOException {
        float[][] rows = uneven(count, dims);
        int rank = Math.min(count - 1, dims);
        NeighborWhitening whitening = fit(rows, 2);

        assertThat(whitening.rank()).isEqualTo(rank);
        assertCosines(whitening.encoder(rank).encodeAll(rows), byDefinition(rows, rank));
    }

    @Property(tries = 20)
    void differencesOfFewRowsAreSummedInPrincipalCoordinatesToTheSame(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 3 + random.nextInt(10);
        int dims = count + 1 + random.nextInt(30);
        float[][] values = new float[count][dims];
        for (float[] row : values) {
            for (int j = 0; j < dims; j++) {
                row[j] = (float) random.nextDouble();
            }
        }
        int[] rows = IntStream.range(0, count).toArray();
        int[] nearest = Arrays.stream(rows).map(row -> (row + 1) % count).toArray();
        Vectors vectors = Vectors.of(values);
        Pca pca = Pca.fit(vectors, 2, ProgressListener.SILENT);
        float[] components = pca.scaledComponents(pca.rank(), 0);
        double[] direct = NeighborWhitening.scatterInComponents(vectors, rows, nearest, components, pca.rank(), 2);
        double[] definition = NeighborWhitening.inComponents(
                NeighborWhitening.scatter(vectors, rows, nearest), NeighborWhitening.doubles(components), pca.rank());
        assertThat(direct).containsExactly(definition, within(1e-5 * dims));
    }

    @Test
    void outputsArePrincipalComponentsAndTheFirstHasVarianceOne() throws IOException {
        float[][] rows = uneven(500, 8);
        NeighborWhitening whitening = fit(rows, 2);
        float[][] outputs = whitening.encoder(8).encodeAll(rows);
        double[] variances = whitening.variances();

        double[] mean = mean(outputs);
        double[][] covariance = covariance(outputs, mean);
        assertThat(variances[0]).isEqualTo(1);
        for (int i = 0; i < 8; i++) {
            assertThat(mean[i]).isCloseTo(0, within(1e-4));
            assertThat(variances[i]).isLessThanOrEqualTo(variances[Math.max(0, i - 1)]);
            for (int j = 0; j < 8; j++) {
                assertThat(covariance[i][j]).isCloseTo(i == j ? variances[i] : 0, within(1e-4));
            }
        }
    }

    @Test
    void fewerDimensionsAreTheFirstOfAll() throws IOException {
        float[][] rows = uneven(100, 8);
        NeighborWhitening whitening = fit(rows, 1);
        Encoder three = whitening.encoder(3);

        assertThat(three.encode(rows[7]))
                .isEqualTo(Arrays.copyOf(whitening.encoder(8).encode(rows[7]), 3));
        assertThat(three.metadata())
                .containsEntry("method", "neighbor-whitening")
                .containsEntry("ridge", "0.5");
        assertThatThrownBy(() -> whitening.encoder(9))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("8 components");
    }

    /** Neighbours differ in the last of ten columns alone: S has one eigenvalue s, to which s/2p is added, as to the zeros. */
    @Test
    void aWorkedExample() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        float[][] rows = new float[400][10];
        for (int i = 0; i < rows.length; i += 2) {
            for (int j = 0; j < 10; j++) {
                rows[i][j] = (float) random.nextGaussian();
            }
            rows[i + 1] = rows[i].clone();
            rows[i + 1][9] += 0.5f;
        }
        float[][] columns = new float[10][10];
        float[] weight = fit(rows, 1).encoder(10).layers().get(0).weight();
        for (int i = 0; i < weight.length; i++) {
            columns[i % 10][i / 10] = weight[i];
        }

        for (int j = 1; j < 9; j++) {
            assertThat(length(columns[j])).isCloseTo(length(columns[0]), within(1e-4f));
        }
        double p = participationRatio(covariance(rows, mean(rows)));
        assertThat(p).isBetween(9.0, 10.0);
        assertThat(length(columns[9]) / length(columns[0]))
                .isCloseTo((float) Math.sqrt(0.5 / p / (1 + 0.5 / p)), within(1e-4f));
    }

    @Test
    void participationRatioIsTheNumberOfDirectionsThatCount() {
        assertThat(NeighborWhitening.participationRatio(new double[] {3, 3, 3, 3}, 4))
                .isEqualTo(4);
        assertThat(NeighborWhitening.participationRatio(new double[] {3, 1, 0}, 3))
                .isEqualTo(1.6);
    }

    @Property(tries = 20)
    void turnedVectorsKeepTheirCosines(@ForAll long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] rows = pairs(40, 6, random);
        float[][] turned = turned(turned(rows, random), random);

        float[][] outputs = fit(rows, 1).encoder(6).encodeAll(rows);
        float[][] ofTurned = fit(turned, 1).encoder(6).encodeAll(turned);
        assertCosines(ofTurned, (i, j) -> cosine(outputs[i], outputs[j]));
    }

    @Test
    void rowsAllAlikeAreRefused() {
        float[][] rows = new float[10][];
        Arrays.fill(rows, new float[] {1, 2, 3});
        assertRefused(rows, "all rows are the same");
    }

    @Test
    void oneRowIsRefused() {
        assertRefused(new float[][] {{1, 2, 3}}, "has one row, which has no neighbours");
    }

    @Test
    void rowsThatAreAllThereTwiceAreRefused() {
        float[][] once = uneven(600, 12);
        float[][] twice = Arrays.copyOf(once, 1200);
        System.arraycopy(once, 0, twice, 600, 600);
        assertRefused(twice, "nearest neighbour is a copy", "remove the copies");
    }

    @Test
    void someCopiesDoNotMatter() throws IOException {
        float[][] rows = Arrays.copyOf(uneven(100, 5), 120);
        Arrays.fill(rows, 100, 120, rows[17]);
        assertThat(fit(rows, 2).rank()).isEqualTo(5);
    }

    @Test
    void twoRowsAreEnough() throws IOException {
        float[][] rows = {{1, 2, 3}, {2, 2, 5}};
        Encoder encoder = fit(rows, 1).encoder(1);
        assertThat(Math.abs(encoder.encode(rows[0])[0])).isCloseTo(1, within(1e-5f));
        assertThat(encoder.encode(rows[1])[0]).isCloseTo(-encoder.encode(rows[0])[0], within(1e-5f));
    }

    @Test
    void aRowThatIsNotFiniteIsRefusedByNumber() {
        float[][] rows = uneven(50, 4);
        rows[31][2] = Float.NaN;
        assertRefused(rows, "row 31, column 2 is NaN");
    }

    /** With few dimensions; with many, LAPACK may share its sums between threads. */
    @Test
    void theSameOnAnyNumberOfThreads() throws IOException {
        float[][] rows = uneven(3000, 6);
        assertThat(fit(rows, 2).encoder(6).id())
                .isEqualTo(fit(rows, 1).encoder(6).id());
    }

    @Test
    void onADeviceItIsWhatItIsHere() throws IOException {
        float[][] rows = uneven(500, 8);
        rows[17] = rows[3].clone();
        Vectors vectors = Vectors.of(rows);
        Pca pca = Pca.fit(vectors, 1, ProgressListener.SILENT);
        NeighborWhitening there = NeighborWhitening.fit(vectors, pca, 1, new HereAsADevice(), ProgressListener.SILENT);

        assertThat(there.encoder(8).id()).isEqualTo(fit(rows, 1).encoder(8).id());
    }

    /** Does on the CPU what a card would. */
    private static final class HereAsADevice implements OpenDevice {
        @Override
        public String name() {
            return "here";
        }

        @Override
        public long freeBytes() {
            return Long.MAX_VALUE;
        }

        @Override
        public Backend backend(Precision precision, long bytes) {
            throw new AssertionError("nothing is to be trained");
        }

        @Override
        public int mostNeighbors() {
            return 1;
        }

        @Override
        public int[] neighbors(Vectors vectors, int k, Metric metric, ProgressListener listener) {
            NeighborGraph graph = new ExactSearch(metric, 1).graph(vectors, k, listener);
            return IntStream.range(0, graph.rows())
                    .flatMap(row -> IntStream.range(0, k).map(i -> graph.neighbor(row, i)))
                    .toArray();
        }

        @Override
        public void encode(Encoder encoder, Vectors vectors, VectorWriter writer, ProgressListener listener)
                throws IOException {
            new BatchEncoder(encoder, 1).encode(vectors, writer, listener);
        }

        @Override
        public void close() {}
    }

    private static NeighborWhitening fit(float[][] rows, int threads) throws IOException {
        Vectors vectors = Vectors.of(rows);
        Pca pca = Pca.fit(vectors, threads, ProgressListener.SILENT);
        return NeighborWhitening.fit(vectors, pca, threads, ProgressListener.SILENT);
    }

    private static void assertRefused(float[][] rows, String... told) {
        assertThatThrownBy(() -> fit(rows, 1))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(Vectors.of(rows).name())
                .hasMessageContainingAll(told)
                .hasMessageNotContaining("\n");
    }

    /** Correlated columns with different variances, away from zero. */
    private static float[][] uneven(int count, int dims) {
        SplittableRandom random = new SplittableRandom(5);
        float[][] rows = new float[count][dims];
        for (float[] row : rows) {
            double previous = 0;
            for (int j = 0; j < dims; j++) {
                previous = 0.5 * previous + (1 + j % 5) * random.nextGaussian();
                row[j] = (float) (previous + 3);
            }
        }
        return rows;
    }

    /** Two and two beside each other and far from all others, so that rounding does not decide who is nearest. */
    private static float[][] pairs(int count, int dims, SplittableRandom random) {
        float[][] rows = new float[count][dims];
        for (int i = 0; i < count; i += 2) {
            for (int j = 0; j < dims; j++) {
                double center = (dims - j) * random.nextGaussian();
                rows[i][j] = (float) center;
                rows[i + 1][j] = (float) (center + 0.02 * (1 + j) * random.nextGaussian());
            }
        }
        return rows;
    }

    /** In a mirror before a random direction: orthogonal, and two of them are a rotation. */
    private static float[][] turned(float[][] rows, SplittableRandom random) {
        int dims = rows[0].length;
        double[] direction = random.doubles(dims, -1, 1).toArray();
        double square = Arrays.stream(direction).map(x -> x * x).sum();
        float[][] turned = new float[rows.length][dims];
        for (int i = 0; i < rows.length; i++) {
            double along = 0;
            for (int j = 0; j < dims; j++) {
                along += direction[j] * rows[i][j];
            }
            for (int j = 0; j < dims; j++) {
                turned[i][j] = (float) (rows[i][j] - 2 * along / square * direction[j]);
            }
        }
        return turned;
    }

    /** The cosine of two rows. */
    @FunctionalInterface
    private interface Cosine {
        double of(int i, int j);
    }

    private static void assertCosines(float[][] outputs, Cosine expected) {
        for (int i = 0; i < outputs.length; i++) {
            for (int j = 0; j < i; j++) {
                assertThat(cosine(outputs[i], outputs[j])).isCloseTo(expected.of(i, j), within(1e-3));
            }
        }
    }

    /**
     * Roots and principal components turn coordinates, which cosines do not see: what is left of whitening by {@code M^(−1/2)} is
     * the inner product {@code xᵀ · M⁻¹ · y}.
     */
    private static Cosine byDefinition(float[][] rows, int rank) {
        double[] mean = mean(rows);
        double directions = participationRatio(covariance(rows, mean));
        double[][] ofSearch = inverse(ridged(covariance(rows, mean), 10, rank));
        double[][] centred = new double[rows.length][mean.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < mean.length; j++) {
                centred[i][j] = rows[i][j] - mean[j];
            }
        }
        double[][] scatter = new double[mean.length][mean.length];
        for (int i = 0; i < rows.length; i++) {
            int nearest = -1;
            for (int j = 0; j < rows.length; j++) {
                if (j != i
                        && (nearest < 0
                                || cosine(ofSearch, centred[i], centred[j])
                                        > cosine(ofSearch, centred[i], centred[nearest]))) {
                    nearest = j;
                }
            }
            for (int a = 0; a < mean.length; a++) {
                for (int b = 0; b < mean.length; b++) {
                    scatter[a][b] +=
                            (centred[i][a] - centred[nearest][a]) * (centred[i][b] - centred[nearest][b]) / rows.length;
                }
            }
        }
        double[][] whitening = inverse(ridged(scatter, 0.5 * rank / directions, rank));
        return (i, j) -> cosine(whitening, centred[i], centred[j]);
    }

    /** tr(C)² / tr(C²). */
    private static double participationRatio(double[][] covariance) {
        double trace = 0;
        double squares = 0;
        for (int i = 0; i < covariance.length; i++) {
            trace += covariance[i][i];
            squares += Arrays.stream(covariance[i]).map(x -> x * x).sum();
        }
        return trace * trace / squares;
    }

    private static double[] mean(float[][] rows) {
        double[] mean = new double[rows[0].length];
        for (float[] row : rows) {
            for (int j = 0; j < mean.length; j++) {
                mean[j] += row[j] / (double) rows.length;
            }
        }
        return mean;
    }

    private static double[][] covariance(float[][] rows, double[] mean) {
        double[][] covariance = new double[mean.length][mean.length];
        for (float[] row : rows) {
            for (int i = 0; i < mean.length; i++) {
                for (int j = 0; j < mean.length; j++) {
                    covariance[i][j] += (row[i] - mean[i]) * (row[j] - mean[j]) / rows.length;
                }
            }
        }
        return covariance;
    }

    /** With so many times the mean of its largest {@code rank} eigenvalues, the others being 0, added to all. */
    private static double[][] ridged(double[][] matrix, double ridge, int rank) {
        double trace = 0;
        for (int i = 0; i < matrix.length; i++) {
            trace += matrix[i][i];
        }
        for (int i = 0; i < matrix.length; i++) {
            matrix[i][i] += ridge * trace / rank;
        }
        return matrix;
    }

    /** Gauss and Jordan, without pivots, which a positive definite matrix does not need. */
    private static double[][] inverse(double[][] matrix) {
        int n = matrix.length;
        double[][] inverse = new double[n][n];
        for (int i = 0; i < n; i++) {
            inverse[i][i] = 1;
        }
        for (int i = 0; i < n; i++) {
            double pivot = matrix[i][i];
            for (int j = 0; j < n; j++) {
                matrix[i][j] /= pivot;
                inverse[i][j] /= pivot;
            }
            for (int k = 0; k < n; k++) {
                double factor = matrix[k][i];
                for (int j = 0; j < n && k != i; j++) {
                    matrix[k][j] -= factor * matrix[i][j];
                    inverse[k][j] -= factor * inverse[i][j];
                }
            }
        }
        return inverse;
    }

    private static double cosine(double[][] product, double[] x, double[] y) {
        return product(product, x, y) / Math.sqrt(product(product, x, x) * product(product, y, y));
    }

    private static double product(double[][] matrix, double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < y.length; j++) {
                sum += x[i] * matrix[i][j] * y[j];
            }
        }
        return sum;
    }

    private static double cosine(float[] x, float[] y) {
        double product = 0;
        for (int i = 0; i < x.length; i++) {
            product += (double) x[i] * y[i];
        }
        return product / length(x) / length(y);
    }

    private static float length(float[] x) {
        double squares = 0;
        for (float value : x) {
            squares += (double) value * value;
        }
        return (float) Math.sqrt(squares);
    }
}
