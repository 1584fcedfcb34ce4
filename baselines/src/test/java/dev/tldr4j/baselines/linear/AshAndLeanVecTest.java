package dev.tldr4j.baselines.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.baselines.Algebra;
import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AshAndLeanVecTest {
    private static final int DIMS = 5;

    private final float[][] points = Algebra.points(200, DIMS, 1);
    private final TrainingContext material = new TrainingContext(Vectors.of(points), Metric.L2, 1);

    @ParameterizedTest
    @ValueSource(strings = {"ash", "ash:bits=4", "leanvec"})
    void theProjectionIsOrthonormalAndKeepsTheMean(String method) throws IOException {
        Encoder encoder = Methods.named(method).fit(material, 3, 0);
        float[] weight = encoder.layers().get(0).weight();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                double dot = 0;
                for (int k = 0; k < DIMS; k++) {
                    dot += weight[i * DIMS + k] * weight[j * DIMS + k];
                }
                assertThat(dot).isCloseTo(i == j ? 1 : 0, within(1e-5));
            }
        }
        assertThat(encoder.layers().get(0).bias()).containsOnly(0);
        assertThat(encoder.metadata()).containsEntry("method", method.split(":")[0]);
    }

    @Test
    void ashHasTheAnglesOfPrincipalComponents() throws IOException {
        Encoder ash = Methods.named("ash").fit(material, 3, 0);
        Encoder pca = Methods.named("pca:mean=kept").fit(material, 3, 0);
        assertThat(dot(ash.encode(points[0]), ash.encode(points[1])))
                .isCloseTo(dot(pca.encode(points[0]), pca.encode(points[1])), within(0.1)); // of 31,047
        assertThat(ash.metadata()).containsEntry("quantization_bits", "1");
    }

    @Test
    void leanVecKeepsInnerProductsBest() throws IOException {
        double leanVec = errorOfProducts(Methods.named("leanvec").fit(material, 3, 0));
        assertThat(leanVec)
                .isLessThan(errorOfProducts(Methods.named("pca:mean=kept").fit(material, 3, 0)));
        assertThat(leanVec).isLessThan(errorOfProducts(Methods.named("truncate").fit(material, 3, 0)));
    }

    @Test
    void bitsThatNoEngineHasAreRefused() {
        assertThatThrownBy(() -> Methods.named("ash:bits=3"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("ash: bits must be one of [1, 2, 4, 8], not 3");
    }

    private double errorOfProducts(Encoder encoder) {
        double error = 0;
        for (float[] a : points) {
            for (float[] b : points) {
                error += Math.pow(dot(a, b) - dot(encoder.encode(a), encoder.encode(b)), 2);
            }
        }
        return error;
    }

    private static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += (double) a[j] * b[j];
        }
        return sum;
    }
}
