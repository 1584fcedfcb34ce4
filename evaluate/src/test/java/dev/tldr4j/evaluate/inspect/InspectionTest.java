package dev.tldr4j.evaluate.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InspectionTest {
    private static final float NAN = Float.NaN;

    @Test
    void lengthsOddRowsAndCopies() {
        Inspection found = inspect(new float[][] {
            {3, 4}, // 5
            {0, 0}, // zero
            {3, 4}, // a copy of row 0
            {NAN, 1},
            {6, 8}, // 10
            {-0f, 0}, // zero, and a copy of row 1
            {1, Float.NEGATIVE_INFINITY}
        });

        assertThat(found.rows()).isEqualTo(7);
        assertThat(found.dims()).isEqualTo(2);
        assertThat(found.type()).isEqualTo(ElementType.F4);
        assertThat(found.isOfAll()).isTrue();
        assertThat(found.lengths()).isEqualTo(new Lengths(0, 5, 10, false, false));
        assertThat(found.notFinite()).isEqualTo(new OddRows(2, 3));
        assertThat(found.zero()).isEqualTo(new OddRows(2, 1));
        assertThat(found.copies()).isEqualTo(new Copies(2, 2, 0));
        assertThat(found.usableRows()).isEqualTo(3);
        assertThat(found.constant()).isEmpty();
    }

    @Test
    void anEvenNumberOfLengthsHasItsMedianBetweenTheMiddleTwo() {
        assertThat(inspect(new float[][] {{1}, {8}, {-2}, {4}}).lengths().median())
                .isEqualTo(3);
    }

    @Test
    void spreadByHand() {
        // mean (2, 0); variances (16 + 16) / 4 = 8 and (1 + 1) / 4 = 0.5, of which the first is 94 %
        Inspection found = inspect(new float[][] {{6, 0}, {-2, 0}, {2, 1}, {2, -1}});

        assertThat(found.spread().rows()).isEqualTo(4);
        assertThat(found.spread().components()).isEqualTo(Map.of(50, 1, 90, 1, 95, 2, 99, 2));
        // squared lengths 36, 4, 5, 5: 12.5 in the mean, of which the mean's own is 4
        assertThat(found.spread().meanShare()).isCloseTo(4 / 12.5, within(1e-12));
        // the six pairs: −1, twice 2/√5, twice −2/√5, and (4 − 1) / 5
        assertThat(found.spread().meanCosine()).isCloseTo((-1 + 0.6) / 6, within(1e-7));
    }

    @Test
    void variancesAreKeptFromTheLargestOn() {
        double[] variances = {4, 3, 2, 1};

        assertThat(Spread.toKeep(0.4, variances)).isEqualTo(1);
        assertThat(Spread.toKeep(0.41, variances)).isEqualTo(2);
        assertThat(Spread.toKeep(0.9, variances)).isEqualTo(3);
        assertThat(Spread.toKeep(1, variances)).isEqualTo(4);
    }

    @Test
    void zeroRowsAndRowsThatAreNotFiniteHaveNoCosine() {
        // (1, 0) and (1, 1): one pair, 1/√2
        Inspection found = inspect(new float[][] {{1, 0}, {0, 0}, {NAN, 1}, {1, 1}});

        assertThat(found.spread().rows()).isEqualTo(3);
        assertThat(found.spread().meanCosine()).isCloseTo(Math.sqrt(0.5), within(1e-7));
    }

    @Test
    void normalisedRowsAreKnownAlsoAfterRoundingToHalfFloats() {
        assertThat(inspect(new float[][] {{0.6f, 0.8f}, {1, 0}, {0, -1.0004f}}).lengths())
                .matches(Lengths::equal)
                .matches(Lengths::normalized);
        assertThat(inspect(new float[][] {{0.6f, 0.8f}, {1, 0}, {0, -1.002f}}).lengths())
                .matches(lengths -> !lengths.equal() && !lengths.normalized());
        assertThat(inspect(new float[][] {{3, 4}, {0, 5}, {0, 0}}).lengths())
                .as("a zero row has no length to be equal")
                .matches(lengths -> lengths.equal() && !lengths.normalized());
    }

    @Test
    void oneRow() {
        Inspection found = inspect(new float[][] {{3, 4}});

        assertThat(found.lengths()).isEqualTo(new Lengths(5, 5, 5, true, false));
        assertThat(found.copies()).isEqualTo(new Copies(0, -1, -1));
        assertThat(found.constant()).containsExactly(0, 1);
        assertThat(found.spread().components()).isEmpty();
        assertThat(found.spread().meanCosine()).isNaN();
        assertThat(found.spread().meanShare()).isCloseTo(1, within(1e-12));
        assertThat(found.intrinsicDims()).isNaN();
    }

    @Test
    void oneDimension() {
        Random random = new Random(1);
        float[] values = new float[2000];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat();
        }
        Inspection found = inspect(Vectors.of(values, 1));

        assertThat(found.spread().components()).isEqualTo(Map.of(50, 1, 90, 1, 95, 1, 99, 1));
        assertThat(found.intrinsicDims()).isCloseTo(1, within(0.1));
    }

    @Test
    void allRowsEqual() {
        float[] values = new float[3000];
        Arrays.fill(values, 0.1f);
        Inspection found = inspect(Vectors.of(values, 3));

        assertThat(found.copies()).isEqualTo(new Copies(999, 1, 0));
        assertThat(found.constant()).containsExactly(0, 1, 2);
        assertThat(found.spread().components()).isEmpty();
        assertThat(found.spread().meanCosine()).isCloseTo(1, within(1e-9));
        assertThat(found.neighborRows()).isEqualTo(1);
        assertThat(found.intrinsicDims()).isNaN();
    }

    @Test
    void allZero() {
        Inspection found = inspect(Vectors.of(new float[60], 3));

        assertThat(found.zero()).isEqualTo(new OddRows(20, 0));
        assertThat(found.lengths()).isEqualTo(new Lengths(0, 0, 0, false, false));
        assertThat(found.spread().components()).isEmpty();
        assertThat(found.spread().meanShare()).isNaN();
    }

    @Test
    void noRowIsFinite() {
        Inspection found = inspect(new float[][] {{1, NAN}, {Float.POSITIVE_INFINITY, 2}});

        assertThat(found.notFinite()).isEqualTo(new OddRows(2, 0));
        assertThat(found.lengths().median()).isNaN();
        assertThat(found.constant()).isEmpty();
        assertThat(found.spread()).isNull();
        assertThat(found.intrinsicDims()).isNaN();
        assertThat(found.usableRows()).isZero();
    }

    /** Powers of two change no digit, so neither do the figures. */
    @Test
    void hugeAndTinyNumbersHaveTheFiguresOfTheirLikesAroundOne() {
        Inspection plain = inspect(gaussian(500, 8, 1));
        for (double scale : new double[] {0x1p120, 0x1p-110}) {
            Inspection scaled = inspect(gaussian(500, 8, scale));

            assertThat(scaled.spread()).isEqualTo(plain.spread());
            assertThat(scaled.intrinsicDims()).isEqualTo(plain.intrinsicDims());
            assertThat(scaled.lengths().max()).isEqualTo(scale * plain.lengths().max());
        }
    }

    @Test
    void oneRowFarOffDoesNotHideTheNeighboursOfTheOthers() {
        float[] values = values(500, 8, 1);
        double intrinsic = inspect(Vectors.of(values, 8)).intrinsicDims();
        Arrays.fill(values, 80, 88, Float.MAX_VALUE);
        Inspection found = inspect(Vectors.of(values, 8));

        assertThat(found.neighborRows()).isEqualTo(499);
        assertThat(found.intrinsicDims()).isCloseTo(intrinsic, within(0.3));
        assertThat(found.spread().components()).as("but it rules PCA").containsEntry(99, 1);
    }

    @Test
    void fewRowsHaveNoIntrinsicDimension() {
        assertThat(inspect(gaussian(9, 2, 1)).intrinsicDims()).isNaN();
        assertThat(inspect(gaussian(10, 2, 1)).intrinsicDims()).isPositive();
    }

    @Test
    void copiesAreLeftOutOfTheNeighbours() {
        float[] once = values(500, 8, 1);
        float[] twice = Arrays.copyOf(once, 8000);
        System.arraycopy(once, 0, twice, 4000, 4000);

        Inspection found = inspect(Vectors.of(twice, 8));

        assertThat(found.copies()).isEqualTo(new Copies(500, 500, 0));
        assertThat(found.neighborRows()).isEqualTo(500);
        assertThat(found.intrinsicDims()).isEqualTo(inspect(Vectors.of(once, 8)).intrinsicDims());
    }

    @Test
    void aSampleSaysSo() {
        Inspection found = Inspection.of(gaussian(500, 8, 1), 100, 1, 0, ProgressListener.SILENT);

        assertThat(found.isOfAll()).isFalse();
        assertThat(found.scanned()).isEqualTo(100);
        assertThat(found.spread().rows()).isEqualTo(100);
        assertThat(found.neighborRows()).isEqualTo(100);
        assertThatThrownBy(() -> Inspection.of(gaussian(5, 8, 1), 0, 1, 0, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at least 1");
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() {
        Vectors vectors = gaussian(3000, 20, 1);

        assertThat(Inspection.of(vectors, 2000, 1, 7, ProgressListener.SILENT))
                .isEqualTo(Inspection.of(vectors, 2000, 3, 7, ProgressListener.SILENT));
    }

    private static Inspection inspect(float[][] rows) {
        return inspect(Vectors.of(rows));
    }

    private static Inspection inspect(Vectors vectors) {
        return Inspection.of(vectors, 2, 0, ProgressListener.SILENT);
    }

    private static Vectors gaussian(int rows, int dims, double scale) {
        return Vectors.of(values(rows, dims, scale), dims);
    }

    private static float[] values(int rows, int dims, double scale) {
        Random random = new Random(3);
        float[] values = new float[rows * dims];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (scale * (float) random.nextGaussian());
        }
        return values;
    }
}
