package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestFoundTest {
    private static final float[][] LEARNED = {{5, 0}, {5, 1}, {5, 2}, {0, 5}};

    private static double found(float[] weight, float[]... heldOut) throws Exception {
        Validation found = new NearestFound(
                new HeldOutSearch(Vectors.of(heldOut), Vectors.of(LEARNED), 2, 0), Metric.L2, Optional.empty());
        return found.figure(Encoder.affine(weight, new float[weight.length / 2], Map.of("normalize", "true")));
    }

    @Test
    void anEncoderThatKeepsEverythingFindsItAtOnce() throws Exception {
        assertThat(found(new float[] {1, 0, 0, 1}, new float[] {5, 2.1f}, new float[] {0, 6}))
                .isEqualTo(1);
    }

    @Test
    void whatComesLaterCountsByItsPlace() throws Exception {
        // the sum of both numbers, brought to length 1, is 1 for all: of equally near ones the first comes first, row 2
        // third
        assertThat(found(new float[] {1, 1}, new float[] {5, 2.1f})).isCloseTo(1.0 / 3, within(1e-12));
        // and for two rows the mean counts: row 0 is first for (5, 0)
        assertThat(found(new float[] {1, 1}, new float[] {5, 2.1f}, new float[] {5, 0}))
                .isCloseTo((1.0 / 3 + 1) / 2, within(1e-12));
    }

    @Test
    void theNearestIsThatInTheSpaceWhereOneIsGiven() throws Exception {
        // by the second number alone, row 1 is nearest; row 2 is by both
        Encoder space = Encoder.affine(new float[] {0, 1}, new float[1], Map.of());
        HeldOutSearch search = new HeldOutSearch(
                Vectors.of(new float[][] {{9, 1.1f}}), Vectors.of(new float[][] {{0, 0}, {0, 1}, {9, 2}}), 1, 0);
        Encoder second = Encoder.affine(new float[] {1, 0, 0, 1000}, new float[2], Map.of());
        assertThat(new NearestFound(search, Metric.L2, Optional.of(space)).figure(second))
                .isEqualTo(1);
        assertThat(new NearestFound(search, Metric.L2, Optional.empty()).figure(second))
                .isEqualTo(0.5);
    }
}
