package dev.tldr4j.learn.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BlockEncoderTest {
    private static final SplittableRandom RANDOM = new SplittableRandom(1);

    private static float[] numbers(int count) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) (2 * RANDOM.nextDouble() - 1);
        }
        return numbers;
    }

    @Test
    void givesWhatTheEncoderGivesWithNativeCodeAndWithout() {
        Encoder linear = Encoder.affine(numbers(5 * 12), numbers(5), Map.of());
        Encoder deep = Encoder.mlp(
                List.of(new Affine(numbers(8 * 12), numbers(8)), new Affine(numbers(5 * 8), numbers(5))),
                Map.of("normalize", "true"));
        for (Encoder encoder : List.of(linear, deep)) {
            float[] vectors = numbers(BlockEncoder.ROWS * 12);
            float[] expected = new float[BlockEncoder.ROWS * 5];
            encoder.encode(vectors, BlockEncoder.ROWS, expected);
            for (BlockEncoder blocks : List.of(BlockEncoder.of(encoder), BlockEncoder.withoutNativeCode(encoder))) {
                try (blocks) {
                    float[] into = new float[expected.length];
                    blocks.encode(vectors, BlockEncoder.ROWS, into);
                    assertThat(into).containsExactly(expected, within(1e-5f));
                    blocks.encode(vectors, 0, into);
                    float[] few = new float[3 * 5];
                    blocks.encode(vectors, 3, few);
                    assertThat(few[14]).isCloseTo(expected[14], within(1e-5f));
                }
            }
        }
    }
}
