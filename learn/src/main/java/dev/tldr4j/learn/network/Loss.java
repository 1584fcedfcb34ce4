package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;

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

    /**
     * The mean squared difference between outputs, of the first rows of a batch or of all, and the coordinates that an encoder
     * has turned them into.
     *
     * @param scale multiplies loss and gradient
     */
    static Loss rebuiltCoordinates(Backend backend, EncoderNetwork encoder, double scale) {
        return (outputs, twins, gradient, steps) -> {
            Matrix coordinates = encoder.lastCoordinates().rows(0, outputs.rows());
            backend.reconstruction(outputs, coordinates, 1, (float) scale, gradient, steps);
        };
    }

    /** The contrastive loss. */
    static Loss contrastive(Backend backend, float margin) {
        return (outputs, twins, gradient, steps) -> backend.contrastive(outputs, margin, gradient, steps);
    }
}
