package dev.tldr4j.evaluate.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Half;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.List;
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
        // the mean is 3; below it lie 0 and 1, with mean 0.5, above 5 and 6, with mean 5.5, and 3 itself, which makes
        // that mean 14 / 3; the middle of 0.5 and 4.667 is 2.583, so 3 becomes the upper value
        float[][] rows = {{0}, {1}, {5}, {6}, {3}};
        BitCode code = BitCode.learn(Vectors.of(rows), ProgressListener.SILENT);
        float high = (float) (14 / 3.0);
        assertThat(decoded(rows, code)).isDeepEqualTo(new float[][] {{0.5f}, {0.5f}, {high}, {high}, {high}});
        assertThat(code.bytes()).isEqualTo(1);
        assertThat(code.sharedBytes()).isEqualTo(8);
    }

    @Property(tries = 300)
    void everyBitStandsForTheNearerOfTwoValues(@ForAll("rows") float[][] rows) {
        BitCode code = BitCode.learn(Vectors.of(rows), ProgressListener.SILENT);
        assertThat(code.bytes()).isEqualTo((rows[0].length + 7) / 8);
        float[][] decoded = decoded(rows, code);
        for (int j = 0; j < rows[0].length; j++) {
            int dimension = j;
            List<Float> values = java.util.Arrays.stream(decoded)
                    .map(row -> row[dimension])
                    .distinct()
                    .toList();
            assertThat(values).hasSizeLessThanOrEqualTo(2);
            for (int i = 0; i < rows.length; i++) {
                for (float value : values) {
                    assertThat(Math.abs((double) rows[i][j] - decoded[i][j]))
                            .isLessThanOrEqualTo(Math.abs((double) rows[i][j] - value));
                }
            }
        }
    }

    @Test
    void aDimensionThatNeverChangesStaysWhatItIs() {
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
