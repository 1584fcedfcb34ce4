package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import java.util.Arrays;
import java.util.List;

/** What is made small, given the last outputs of both views. */
public interface Loss extends AutoCloseable {
    /**
     * The loss of a batch.
     *
     * @param outputs of the last layer; may be overwritten
     * @param twins the batch that went in
     * @param gradient set to the gradient with respect to the outputs
     * @param steps is given the loss
     */
    void lossAndGradient(Matrix outputs, Matrix twins, Matrix gradient, Steps steps);

    /** What it learns itself, beside the network. */
    default List<Parameter> parameters() {
        return List.of();
    }

    @Override
    default void close() {}

    /**
     * The Barlow Twins loss of outputs that are batch-normalised first.
     *
     * @param scale multiplies loss and gradient
     */
    static Loss barlowTwins(Backend backend, int width, float lambda, float scale) {
        BatchNorm norm = new BatchNorm(backend, width);
        return new Loss() {
            @Override
            public void lossAndGradient(Matrix outputs, Matrix twins, Matrix gradient, Steps steps) {
                backend.barlowTwins(norm.forward(outputs), lambda, scale, gradient, steps);
                norm.backward(gradient);
            }

            @Override
            public void close() {
                norm.close();
            }
        };
    }

    /**
     * The mean squared difference between outputs and inputs.
     *
     * @param unit what the inputs are divided by, so that the outputs need not grow to their unit
     */
    static Loss reconstruction(Backend backend, double unit) {
        return (outputs, twins, gradient, steps) ->
                backend.reconstruction(outputs, twins, (float) (1 / unit), 1, gradient, steps);
    }

    /** How many times the learning rate the temperature of outputs follows: it is one number, and must not lag behind. */
    double TEMPERATURE_RATE_MULTIPLIER = 20 / 3.0;

    /** What the temperature of outputs starts at. */
    double FIRST_TEMPERATURE = 0.1;

    /**
     * The divergence of outputs' neighbourhoods from those of the batch that went in; see {@link Backend#neighborhoods}.
     *
     * @param prefixes of the outputs, ascending; the last is all of them
     * @param temperature of the neighbourhoods that went in
     * @param queries how many of a batch's anchors, its last ones, are queries
     */
    static Loss neighborhoods(Backend backend, List<Integer> prefixes, double temperature, int queries) {
        int[] sizes = prefixes.stream().mapToInt(Integer::intValue).toArray();
        Parameter logTemperatures = new Parameter(backend, 1, sizes.length, false, TEMPERATURE_RATE_MULTIPLIER);
        float[] first = new float[sizes.length];
        Arrays.fill(first, (float) Math.log(FIRST_TEMPERATURE));
        backend.set(logTemperatures.value(), first);
        return new Loss() {
            @Override
            public void lossAndGradient(Matrix outputs, Matrix twins, Matrix gradient, Steps steps) {
                backend.neighborhoods(
                        outputs,
                        sizes,
                        twins,
                        queries,
                        (float) temperature,
                        logTemperatures.value(),
                        logTemperatures.gradient(),
                        gradient,
                        steps);
            }

            @Override
            public List<Parameter> parameters() {
                return List.of(logTemperatures);
            }

            @Override
            public void close() {
                logTemperatures.close();
            }
        };
    }

    /** The contrastive loss. */
    static Loss contrastive(Backend backend, float margin) {
        return (outputs, twins, gradient, steps) -> backend.contrastive(outputs, margin, gradient, steps);
    }
}
