package dev.tldr4j.evaluate.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Half;
import dev.tldr4j.learn.bits.ByteBudget;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RowCodeTest {

    @Provide
    Arbitrary<float[][]> rows() {
        return Arbitraries.integers().between(1, 20).flatMap(dims -> Arbitraries.floats()
                .between(-60_000, 60_000)
                .array(float[].class)
                .ofSize(dims)
                .array(float[][].class)
                .ofMinSize(1)
                .ofMaxSize(12));
    }

    @Property(tries = 300)
    void halfFloatsComeBackAsTheyWere(@ForAll("rows") float[][] rows) {
        for (float[] row : rows) {
            for (int j = 0; j < row.length; j++) {
                row[j] = Half.toFloat(Half.of(row[j]));
            }
        }
        assertThat(decoded(rows, new HalfCode("x", rows[0].length))).isDeepEqualTo(rows);
    }

    @Test
    void aNumberBeyondHalfFloatsIsRefused() {
        float[][] rows = {{1, 2}, {3, 70_000}};
        assertThatThrownBy(() -> decoded(rows, new HalfCode("x.npy", 2)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("x.npy: holds 70000.0, beyond the range of half floats");
    }

    @Test
    void aBitOfAWorkedExample() {
        // around their mean, 1: -3, -1, 1, 3 and the opposite. With ±a for each, the error along the vector is 20 - 8a
        // and the
        // squared error 20 - 16a + 4a²; 0.1 of this and 0.9 / 20 of the other's square are least at a = 16 / 6.56
        float[][] rows = {{-2, 0, 2, 4}, {4, 2, 0, -2}};
        ScalarCode code = ScalarCode.learn(1, Vectors.of(rows), ProgressListener.SILENT);
        float a = 16 / 6.56f;
        assertThat(decoded(rows, code)[0]).containsExactly(new float[] {1 - a, 1 - a, 1 + a, 1 + a}, within(1e-5f));
        assertThat(code.bytes())
                .as("a byte of four bits, and 16 of corrections")
                .isEqualTo(17);
        assertThat(code.sharedBytes()).as("the mean").isEqualTo(16);
    }

    @Test
    void numbersThatLieOnLevelsComeBackAsTheyWere() {
        float[][] rows = {{-2, 0, 2, 4}, {4, 2, 0, -2}};
        float[][] decoded = decoded(rows, ScalarCode.learn(2, Vectors.of(rows), ProgressListener.SILENT));
        assertThat(decoded[0]).containsExactly(rows[0], within(1e-6f));
        assertThat(decoded[1]).containsExactly(rows[1], within(1e-6f));
    }

    @Property(tries = 300)
    void eightBitsLoseLittleOfAVector(@ForAll("rows") float[][] rows) {
        float[] mean = new float[rows[0].length];
        float[][] decoded = decoded(rows, ScalarCode.learn(8, Vectors.of(rows), ProgressListener.SILENT));
        for (float[] row : rows) {
            for (int j = 0; j < row.length; j++) {
                mean[j] += row[j] / rows.length;
            }
        }
        for (int i = 0; i < rows.length; i++) {
            double squares = 0;
            double lost = 0;
            for (int j = 0; j < mean.length; j++) {
                squares += Math.pow(rows[i][j] - mean[j], 2);
                lost += Math.pow(rows[i][j] - decoded[i][j], 2);
            }
            double rounding = 1; // of numbers up to 60,000
            assertThat(Math.sqrt(lost)).isLessThanOrEqualTo(0.05 * Math.sqrt(squares) + rounding);
        }
    }

    @Test
    void bitsHoldTheWidestRangeThereIs() {
        float[][] rows = {{-Float.MAX_VALUE, 1}, {Float.MAX_VALUE, 2}, {0, 3}};
        for (float[] row : decoded(rows, ScalarCode.learn(4, Vectors.of(rows), ProgressListener.SILENT))) {
            assertThat(row[0]).isFinite();
        }
    }

    @Test
    void whereAllNumbersAreEqualTheyStayWhatTheyAre() {
        float[][] rows = {{0.1f}, {0.1f}, {0.1f}};
        for (int bits : ByteBudget.BITS) {
            assertThat(decoded(rows, ScalarCode.learn(bits, Vectors.of(rows), ProgressListener.SILENT)))
                    .isDeepEqualTo(rows);
        }
    }

    @Test
    void aRowThatIsNotFiniteIsNamed() {
        Vectors vectors = Vectors.of(new float[][] {{1, 2}, {3, Float.NaN}});
        assertThatThrownBy(() -> ScalarCode.learn(8, vectors, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 1, column 1 is NaN");
    }

    private static float[][] decoded(float[][] rows, RowCode code) {
        Vectors coded = CodedVectors.of(Vectors.of(rows), code, ProgressListener.SILENT);
        float[][] decoded = new float[rows.length][rows[0].length];
        for (int i = 0; i < rows.length; i++) {
            coded.read(i, 1, FloatBuffer.wrap(decoded[i]));
        }
        return decoded;
    }
}
