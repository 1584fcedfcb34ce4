package dev.tldr4j.learn.quantization;

import static dev.tldr4j.learn.quantization.Data.SILENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProductQuantizerTest {

    @Property(tries = 15)
    void nothingIsLostWhereThereIsACentroidForEveryDifferentRow(
            @ForAll @IntRange(min = 1, max = 60) int different,
            @ForAll @IntRange(min = 1, max = 5) int bytes,
            @ForAll long seed) {
        // whole numbers: rows much nearer to each other than they are long are lost in the rounding of the products
        float[][] distinct = Data.gaussian(different, 5, seed);
        for (float[] row : distinct) {
            for (int j = 0; j < row.length; j++) {
                row[j] = Math.round(row[j]);
            }
        }
        float[][] rows = new float[300][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = distinct[i % different];
        }
        ProductQuantizer quantizer = Data.train(rows, bytes, false);
        // a float of about 10, less the centre and plus it again, is off by a part in 10⁷ at most
        assertThat(quantizer.meanSquaredError(Vectors.of(rows), 1, SILENT)).isLessThan(5 * 4e-12);
    }

    @Test
    void allDifferentRowsAreFoundAmongThousands() {
        float[][] distinct = Data.gaussian(250, 4, 3);
        float[][] rows = new float[9000][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = distinct[i % 37 == 0 ? i / 37 : i % 10]; // ten often, the others once or twice
        }
        ProductQuantizer quantizer = Data.train(rows, 1, false);
        assertThat(quantizer.meanSquaredError(Vectors.of(rows), 2, SILENT)).isLessThan(4 * 4e-12);
    }

    @Property(tries = 15)
    void everyByteNamesTheNearestCentroid(
            @ForAll @IntRange(min = 1, max = 300) int rows,
            @ForAll @IntRange(min = 1, max = 12) int dims,
            @ForAll @IntRange(min = 1, max = 12) int wanted,
            @ForAll boolean optimized,
            @ForAll long seed) {
        int bytes = Math.min(wanted, dims);
        ProductQuantizer quantizer = Data.train(Data.gaussian(rows, dims, seed), bytes, optimized);
        float[][] others = Data.gaussian(270, dims, seed + 1); // more than a block
        byte[] codes = quantizer.encode(Vectors.of(others), 0, others.length);
        Subspaces subspaces = quantizer.codebook().subspaces();
        int centroids = quantizer.codebook().centroids();
        for (int i = 0; i < others.length; i++) {
            float[] turned = quantizer.coordinates().of(others[i], true);
            for (int s = 0; s < bytes; s++) {
                double nearest = Double.POSITIVE_INFINITY;
                for (int c = 0; c < centroids; c++) {
                    nearest = Math.min(nearest, distance(quantizer, turned, subspaces, s, c));
                }
                int chosen = codes[i * bytes + s] & 0xff;
                assertThat(chosen).isLessThan(centroids);
                // the products are rounded: a centroid nearer by less than that may lose
                assertThat(distance(quantizer, turned, subspaces, s, chosen)).isCloseTo(nearest, within(1e-3));
            }
        }
    }

    private static double distance(ProductQuantizer quantizer, float[] turned, Subspaces subspaces, int s, int c) {
        double sum = 0;
        for (int j = subspaces.first(s); j < subspaces.first(s + 1); j++) {
            double difference = turned[j] - quantizer.codebook().values()[c * subspaces.dims() + j];
            sum += difference * difference;
        }
        return sum;
    }

    @Property(tries = 15)
    void tablesSumUpToTheDistanceAndTheProductWithTheDecodedRow(
            @ForAll @IntRange(min = 1, max = 300) int rows,
            @ForAll @IntRange(min = 1, max = 12) int dims,
            @ForAll @IntRange(min = 1, max = 12) int wanted,
            @ForAll boolean optimized,
            @ForAll long seed) {
        float[][] values = Data.gaussian(rows, dims, seed);
        ProductQuantizer quantizer = Data.train(values, Math.min(wanted, dims), optimized);
        QuantizedVectors quantized = quantizer.quantize(Vectors.of(values), 2, SILENT);
        float[] query = Data.gaussian(1, dims, seed + 1)[0];
        float[] distances = quantizer.squaredDistances(query);
        float[] products = quantizer.dotProducts(query);
        double scale = Data.dot(query, query) + 100 * dims; // of the numbers that are rounded, to 7 digits
        for (int row = 0; row < rows; row++) {
            float[] decoded = Data.read(quantized, row);
            double distance = Data.squaredDistance(query, decoded);
            assertThat((double) quantized.sum(distances, row)).isCloseTo(distance, within(2e-6 * scale));
            assertThat((double) quantized.sum(products, row)).isCloseTo(Data.dot(query, decoded), within(2e-6 * scale));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 16})
    void theLearnedRotationIsOrthogonal(int bytes) {
        ProductQuantizer quantizer = Data.train(Data.askew(600, 16, 5), bytes, true);
        float[] rotation = new float[16 * 16];
        quantizer.coordinates().rotation().buffer().get(0, rotation);
        for (int i = 0; i < 16; i++) {
            for (int k = 0; k < 16; k++) {
                double dot = 0;
                for (int j = 0; j < 16; j++) {
                    dot += (double) rotation[i * 16 + j] * rotation[k * 16 + j];
                }
                assertThat(dot).isCloseTo(i == k ? 1 : 0, within(1e-6));
            }
        }
    }

    @Test
    void optimizingLosesMuchLessWhereDimensionsAreCorrelated() {
        float[][] values = Data.askew(5000, 16, 7);
        Vectors others = Vectors.of(values);
        double plain = Data.train(values, 4, false).meanSquaredError(others, 2, SILENT);
        double optimized = Data.train(values, 4, true).meanSquaredError(others, 2, SILENT);
        assertThat(optimized).isLessThan(0.7 * plain);
    }

    @Test
    void moreBytesLoseLess() {
        float[][] values = Data.askew(3000, 16, 8);
        double before = Double.POSITIVE_INFINITY;
        for (int bytes : new int[] {1, 2, 5, 8, 16}) {
            double error = Data.train(values, bytes, true).meanSquaredError(Vectors.of(values), 2, SILENT);
            assertThat(error).isLessThan(before);
            before = error;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theSameSeedAndThreadsGiveTheSameBytes(int threads) {
        Vectors vectors = Vectors.of(Data.askew(2000, 13, 9));
        for (boolean optimized : new boolean[] {false, true}) {
            byte[][] codes = new byte[2][];
            float[][] centroids = new float[2][];
            for (int i = 0; i < 2; i++) {
                ProductQuantizer quantizer = ProductQuantizer.train(vectors, 4, optimized, threads, 5, SILENT);
                codes[i] = quantizer.encode(vectors, 0, vectors.rows());
                centroids[i] = quantizer.codebook().values();
            }
            assertThat(codes[1]).isEqualTo(codes[0]);
            assertThat(centroids[1]).isEqualTo(centroids[0]);
        }
    }

    @Test
    void ofManyRowsASampleTeachesTheRest() {
        float[] values = new float[140_000];
        Random random = new Random(6);
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat();
        }
        Vectors vectors = Vectors.of(values, 2);
        ProductQuantizer quantizer = ProductQuantizer.train(vectors, 2, false, 2, 1, SILENT);
        // the best 256 cells of the unit line are 1/256 wide: a variance of 1/(12 · 256²) in each dimension
        double optimum = 2.0 / (12 * 256 * 256);
        assertThat(quantizer.meanSquaredError(vectors, 2, SILENT)).isBetween(0.99 * optimum, 1.3 * optimum);
    }

    @Test
    void anotherSeedGivesOtherCentroids() {
        Vectors vectors = Vectors.of(Data.askew(2000, 8, 9));
        ProductQuantizer one = ProductQuantizer.train(vectors, 2, false, 1, 5, SILENT);
        ProductQuantizer other = ProductQuantizer.train(vectors, 2, false, 1, 6, SILENT);
        assertThat(other.codebook().values()).isNotEqualTo(one.codebook().values());
    }

    @Test
    void dimensionsAreSplitAsEvenlyAsPossible() {
        Subspaces subspaces = new Subspaces(11, 4);
        int sum = 0;
        for (int s = 0; s < 4; s++) {
            assertThat(subspaces.first(s)).isEqualTo(sum);
            assertThat(subspaces.width(s)).isBetween(2, 3);
            sum += subspaces.width(s);
        }
        assertThat(sum).isEqualTo(11);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneRowIsItsOwnCentroid(boolean optimized) {
        float[][] row = {{1, -2, 3}};
        ProductQuantizer quantizer = Data.train(row, 2, optimized);
        assertThat(quantizer.bytes()).isEqualTo(2);
        assertThat(quantizer.dims()).isEqualTo(3);
        FloatBuffer decoded = FloatBuffer.allocate(3);
        quantizer.decode(quantizer.encode(Vectors.of(row), 0, 1), decoded);
        assertThat(decoded.array()).containsExactly(row[0]);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void constantColumnsComeBackAsTheyAre(boolean optimized) {
        float[][] values = new float[500][];
        Random random = new Random(4);
        for (int i = 0; i < values.length; i++) {
            values[i] = new float[] {7, (float) random.nextGaussian(), 7, 7, (float) random.nextGaussian(), -3};
        }
        ProductQuantizer quantizer = Data.train(values, 3, optimized);
        QuantizedVectors quantized = quantizer.quantize(Vectors.of(values), 2, SILENT);
        for (int row = 0; row < values.length; row += 50) {
            float[] decoded = Data.read(quantized, row);
            for (int j : new int[] {0, 2, 3, 5}) {
                assertThat(decoded[j]).isCloseTo(values[row][j], within(1e-3f));
            }
        }
        // two dimensions vary, and in a subspace of its own each is told apart finely
        assertThat(quantizer.meanSquaredError(Vectors.of(values), 2, SILENT)).isLessThan(0.002);
    }

    @Test
    void rowsFarFromTheOriginAreToldApart() {
        float[][] values = Data.gaussian(1000, 6, 2);
        for (float[] row : values) {
            for (int j = 0; j < row.length; j++) {
                row[j] += 100_000;
            }
        }
        double plain = Data.train(Data.gaussian(1000, 6, 2), 3, false)
                .meanSquaredError(Vectors.of(Data.gaussian(1000, 6, 2)), 1, SILENT);
        double far = Data.train(values, 3, false).meanSquaredError(Vectors.of(values), 1, SILENT);
        assertThat(far).isCloseTo(plain, within(0.1 * plain));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 4})
    void codesLongerThanTheRowsOrWithoutBytesAreRefused(int bytes) {
        assertThatThrownBy(() -> Data.train(Data.gaussian(10, 3, 1), bytes, false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("1 to 3 bytes long, not " + bytes);
    }

    @Test
    void rowsThatAreNotFiniteAreRefusedByName() {
        float[][] values = Data.gaussian(400, 3, 1);
        ProductQuantizer quantizer = Data.train(values, 3, false);
        values[300][1] = Float.NaN;
        assertThatThrownBy(() -> Data.train(values, 3, false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 300, column 1 is NaN");
        assertThatThrownBy(() -> quantizer.quantize(Vectors.of(values), 2, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 300, column 1 is NaN");
        values[300][1] = 1e30f;
        assertThatThrownBy(() -> quantizer.quantize(Vectors.of(values), 2, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 300 is too long");
    }

    @Test
    void vectorsAndQueriesOfAnotherWidthAreRefused() {
        ProductQuantizer quantizer = Data.train(Data.gaussian(10, 3, 1), 2, false);
        Vectors wider = Vectors.of(Data.gaussian(2, 4, 1));
        assertThatThrownBy(() -> quantizer.quantize(wider, 1, SILENT)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> quantizer.encode(wider, 0, 1)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> quantizer.meanSquaredError(wider, 1, SILENT))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> quantizer.squaredDistances(new float[4])).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> quantizer.decode(new byte[3], FloatBuffer.allocate(9)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
