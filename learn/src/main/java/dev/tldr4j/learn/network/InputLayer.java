package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The encoder's first layer, and for a linear encoder the only one. It multiplies rows as they come, in all the precision of floats, and
 * has no gradient to pass on: nobody asks for that of the data.
 */
final class InputLayer implements Layer {
    private final Backend backend;
    private final Parameter weight;
    private final Matrix output;
    private Matrix input;

    /** A layer with random weights. */
    static InputLayer random(Backend backend, int batchRows, int inputs, int outputs, SplittableRandom random) {
        return new InputLayer(backend, batchRows, inputs, outputs, Linear.uniform(random, outputs, inputs));
    }

    /** A layer that starts at given weights, row-major. */
    static InputLayer given(Backend backend, int batchRows, int inputs, float[] weight) {
        return new InputLayer(backend, batchRows, inputs, weight.length / inputs, weight);
    }

    private InputLayer(Backend backend, int batchRows, int inputs, int outputs, float[] weight) {
        this.backend = backend;
        this.weight = new Parameter(backend, outputs, inputs, true);
        this.output = backend.matrix(batchRows, outputs);
        backend.set(this.weight.value(), weight);
    }

    @Override
    public Matrix forward(Matrix input) {
        this.input = input;
        backend.multiplyFp32(input, false, weight.value(), true, output);
        return output;
    }

    /** Returns null. */
    @Override
    public Matrix backward(Matrix gradient) {
        backend.multiplyFp32(gradient, true, input, false, weight.gradient());
        return null;
    }

    Parameter weight() {
        return weight;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(weight);
    }

    @Override
    public void close() {
        weight.close();
        output.close();
    }
}
