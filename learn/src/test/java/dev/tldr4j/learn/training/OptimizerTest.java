package dev.tldr4j.learn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.network.Parameter;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptimizerTest {

    @Test
    void adamMovesEveryParameterAtItsOwnLearningRate() {
        try (Backend backend = new CpuBackend(1);
                Parameter one = parameter(backend, true, 1);
                Parameter fast = parameter(backend, true, 4);
                Optimizer adam = Optimizer.adam(backend, List.of(one, fast))) {
            step(backend, adam, 0.01);
            // Adam's first step is the learning rate itself
            assertThat(backend.get(one.value())[0]).isCloseTo(1 - 0.01f, within(1e-6f));
            assertThat(backend.get(fast.value())[0]).isCloseTo(1 - 0.04f, within(1e-6f));
        }
    }

    @Test
    void larsAdaptsWeightsAndMovesTheRestSlowly() {
        try (Backend backend = new CpuBackend(1);
                Parameter weight = parameter(backend, true, 1);
                Parameter shift = parameter(backend, false, 1);
                Optimizer lars = Optimizer.lars(
                        backend, List.of(weight, shift), new Backend.LarsSettings(0.9f, 1e-6f, 0.001f), 0.024)) {
            step(backend, lars, 10);
            // weight: 10 · 0.001 · ‖(1, 1)‖ / ‖(2, 2)‖ · 2 = 0.01; shift: 10 · 0.024 · 2 = 0.48
            assertThat(backend.get(weight.value())[0]).isCloseTo(0.99f, within(1e-5f));
            assertThat(backend.get(shift.value())[0]).isCloseTo(0.52f, within(1e-5f));
        }
    }

    private static void step(Backend backend, Optimizer optimizer, double rate) {
        try (Matrix batch = backend.matrix(1, 1);
                Steps steps = backend.steps(batch, (step, row, into) -> into.put(0), optimizer::step)) {
            steps.run(0, new double[] {rate});
        }
    }

    /** Two numbers of value 1 with gradient 2. */
    private static Parameter parameter(Backend backend, boolean isWeight, double rateMultiplier) {
        Parameter parameter = new Parameter(backend, 1, 2, isWeight, rateMultiplier);
        backend.set(parameter.value(), new float[] {1, 1});
        backend.set(parameter.gradient(), new float[] {2, 2});
        return parameter;
    }
}
