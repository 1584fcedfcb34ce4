package dev.tldr4j.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EncoderNetworkTest {
    private static final int INPUTS = 6;
    private static final int OUTPUTS = 3;
    private static final int BATCH = 40;

    /**
     * After many passes over one batch the running statistics are those of the batch, so the network while training and its
     * folded form must give the same outputs for the rows of that batch: both views are made the same.
     */
    @Property(tries = 30)
    void foldedLayersGiveWhatTheNetworkGave(
            @ForAll @IntRange(min = 0, max = 3) int hiddenLayers,
            @ForAll @IntRange(min = 1, max = 9) int width,
            @ForAll boolean relu,
            @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EncoderShape shape = hiddenLayers == 0 ? EncoderShape.LINEAR : new EncoderShape(hiddenLayers, width, relu);
        float[] rows = random(random, BATCH * INPUTS);
        try (Backend backend = new CpuBackend(1);
                Matrix twins = backend.matrix(2 * BATCH, INPUTS);
                EncoderNetwork network = EncoderNetwork.random(backend, shape, 2 * BATCH, INPUTS, OUTPUTS, random)) {
            for (Parameter parameter : network.parameters()) {
                backend.set(
                        parameter.value(),
                        random(
                                random,
                                parameter.value().rows() * parameter.value().cols()));
            }
            float[] both = new float[2 * rows.length];
            System.arraycopy(rows, 0, both, 0, rows.length);
            System.arraycopy(rows, 0, both, rows.length, rows.length);
            backend.set(twins, both);
            float[] outputs = {};
            for (int pass = 0; pass < 200; pass++) {
                outputs = backend.get(network.forward(twins));
            }

            List<Affine> layers = network.fold();

            assertThat(layers).hasSize(relu ? hiddenLayers + 1 : 1);
            Encoder encoder = Encoder.mlp(layers, Map.of());
            float largest = 1;
            for (float output : outputs) {
                largest = Math.max(largest, Math.abs(output));
            }
            for (int row = 0; row < BATCH; row++) {
                float[] input = Arrays.copyOfRange(rows, row * INPUTS, (row + 1) * INPUTS);
                float[] encoded = encoder.encode(input);
                for (int j = 0; j < OUTPUTS; j++) {
                    assertThat(encoded[j]).isCloseTo(outputs[row * OUTPUTS + j], within(1e-3f * largest));
                }
            }
        }
    }

    /** Whatever the depth, a network can start as a linear encoder, in training and folded. */
    @Property(tries = 30)
    void aNetworkStartsAsALinearEncoder(
            @ForAll @IntRange(min = 1, max = 3) int hiddenLayers,
            @ForAll @IntRange(min = 2 * OUTPUTS, max = 12) int width,
            @ForAll boolean relu,
            @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EncoderShape shape = new EncoderShape(hiddenLayers, width, relu);
        Affine start = new Affine(random(random, OUTPUTS * INPUTS), random(random, OUTPUTS));
        float[] rows = random(random, 2 * BATCH * INPUTS);
        try (Backend backend = new CpuBackend(1);
                Matrix twins = backend.matrix(2 * BATCH, INPUTS);
                EncoderNetwork network = EncoderNetwork.random(backend, shape, 2 * BATCH, INPUTS, OUTPUTS, random)) {
            backend.set(twins, rows);

            network.startAs(InitialLayers.of(List.of(start), shape).orElseThrow(), twins);

            Encoder folded = Encoder.mlp(network.fold(), Map.of());
            for (int row = 0; row < 2 * BATCH; row++) {
                float[] input = Arrays.copyOfRange(rows, row * INPUTS, (row + 1) * INPUTS);
                float[] expected = Encoder.mlp(List.of(start), Map.of()).encode(input);
                float[] encoded = folded.encode(input);
                for (int j = 0; j < OUTPUTS; j++) {
                    assertThat(encoded[j]).isCloseTo(expected[j], within(2e-4f));
                }
            }
        }
    }

    @Test
    void onlyWhatFitsCanBeStartedAs() {
        Affine two = new Affine(new float[] {1, 2, 3, 4}, new float[2]);
        assertThat(InitialLayers.of(List.of(two), EncoderShape.parse("linear"))).isPresent();
        assertThat(InitialLayers.of(List.of(two), EncoderShape.parse("flinear-1-2")))
                .isPresent();
        assertThat(InitialLayers.of(List.of(two), EncoderShape.parse("flinear-1-1")))
                .isEmpty();
        assertThat(InitialLayers.of(List.of(two), EncoderShape.parse("mlp-2-4")))
                .isPresent();
        assertThat(InitialLayers.of(List.of(two), EncoderShape.parse("mlp-2-3")))
                .isEmpty();
        assertThat(InitialLayers.of(List.of(two, two), EncoderShape.parse("mlp-1-2")))
                .isPresent();
        assertThat(InitialLayers.of(List.of(two, two), EncoderShape.parse("mlp-1-3")))
                .isEmpty();
        assertThat(InitialLayers.of(List.of(two, two), EncoderShape.parse("flinear-1-2")))
                .isEmpty();
        assertThat(InitialLayers.of(List.of(two, two), EncoderShape.parse("mlp-2-4")))
                .isEmpty();
    }

    @Test
    void runningStatisticsForgetSlowly() {
        // one column whose two views have means 1 and 3 and no spread: running mean 0 → 0.1 → 0.1 + 0.1 · (3 − 0.1) =
        // 0.39
        try (Backend backend = new CpuBackend(1);
                Matrix x = backend.matrix(4, 1);
                ScaledBatchNorm norm = new ScaledBatchNorm(backend, 2, 4, 1, false)) {
            backend.set(x, new float[] {1, 1, 3, 3});
            norm.forward(x);
            norm.updateRunningStatistics();
            // variance 1 → 0.9 → 0.81, so the factor is 1/√0.81 and the offset −0.39 times that
            ScaledBatchNorm.Inference inference = norm.inference();
            assertThat(inference.factor()[0]).isCloseTo(1 / 0.9, within(1e-4));
            assertThat(inference.offset()[0]).isCloseTo(-0.39 / 0.9, within(1e-4));
        }
    }

    private static float[] random(SplittableRandom random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (random.nextDouble() * 2 - 1);
        }
        return values;
    }
}
