package dev.tldr4j.learn.training;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Backend.LarsSettings;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.network.Parameter;
import java.util.List;
import java.util.stream.Stream;

/** Moves parameters against their gradients, and keeps what it must remember of them. */
public interface Optimizer extends AutoCloseable {
    /** Moves them by a step. */
    void step(Steps steps);

    /** What it remembers, for a checkpoint. */
    List<Matrix> memory();

    @Override
    void close();

    static Optimizer adam(Backend backend, List<Parameter> parameters) {
        List<Matrix> means = likeEach(backend, parameters);
        List<Matrix> meanSquares = likeEach(backend, parameters);
        return new Optimizer() {
            @Override
            public void step(Steps steps) {
                for (int i = 0; i < parameters.size(); i++) {
                    Parameter p = parameters.get(i);
                    backend.adam(
                            p.value(),
                            p.gradient(),
                            means.get(i),
                            meanSquares.get(i),
                            (float) p.rateMultiplier(),
                            steps);
                }
            }

            @Override
            public List<Matrix> memory() {
                return Stream.concat(means.stream(), meanSquares.stream()).toList();
            }

            @Override
            public void close() {
                memory().forEach(Matrix::close);
            }
        };
    }

    /**
     * Weights are decayed and adapted; batch-norm's scale and shift are not.
     *
     * @param normLearningRate how many times the learning rate those follow
     */
    static Optimizer lars(Backend backend, List<Parameter> parameters, LarsSettings settings, double normLearningRate) {
        List<Matrix> velocities = likeEach(backend, parameters);
        return new Optimizer() {
            @Override
            public void step(Steps steps) {
                for (int i = 0; i < parameters.size(); i++) {
                    Parameter p = parameters.get(i);
                    double rateMultiplier = p.rateMultiplier() * (p.isWeight() ? 1 : normLearningRate);
                    backend.lars(
                            p.value(),
                            p.gradient(),
                            velocities.get(i),
                            settings,
                            (float) rateMultiplier,
                            p.isWeight(),
                            steps);
                }
            }

            @Override
            public List<Matrix> memory() {
                return velocities;
            }

            @Override
            public void close() {
                velocities.forEach(Matrix::close);
            }
        };
    }

    private static List<Matrix> likeEach(Backend backend, List<Parameter> parameters) {
        return parameters.stream()
                .map(p -> backend.matrix(p.value().rows(), p.value().cols()))
                .toList();
    }
}
