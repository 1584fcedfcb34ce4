package dev.tldr4j.learn.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.vectors.Vectors;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemperatureTest {
    private static final int ROWS = 200;
    private static final int DIMS = 4;

    @ParameterizedTest
    @ValueSource(doubles = {5, 20, 60})
    void theMeanEntropyIsThatOfThePerplexity(double perplexity) throws Exception {
        float[][] values = new float[ROWS][DIMS];
        SplittableRandom random = new SplittableRandom(1);
        for (float[] row : values) {
            for (int j = 0; j < DIMS; j++) {
                row[j] = (float) random.nextGaussian();
            }
        }
        double temperature = Temperature.of(Vectors.of(values), identity(), perplexity, 1);
        double sum = 0;
        for (int i = 0; i < ROWS; i++) {
            sum += entropy(values, i, temperature) / ROWS;
        }
        assertThat(Math.exp(sum)).isCloseTo(perplexity, within(0.01 * perplexity));
    }

    private static Encoder identity() {
        float[] weight = new float[DIMS * DIMS];
        for (int i = 0; i < DIMS; i++) {
            weight[i * DIMS + i] = 1;
        }
        return Encoder.affine(weight, new float[DIMS], Map.of()).normalized();
    }

    /** Of the softmax of a row's cosines with all others. */
    private static double entropy(float[][] values, int row, double temperature) {
        double[] p = new double[ROWS];
        double all = 0;
        for (int j = 0; j < ROWS; j++) {
            p[j] = j == row ? 0 : Math.exp(cosine(values[row], values[j]) / temperature);
            all += p[j];
        }
        double entropy = 0;
        for (double each : p) {
            entropy -= each == 0 ? 0 : each / all * Math.log(each / all);
        }
        return entropy;
    }

    private static double cosine(float[] a, float[] b) {
        double dot = 0;
        double squaresA = 0;
        double squaresB = 0;
        for (int j = 0; j < a.length; j++) {
            dot += a[j] * b[j];
            squaresA += a[j] * a[j];
            squaresB += b[j] * b[j];
        }
        return dot / Math.sqrt(squaresA * squaresB);
    }
}
