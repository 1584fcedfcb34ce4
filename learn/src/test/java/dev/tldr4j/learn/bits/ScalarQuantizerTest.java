package dev.tldr4j.learn.bits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.quantization.Data;
import dev.tldr4j.vectors.Vectors;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ScalarQuantizerTest {
    @Test
    void fourLevelsOfAWorkedExample() {
        // the ends begin 1.493 deviations out: 1.493 · 2.236 is beyond the numbers, so at these; levels at -3, -1, 1
        // and 3
        float[] vector = {-3, -1.4f, 1.4f, 3};
        ScalarQuantizer quantizer = ScalarQuantizer.leastSquares(2);
        ScalarQuantizer.Ends ends = quantizer.ends(vector);
        assertThat(quantizer.code(-1.4f, ends)).isEqualTo(1);
        assertThat(quantizer.code(3, ends)).isEqualTo(3);
        assertThat(quantizer.code(99, ends)).as("beyond the ends").isEqualTo(3);
        // with codes 0, 1, 2, 3 and ends ±a: (3 - a)² + (1.4 - a / 3)² is least at a = (3 + 1.4 / 3) / (1 + 1 / 9)
        assertThat(ends.high()).isEqualTo(3.12f, within(1e-5f));
        assertThat(ends.low()).isEqualTo(-3.12f, within(1e-5f));
        assertThat(quantizer.value(1, ends)).isEqualTo(-1.04f, within(1e-5f));
    }

    @Property(tries = 200)
    void theEndsLoseNoMoreThanWhatSuitsGaussianNumbers(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 2) int bits) {
        float[] vector = gaussian(40, new SplittableRandom(seed));
        vector[0] = 9; // as real vectors have
        double mean = 0;
        double squares = 0;
        for (float value : vector) {
            mean += value / 40;
            squares += value * value / 40;
        }
        double reach = (bits == 1 ? 0.798 : 1.493) * Math.sqrt(squares - mean * mean);
        var gaussian = new ScalarQuantizer.Ends((float) (mean - reach), (float) (mean + reach));
        ScalarQuantizer quantizer = ScalarQuantizer.leastSquares(bits);
        assertThat(squaredError(vector, quantizer, quantizer.ends(vector)))
                .isLessThanOrEqualTo(squaredError(vector, quantizer, gaussian) + 1e-6);
    }

    @Property(tries = 200)
    void moreBitsLoseLess(@ForAll long seed) {
        float[] vector = gaussian(64, new SplittableRandom(seed));
        double last = Double.POSITIVE_INFINITY;
        for (int bits : ByteBudget.BITS) {
            ScalarQuantizer quantizer = ScalarQuantizer.lucene(bits);
            double error = squaredError(vector, quantizer, quantizer.ends(vector));
            assertThat(error).isLessThan(last);
            last = error;
        }
    }

    @Test
    void vectorsAreQuantizedAroundTheirMean() {
        float[][] rows = {{1001, 1002}, {1003, 998}};
        ScalarQuantized quantized = ScalarQuantized.of(Vectors.of(rows), 8, 1);
        assertThat(Data.read(quantized, 0)).containsExactly(rows[0], within(1e-3f));
        assertThat(Data.read(quantized, 1)).containsExactly(rows[1], within(1e-3f));
    }

    private static double squaredError(float[] vector, ScalarQuantizer quantizer, ScalarQuantizer.Ends ends) {
        double error = 0;
        for (float value : vector) {
            error += Math.pow(value - quantizer.value(quantizer.code(value, ends), ends), 2);
        }
        return error;
    }

    private static float[] gaussian(int dims, SplittableRandom random) {
        java.util.Random gaussian = new java.util.Random(random.nextLong());
        float[] vector = new float[dims];
        for (int j = 0; j < dims; j++) {
            vector[j] = (float) gaussian.nextGaussian();
        }
        return vector;
    }
}
