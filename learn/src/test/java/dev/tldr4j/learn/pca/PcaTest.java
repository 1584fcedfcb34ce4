package dev.tldr4j.learn.pca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PcaTest {

    @Test
    void aWorkedExample() {
        // four points around (10, 20): ±2 along (1, 1)/√2 and ±1 along (1, −1)/√2
        float a = (float) Math.sqrt(2);
        float b = (float) Math.sqrt(0.5);
        Vectors vectors =
                Vectors.of(new float[][] {{10 + a, 20 + a}, {10 - a, 20 - a}, {10 + b, 20 - b}, {10 - b, 20 + b}});
        Pca pca = Pca.fit(vectors, 1, ProgressListener.SILENT);
        assertThat(pca.mean()).containsExactly(new double[] {10, 20}, within(1e-6));
        // variance along (1, 1)/√2: (4 + 4 + 0 + 0)/4 = 2; along (1, −1)/√2: (0 + 0 + 1 + 1)/4 = 0.5
        assertThat(pca.variances()).containsExactly(new double[] {2, 0.5}, within(1e-5));
        float[] first = pca.encoder(1, 0).encode(new float[] {10 + a, 20 + a});
        assertThat(Math.abs(first[0])).isCloseTo(2f, within(1e-5f));
        float[] whitened = pca.encoder(1, 1).encode(new float[] {10 + a, 20 + a});
        assertThat(Math.abs(whitened[0])).isCloseTo((float) (2 / Math.sqrt(2)), within(1e-5f));
    }

    @Test
    void aRidgeLeavesSmallDirectionsSmaller() {
        float a = (float) Math.sqrt(2);
        float b = (float) Math.sqrt(0.5);
        Vectors vectors = Vectors.of(new float[][] {{a, a}, {-a, -a}, {b, -b}, {-b, b}});
        Pca pca = Pca.fit(vectors, 1, ProgressListener.SILENT);
        // variances 2 and 0.5, so 1.25 in the mean; twice that is added: 4.5 and 3
        assertThat(pca.scaledVariances(2, 1, 2)).containsExactly(new double[] {2 / 4.5, 0.5 / 3}, within(1e-5));
        assertThat(pca.scaledVariances(2, 0.5, 2))
                .containsExactly(new double[] {2 / Math.sqrt(4.5), 0.5 / Math.sqrt(3)}, within(1e-5));
        Encoder damped = pca.encoder(2, 1, 2);
        assertThat(Math.abs(damped.encode(new float[] {a, a})[0]))
                .isCloseTo((float) (2 / Math.sqrt(4.5)), within(1e-5f));
        assertThat(Math.abs(damped.encode(new float[] {b, -b})[1]))
                .isCloseTo((float) (1 / Math.sqrt(3)), within(1e-5f));
        assertThat(damped.metadata()).containsEntry("ridge", "2.0").containsEntry("whitening", "1.0");
        assertThat(pca.encoder(2, 1, 0).id()).isEqualTo(pca.encoder(2, 1).id());
        assertThatThrownBy(() -> pca.encoder(2, 1, -1)).hasMessageContaining("ridge");
    }

    @Test
    void numbersWhoseSquaresAreLostAreNotCalledTheSame() {
        for (float small : new float[] {1e-30f, 1e-40f}) {
            Vectors vectors = Vectors.of(new float[][] {{small, 0}, {-small, small}, {0, 2 * small}});
            assertThatThrownBy(() -> Pca.fit(vectors, 1, ProgressListener.SILENT))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("squares are lost in floats; scale them up");
        }
        Vectors same = Vectors.of(new float[][] {{1e-30f, 1}, {1e-30f, 1}});
        Pca pca = Pca.fit(same, 1, ProgressListener.SILENT);
        assertThatThrownBy(() -> pca.requireDirections("x", 1)).hasMessageContaining("all rows are the same");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1})
    void outputsAreUncorrelatedWithTheVarianceTheWhiteningLeaves(double whitening) {
        int rows = 9000; // more than two blocks
        int dims = 6;
        float[][] values = mixed(rows, dims);
        Pca pca = Pca.fit(Vectors.of(values), 2, ProgressListener.SILENT);
        Encoder encoder = pca.encoder(4, whitening);
        double[][] covariance = new double[4][4];
        double[] mean = new double[4];
        for (float[] value : values) {
            float[] z = encoder.encode(value);
            for (int i = 0; i < 4; i++) {
                mean[i] += z[i] / rows;
                for (int j = 0; j < 4; j++) {
                    covariance[i][j] += (double) z[i] * z[j] / rows;
                }
            }
        }
        for (int i = 0; i < 4; i++) {
            assertThat(mean[i]).isCloseTo(0, within(1e-3));
            for (int j = 0; j < 4; j++) {
                double expected = i == j ? Math.pow(pca.variances()[i], 1 - whitening) : 0;
                assertThat(covariance[i][j]).isCloseTo(expected, within(1e-3 * pca.variances()[0]));
            }
        }
    }

    /** The products of rows with each other give what the covariance does, which is of far more numbers. */
    @Property(tries = 30)
    void ofFewRowsInManyDimensionsTheComponentsAreThoseOfTheCovariance(
            @ForAll @IntRange(min = 2, max = 12) int rows,
            @ForAll @IntRange(min = 1, max = 20) int more,
            @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] values = new float[rows][rows + more];
        for (float[] row : values) {
            for (int j = 0; j < row.length; j++) {
                // far from the origin, and of very different sizes
                row[j] = 5 + (float) ((random.nextDouble() - 0.5) / (1 + j));
            }
        }
        Vectors vectors = Vectors.of(values);
        Pca few = Pca.ofFewRows(vectors, 2, ProgressListener.SILENT);
        Pca many = Pca.ofManyRows(vectors, 2, ProgressListener.SILENT);
        assertThat(few.mean()).containsExactly(many.mean(), within(1e-6));
        double[] variances = many.variances();
        assertThat(few.variances()).containsExactly(variances, within(1e-6 * variances[0]));
        assertThat(few.rank()).isBetween(1, rows - 1);
        float[] components = few.scaledComponents(few.rank(), 0);
        int dims = rows + more;
        double[] covariance = covariance(values, many.mean());
        for (int i = 0; i < few.rank(); i++) {
            double[] image = new double[dims];
            for (int j = 0; j < dims; j++) {
                for (int l = 0; l < dims; l++) {
                    image[j] += covariance[j * dims + l] * components[i * dims + l];
                }
            }
            for (int j = 0; j < dims; j++) {
                assertThat(image[j])
                        .as("covariance times component " + i)
                        .isCloseTo(few.variances()[i] * components[i * dims + j], within(1e-6 * variances[0]));
            }
            for (int l = 0; l <= i; l++) {
                double dot = 0;
                for (int j = 0; j < dims; j++) {
                    dot += components[i * dims + j] * components[l * dims + j];
                }
                assertThat(dot).as("components " + i + " and " + l).isCloseTo(i == l ? 1 : 0, within(1e-5));
            }
        }
    }

    private static double[] covariance(float[][] values, double[] mean) {
        int dims = mean.length;
        double[] covariance = new double[dims * dims];
        for (float[] row : values) {
            for (int i = 0; i < dims; i++) {
                for (int j = 0; j < dims; j++) {
                    covariance[i * dims + j] += (row[i] - mean[i]) * (row[j] - mean[j]) / values.length;
                }
            }
        }
        return covariance;
    }

    @Test
    void fewRowsOfVeryManyDimensionsTakeAMoment() {
        SplittableRandom random = new SplittableRandom(3);
        float[][] values = new float[20][50_000];
        for (float[] row : values) {
            for (int j = 0; j < row.length; j++) {
                row[j] = (float) random.nextDouble();
            }
        }
        assertThat(Pca.fit(Vectors.of(values), 2, ProgressListener.SILENT).rank())
                .isEqualTo(19);
    }

    @Test
    void fewRowsThatAreAllTheSameVaryInNoDirection() {
        Pca pca = Pca.fit(Vectors.of(new float[][] {{1, 2, 3}, {1, 2, 3}}), 1, ProgressListener.SILENT);
        assertThat(pca.rank()).isZero();
    }

    @Test
    void theSameOnAnyNumberOfThreads() {
        Vectors vectors = Vectors.of(mixed(5000, 6));
        Encoder one = Pca.fit(vectors, 1, ProgressListener.SILENT).encoder(3, 0.5);
        Encoder two = Pca.fit(vectors, 2, ProgressListener.SILENT).encoder(3, 0.5);
        assertThat(two.id()).isEqualTo(one.id());
    }

    /** Rows are summed around a point that is found from some of them; here it is far from the mean of all. */
    @Test
    void aMeanThatAFewRowsDoNotTellIsFoundAllTheSame() {
        int rows = 9000;
        float[][] values = new float[rows][];
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < rows; i++) {
            // the first look takes 4,096 rows, spread evenly: those numbered ⌊j · 9000 / 4096⌋
            boolean sampled = (i * 4096L + 8999) / 9000 * 9000 / 4096 == i;
            float x = (sampled ? 100 : -100) + i % 7;
            values[i] = new float[] {x, i % 11};
            sum += x;
            squares += x * x;
        }
        Pca pca = Pca.fit(Vectors.of(values), 2, ProgressListener.SILENT);
        assertThat(pca.mean()[0]).isCloseTo(sum / rows, within(1e-4));
        double variance = squares / rows - sum / rows * (sum / rows);
        assertThat(pca.variances()[0]).isCloseTo(variance, within(1e-5 * variance));
    }

    @Test
    void numbersWhoseSquaresAreNoFloatsAreRefused() {
        Vectors vectors = Vectors.of(new float[][] {{1e30f, 0}, {-1e30f, 1}});
        assertThatThrownBy(() -> Pca.fit(vectors, 1, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("scale them down");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void workThatFailsInOneThreadEndsInAll(int threads) {
        float[][] values = mixed(50_000, 3);
        values[30_001][1] = Float.NaN;
        assertThatThrownBy(() -> Pca.fit(Vectors.of(values), threads, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 30001, column 1 is NaN");
        values[30_001][1] = 0;
        AtomicInteger heard = new AtomicInteger();
        assertThatThrownBy(() -> Pca.fit(Vectors.of(values), threads, progress -> {
                    if (heard.incrementAndGet() == 5) {
                        throw new CancellationException();
                    }
                }))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void constantColumnsDoNotCountAsDirections() {
        float[][] values = new float[100][];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            values[i] = new float[] {(float) random.nextDouble(), 7, (float) random.nextDouble(), 7};
        }
        Pca pca = Pca.fit(Vectors.of(values), 1, ProgressListener.SILENT);
        assertThat(pca.rank()).isEqualTo(2);
        assertThatThrownBy(() -> pca.encoder(3, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("2 directions");
    }

    @Test
    void aColumnInAFarSmallerUnitHidesTheOthersAndTheMessageSaysSo() {
        float[][] values = new float[100][];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            values[i] = new float[] {1e5f * (float) random.nextDouble(), (float) random.nextDouble()};
        }
        Pca pca = Pca.fit(Vectors.of(values), 1, ProgressListener.SILENT);
        assertThatThrownBy(() -> pca.encoder(2, 0)).hasMessageContaining("far larger numbers than the rest");
    }

    @Test
    void infinityIsRefusedByRow() {
        Vectors vectors = Vectors.of(new float[][] {{1, 0}, {Float.POSITIVE_INFINITY, 1}});
        assertThatThrownBy(() -> Pca.fit(vectors, 1, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 1");
    }

    /** Correlated columns with different variances, away from zero. */
    private static float[][] mixed(int rows, int dims) {
        SplittableRandom random = new SplittableRandom(5);
        float[][] values = new float[rows][dims];
        for (float[] row : values) {
            double previous = 0;
            for (int j = 0; j < dims; j++) {
                previous = 0.6 * previous + (j + 1) * (random.nextDouble() - 0.5);
                row[j] = (float) (previous + 3 * j);
            }
        }
        return values;
    }
}
