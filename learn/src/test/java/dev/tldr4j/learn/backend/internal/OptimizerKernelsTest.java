package dev.tldr4j.learn.backend.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.backend.Backend.LarsSettings;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.Workers;
import org.junit.jupiter.api.Test;

class OptimizerKernelsTest {

    @Test
    void adamsFirstStepsAreThoseOfThePaper() {
        // g = 2 twice, rate 0.1. Step 1: m̂ = 2, v̂ = 4, so p falls by 0.1 · 2/2 = 0.1.
        // Step 2 with g = −1: m = 0.9·0.2 + 0.1·(−1) = 0.08, m̂ = 0.08/0.19;
        // v = 0.999·0.004 + 0.001·1 = 0.004996, v̂ = 0.004996/0.001999; p falls by 0.1 · 0.421053/1.580901
        NativeMatrix p = filled(3, 1f);
        NativeMatrix m = filled(3, 0f);
        NativeMatrix v = filled(3, 0f);
        try (Workers workers = new Workers(1)) {
            OptimizerKernels updates = new OptimizerKernels(workers);
            updates.adam(p, filled(3, 2f), m, v, 0.1f, 1);
            assertThat(p.buffer().get(2)).isCloseTo(0.9f, within(1e-6f));
            updates.adam(p, filled(3, -1f), m, v, 0.1f, 2);
        }
        assertThat(p.buffer().get(2))
                .isCloseTo((float) (0.9 - 0.1 * (0.08 / 0.19) / Math.sqrt(0.004996 / 0.001999)), within(1e-6f));
    }

    @Test
    void larsScalesByTheTrustRatioAndKeepsMomentum() {
        // p = (3, 4), ‖p‖ = 5; g = (0, 2), no decay, ‖g‖ = 2; trust 0.1: ratio 0.1·5/2 = 0.25
        // v = 0.25·g = (0, 0.5); p = p − 1·v = (3, 3.5)
        NativeMatrix p = matrix(3, 4);
        NativeMatrix v = matrix(0, 0);
        LarsSettings settings = new LarsSettings(0.9f, 0, 0.1f);
        try (Workers workers = new Workers(1)) {
            OptimizerKernels updates = new OptimizerKernels(workers);
            updates.lars(p, matrix(0, 2), v, settings, 1, true);
            assertThat(p.buffer().get(1)).isCloseTo(3.5f, within(1e-6f));
            // no gradient: momentum alone, v = 0.9 · 0.5
            updates.lars(p, matrix(0, 0), v, settings, 1, true);
        }
        assertThat(p.buffer().get(0)).isEqualTo(3f);
        assertThat(p.buffer().get(1)).isCloseTo(3.05f, within(1e-6f));
    }

    @Test
    void larsNeitherDecaysNorAdaptsWhatIsNotAWeight() {
        NativeMatrix p = matrix(3, 4);
        try (Workers workers = new Workers(1)) {
            new OptimizerKernels(workers)
                    .lars(p, matrix(0, 2), matrix(0, 0), new LarsSettings(0.9f, 1, 0.1f), 0.5f, false);
        }
        assertThat(p.buffer().get(0)).isEqualTo(3f);
        assertThat(p.buffer().get(1)).isCloseTo(3f, within(1e-6f));
    }

    @Test
    void everyNumberOfALargeParameterIsUpdated() {
        int size = 200_001;
        NativeMatrix p = filled(size, 1f);
        try (Workers workers = new Workers(2)) {
            new OptimizerKernels(workers).adam(p, filled(size, 1f), filled(size, 0f), filled(size, 0f), 0.5f, 1);
        }
        for (int i = 0; i < size; i++) {
            assertThat(p.buffer().get(i)).isCloseTo(0.5f, within(1e-5f));
        }
    }

    private static NativeMatrix filled(int size, float value) {
        NativeMatrix matrix = new NativeMatrix(1, size);
        for (int i = 0; i < size; i++) {
            matrix.buffer().put(i, value);
        }
        return matrix;
    }

    private static NativeMatrix matrix(float first, float second) {
        NativeMatrix matrix = new NativeMatrix(1, 2);
        matrix.buffer().put(0, first).put(1, second);
        return matrix;
    }
}
