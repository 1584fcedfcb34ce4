package dev.tldr4j.baselines.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.baselines.Algebra;
import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PcaMethodTest {
    private final float[][] points = Algebra.points(200, 5, 1);
    private final TrainingContext material = new TrainingContext(Vectors.of(points), Metric.L2, 1);

    @ParameterizedTest
    @ValueSource(strings = {"pca:", "pca:whitening=0.5,", "pca:whitening=1,ridge=2,"})
    void theMeanIsKeptWhereAskedFor(String pca) throws IOException {
        Encoder removed = Methods.named(pca + "mean=removed").fit(material, 3, 0);
        Encoder kept = Methods.named(pca + "mean=kept").fit(material, 3, 0);

        assertThat(kept.layers().get(0).weight())
                .isEqualTo(removed.layers().get(0).weight());
        assertThat(kept.layers().get(0).bias()).containsOnly(0);
        float[] ofMean = kept.encode(mean());
        for (float[] point : points) {
            float[] output = kept.encode(point);
            float[] centred = removed.encode(point);
            for (int i = 0; i < 3; i++) {
                assertThat(output[i]).isCloseTo(centred[i] + ofMean[i], within(1e-3f));
            }
        }
        assertThat(removed.metadata()).doesNotContainKey("mean");
        assertThat(kept.metadata()).containsEntry("mean", "kept").containsEntry("method", "pca");
        assertThat(kept.metadata().get("whitening"))
                .isEqualTo(removed.metadata().get("whitening"));
    }

    @Test
    void theMeanIsRemovedUnlessToldOtherwise() throws IOException {
        Encoder encoder = Methods.named("pca").fit(material, 3, 0);

        assertThat(encoder.id())
                .isEqualTo(Methods.named("pca:mean=removed").fit(material, 3, 0).id());
        assertThat(encoder.encode(mean())).containsExactly(new float[3], within(1e-3f));
    }

    private float[] mean() {
        double[] exact = Algebra.mean(points);
        float[] mean = new float[exact.length];
        for (int j = 0; j < mean.length; j++) {
            mean[j] = (float) exact[j];
        }
        return mean;
    }
}
