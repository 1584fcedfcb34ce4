package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Backend.ScaleShiftRelu;
import dev.tldr4j.learn.backend.Matrix;
import java.util.Arrays;
import java.util.List;

/** Batch normalisation of each of two views on its own, then a learned scale and shift, then ReLU. */
public final class BatchNormRelu implements Layer {
    private final Backend backend;
    private final Parameter scale;
    private final Parameter shift;
    private final Matrix inverseDeviation;
    private final ScaleShiftRelu affine;
    private Matrix normalized;

    public BatchNormRelu(Backend backend, int batchRows, int width) {
        this.backend = backend;
        this.scale = new Parameter(backend, 1, width, false);
        this.shift = new Parameter(backend, 1, width, false);
        this.inverseDeviation = backend.matrix(2, width);
        this.affine = new ScaleShiftRelu(
                scale.value(), shift.value(), scale.gradient(), shift.gradient(), backend.matrix(batchRows, width));
        float[] ones = new float[width];
        Arrays.fill(ones, 1);
        backend.set(scale.value(), ones);
    }

    /** Leaves the normalised input in the input's place. */
    @Override
    public Matrix forward(Matrix input) {
        backend.batchNorm(input, inverseDeviation, affine);
        normalized = input;
        return affine.output();
    }

    @Override
    public Matrix backward(Matrix gradient) {
        backend.batchNormGradient(gradient, normalized, inverseDeviation, affine);
        return gradient;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(scale, shift);
    }

    @Override
    public void close() {
        scale.close();
        shift.close();
        inverseDeviation.close();
        affine.output().close();
    }
}
