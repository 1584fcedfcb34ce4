package dev.tldr4j.learn.training;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Backend.LarsSettings;
import dev.tldr4j.learn.network.Parameter;
import dev.tldr4j.learn.recipe.OptimizerKind;
import java.io.Serializable;
import java.util.List;

/**
 * Which optimizer, and what LARS is told.
 *
 * @param normLearningRate with LARS: how many times the learning rate batch-norm's scale and shift follow, which are neither
 *     decayed nor adapted
 */
public record OptimizerSettings(OptimizerKind kind, LarsSettings lars, double normLearningRate)
        implements Serializable {
    Optimizer create(Backend backend, List<Parameter> parameters) {
        return kind == OptimizerKind.ADAM
                ? Optimizer.adam(backend, parameters)
                : Optimizer.lars(backend, parameters, lars, normLearningRate);
    }
}
