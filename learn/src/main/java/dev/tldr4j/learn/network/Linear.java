package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import java.util.List;
import java.util.SplittableRandom;

/**
 * {@code y = W x}, without a bias: what follows is always batch normalisation, which takes any constant off again, so that
 * a bias would have gradient zero.
 */
public final class Linear implements Layer {
    private final Backend backend;
    private final Parameter weight;
    private final Matrix output;
    private final Matrix inputGradient;
    private Matrix input;

    /** Random weights, uniformly from ±1/√inputs. */
    public Linear(Backend backend, int batchRows, int inputs, int outputs, SplittableRandom random) {
        this.backend = backend;
        this.weight = new Parameter(backend, outputs, inputs, true);
        backend.set(weight.value(), uniform(random, outputs, inputs));
        this.output = backend.matrix(batchRows, outputs);
        this.inputGradient = backend.matrix(batchRows, inputs);
    }

    /** Numbers drawn uniformly from ±1/√cols. */
    static float[] uniform(SplittableRandom random, int rows, int cols) {
        double bound = 1 / Math.sqrt(cols);
        float[] values = new float[Math.multiplyExact(rows, cols)];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) ((2 * random.nextDouble() - 1) * bound);
        }
        return values;
    }

    @Override
    public Matrix forward(Matrix input) {
        this.input = input;
        backend.multiply(input, false, weight.value(), true, output);
        return output;
    }

    @Override
    public Matrix backward(Matrix gradient) {
        backend.multiply(gradient, true, input, false, weight.gradient());
        backend.multiply(gradient, false, weight.value(), false, inputGradient);
        return inputGradient;
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
        inputGradient.close();
    }
}
