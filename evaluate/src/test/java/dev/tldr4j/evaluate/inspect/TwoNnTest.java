package dev.tldr4j.evaluate.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TwoNnTest {

    @Test
    void theSlopeIsThatOfTheLineThroughTheOriginWithoutTheLargestRatios() {
        // four ratios, of which 0.9 · 4, that is three, are fitted: x = log μ is 1, 2, 3
        // y = −log(1 − i/4) is log 4/3, log 2, log 4
        double[] ratios = {Math.exp(3), Math.exp(1), 1e6, Math.exp(2)};
        double expected = (1 * Math.log(4 / 3.0) + 2 * Math.log(2) + 3 * Math.log(4)) / (1 + 4 + 9);

        assertThat(expected).isCloseTo(0.41663, within(1e-5));
        assertThat(TwoNn.slope(ratios)).isCloseTo(expected, within(1e-12));
    }

    @Test
    void ratiosThatFollowTheLawGiveItsDimension() {
        // the i-th smallest of 1,000 has F(μ) = i / 1,000 exactly where μ = (1 − i / 1,000)^(−1 / d)
        double[] ratios = new double[1000];
        for (int i = 1; i < 1000; i++) {
            ratios[i - 1] = Math.pow(1 - i / 1000.0, -1 / 7.0);
        }
        ratios[999] = 1e9;

        assertThat(TwoNn.slope(ratios)).isCloseTo(7, within(1e-9));
    }

    @Test
    void aGridHasNoSlope() {
        assertThat(TwoNn.slope(new double[] {1, 1, 1, 1})).isNaN();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 10})
    void aGaussianInManyDimensionsHasThoseItWasMadeOf(int inner) {
        int rows = 3000;
        int dims = 50;
        Random random = new Random(4);
        float[] map = gaussian(random, inner * dims);
        float[] points = gaussian(random, rows * inner);
        float[] values = new float[rows * dims];
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < inner; i++) {
                for (int j = 0; j < dims; j++) {
                    values[row * dims + j] += points[row * inner + i] * map[i * dims + j];
                }
            }
        }

        double found = TwoNn.intrinsicDimension(Vectors.of(values, dims), 2, ProgressListener.SILENT);

        assertThat(found).isCloseTo(inner, Percentage.withPercentage(10));
    }

    private static float[] gaussian(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }
}
