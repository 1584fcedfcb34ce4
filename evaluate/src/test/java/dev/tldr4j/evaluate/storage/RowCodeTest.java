package dev.tldr4j.evaluate.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Half;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;
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
    void bytesOfAWorkedExample() {
        // dimension 0 goes from -1 to 50 in steps of 0.2; 7.05 is 40.25 steps up, so it becomes -1 + 40 · 0.2 = 7;
        // dimension 1 is always 3
        float[][] rows = {{-1, 3}, {50, 3}, {7.05f, 3}};
        ByteCode code = ByteCode.learn(Vectors.of(rows), ProgressListener.SILENT);
        assertThat(code.step(0)).isEqualTo(0.2f);
        assertThat(code.step(1)).isZero();
        float[][] decoded = decoded(rows, code);
        assertThat(decoded[0]).containsExactly(-1, 3);
        assertThat(decoded[1]).containsExactly(new float[] {50, 3}, within(1e-5f));
        assertThat(decoded[2]).containsExactly(new float[] {7, 3}, within(1e-5f));
        assertThat(code.bytes()).isEqualTo(2);
        assertThat(code.sharedBytes()).isEqualTo(2 * 2 * 4);
    }

    @Property(tries = 300)
    void bytesAreWithinHalfAStep(@ForAll("rows") float[][] rows) {
        ByteCode code = ByteCode.learn(Vectors.of(rows), ProgressListener.SILENT);
        float[][] decoded = decoded(rows, code);
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows[i].length; j++) {
                float rounding = 60_000 * 1e-6f;
                assertThat(decoded[i][j]).isEqualTo(rows[i][j], within(code.step(j) / 2 + rounding));
            }
        }
    }

    @Test
    void bytesHoldTheWidestRangeThereIs() {
        float[][] rows = {{-Float.MAX_VALUE}, {Float.MAX_VALUE}, {0}};
        for (float[] row : decoded(rows, ByteCode.learn(Vectors.of(rows), ProgressListener.SILENT))) {
            assertThat(row[0]).isFinite();
        }
    }

    @Test
    void bitsOfAWorkedExample() {
        // means 3 and 10; the numbers lie 3, 2, 2, 3, 0 and 1, 1, 1, 1, 0 from them: 14 / 10 on average
        float[][] rows = {{0, 9}, {1, 11}, {5, 9}, {6, 11}, {3, 10}};
        BitCode code = BitCode.learn(Vectors.of(rows), ProgressListener.SILENT);
        float[][] expected = {{1.6f, 8.6f}, {1.6f, 11.4f}, {4.4f, 8.6f}, {4.4f, 11.4f}, {1.6f, 8.6f}};
        float[][] decoded = decoded(rows, code);
        for (int i = 0; i < rows.length; i++) {
            assertThat(decoded[i]).containsExactly(expected[i], within(1e-5f));
        }
        assertThat(code.bytes()).isEqualTo(1);
        assertThat(code.sharedBytes()).as("two means and a spread").isEqualTo(12);
    }

    @Property(tries = 300)
    void everyBitStandsForASideOfTheMean(@ForAll("rows") float[][] rows) {
        BitCode code = BitCode.learn(Vectors.of(rows), ProgressListener.SILENT);
        assertThat(code.bytes()).isEqualTo((rows[0].length + 7) / 8);
        float[][] decoded = decoded(rows, code);
        for (int j = 0; j < rows[0].length; j++) {
            int dimension = j;
            float mean = (float) Arrays.stream(rows)
                    .mapToDouble(row -> row[dimension])
                    .average()
                    .getAsDouble();
            for (int i = 0; i < rows.length; i++) {
                double rounding = 0.01; // of numbers up to 60,000
                if (rows[i][j] > mean + rounding) {
                    assertThat(decoded[i][j]).isGreaterThanOrEqualTo(mean);
                } else if (rows[i][j] < mean - rounding) {
                    assertThat(decoded[i][j]).isLessThanOrEqualTo(mean);
                }
            }
        }
    }

    @Test
    void whereAllNumbersAreEqualTheyStayWhatTheyAre() {
        float[][] rows = {{0.1f}, {0.1f}, {0.1f}};
        assertThat(decoded(rows, BitCode.learn(Vectors.of(rows), ProgressListener.SILENT)))
                .isDeepEqualTo(rows);
        assertThat(decoded(rows, ByteCode.learn(Vectors.of(rows), ProgressListener.SILENT)))
                .isDeepEqualTo(rows);
    }

    @Test
    void aRowThatIsNotFiniteIsNamed() {
        Vectors vectors = Vectors.of(new float[][] {{1, 2}, {3, Float.NaN}});
        assertThatThrownBy(() -> ByteCode.learn(vectors, ProgressListener.SILENT))
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
