package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;

/** Something that is learned, and the gradient of the loss with respect to it. */
public final class Parameter implements AutoCloseable {
    private final Matrix value;
    private final Matrix gradient;
    private final boolean isWeight;
    private final double rateMultiplier;

    /** @param isWeight whether it is a weight matrix; biases and batch-norm's scale and shift are not decayed */
    public Parameter(Backend backend, int rows, int cols, boolean isWeight) {
        this(backend, rows, cols, isWeight, 1);
    }

    /** @param rateMultiplier how many times the learning rate it follows */
    public Parameter(Backend backend, int rows, int cols, boolean isWeight, double rateMultiplier) {
        this.value = backend.matrix(rows, cols);
        this.gradient = backend.matrix(rows, cols);
        this.isWeight = isWeight;
        this.rateMultiplier = rateMultiplier;
    }

    public Matrix value() {
        return value;
    }

    public Matrix gradient() {
        return gradient;
    }

    public boolean isWeight() {
        return isWeight;
    }

    public double rateMultiplier() {
        return rateMultiplier;
    }

    @Override
    public void close() {
        value.close();
        gradient.close();
    }
}
