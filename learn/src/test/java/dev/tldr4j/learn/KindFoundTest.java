package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KindFoundTest {
    /** Twelve rows about each of (10, 0) and (0, 10), less than 1 away. */
    private static float[][] twoKinds() {
        float[][] rows = new float[24][];
        for (int i = 0; i < 12; i++) {
            rows[i] = new float[] {10, i / 16f};
            rows[12 + i] = new float[] {i / 16f, 10};
        }
        return rows;
    }

    private static double found(float[][] heldOut, float[] weight) throws Exception {
        Validation kind = new KindFound(Vectors.of(heldOut), Vectors.of(twoKinds()), Metric.L2, 2, 0);
        return kind.figure(Encoder.affine(weight, new float[weight.length / 2], Map.of("normalize", "true")));
    }

    @Test
    void anEncoderThatKeepsEverythingFindsTheKind() throws Exception {
        // nearest to (10, 0) are rows 0 to 4; each votes for itself and its ten nearest: rows 0 to 10 for all five of
        // them
        assertThat(found(new float[][] {{10, 0}}, new float[] {1, 0, 0, 1})).isEqualTo(1);
    }

    @Test
    void anEncoderThatMakesAllRowsTheSameFindsTheFirstOnesForEveryRow() throws Exception {
        // the sum of both numbers, brought to length 1, is 1 for all rows; of equally near ones the first come first
        float[] sum = {1, 1};
        assertThat(found(new float[][] {{10, 0}}, sum)).isEqualTo(1);
        assertThat(found(new float[][] {{0, 10}}, sum)).isEqualTo(0);
        assertThat(found(new float[][] {{10, 0}, {0, 10}}, sum)).isEqualTo(0.5);
    }
}
