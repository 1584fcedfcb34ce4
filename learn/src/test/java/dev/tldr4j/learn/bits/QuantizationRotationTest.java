package dev.tldr4j.learn.bits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.quantization.Data;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantizationRotationTest {
    private static final int DIMS = 16;
    private static final float[][] ROWS = Data.askew(400, DIMS, 1);

    @Test
    void noAngleChanges() throws IOException {
        Encoder turned = turned(1);
        for (int i = 0; i < 50; i++) {
            float[] a = turned.encode(ROWS[i]);
            float[] b = turned.encode(ROWS[i + 1]);
            assertThat(Data.dot(a, b))
                    .isEqualTo(Data.dot(plain().encode(ROWS[i]), plain().encode(ROWS[i + 1])), within(1e-5));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void fewBitsKeepMoreOfTurnedOutputs(int bits) throws IOException {
        assertThat(lost(turned(bits), bits)).isLessThan(0.97 * lost(plain(), bits));
    }

    @Test
    void theEncoderSaysWhatItWasTurnedFor() throws IOException {
        assertThat(turned(2).metadata())
                .containsEntry(QuantizationRotation.BITS, "2")
                .containsEntry("method", "axes");
    }

    @Test
    void theSameSeedGivesTheSameRotation() throws IOException {
        assertThat(turned(1).id()).isEqualTo(turned(1).id());
    }

    /** The mean squared error of what the codes stand for. */
    private static double lost(Encoder encoder, int bits) {
        Vectors outputs = Vectors.of(encoder.encodeAll(ROWS));
        ScalarQuantized quantized = ScalarQuantized.of(outputs, bits, 1);
        double lost = 0;
        for (int i = 0; i < outputs.rows(); i++) {
            lost += Data.squaredDistance(Data.read(outputs, i), Data.read(quantized, i)) / outputs.rows();
        }
        return lost;
    }

    private static Encoder turned(int bits) throws IOException {
        return QuantizationRotation.turned(plain(), Vectors.of(ROWS), bits, 2, 7, Data.SILENT);
    }

    /** The vectors at length 1, in the axes that they have. */
    private static Encoder plain() {
        float[] weight = new float[DIMS * DIMS];
        for (int i = 0; i < DIMS; i++) {
            weight[i * DIMS + i] = 1;
        }
        return Encoder.affine(weight, new float[DIMS], Map.of("normalize", "true", "method", "axes"));
    }
}
