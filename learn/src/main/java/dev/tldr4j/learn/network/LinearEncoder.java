package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The encoder's one matrix, learned in coordinates of our choice: {@code y = V T x}, where T (r × D) turns an input into
 * coordinates, such as principal components, and V (d × r) is learned. Optimizers that treat every number on its own, as
 * Adam does, learn differently in different coordinates.
 *
 * <p>Inputs are never turned: the product V T is made anew each step and its gradient turned back, which costs
 * 4·d·r·D operations a step where turning both views would cost 4·B·r·D. Without coordinates T is the identity and costs
 * nothing.
 */
public final class LinearEncoder implements Layer {
    private final Backend backend;
    private final Matrix coordinates;
    private final Parameter weight;
    private final Matrix folded;
    private final Matrix foldedGradient;
    private final Matrix output;
    private Matrix input;

    /** An encoder of inputs as they are, with random weights. */
    public static LinearEncoder random(
            Backend backend, int batchRows, int inputs, int outputs, double pace, SplittableRandom random) {
        LinearEncoder encoder = new LinearEncoder(backend, batchRows, null, inputs, inputs, outputs, pace);
        backend.set(encoder.weight.value(), Linear.uniform(random, outputs, inputs));
        return encoder;
    }

    /**
     * An encoder in coordinates that starts as the first {@code outputs} of them.
     *
     * @param coordinates T, row-major
     * @param inputs D, its number of columns
     * @param pace how many times the learning rate the encoder follows
     */
    public static LinearEncoder inCoordinates(
            Backend backend, int batchRows, float[] coordinates, int inputs, int outputs, double pace) {
        int rank = coordinates.length / inputs;
        LinearEncoder encoder = new LinearEncoder(backend, batchRows, coordinates, rank, inputs, outputs, pace);
        float[] start = new float[Math.multiplyExact(outputs, rank)];
        for (int i = 0; i < outputs; i++) {
            start[i * rank + i] = 1;
        }
        backend.set(encoder.weight.value(), start);
        return encoder;
    }

    private LinearEncoder(
            Backend backend, int batchRows, float[] coordinates, int rank, int inputs, int outputs, double pace) {
        this.backend = backend;
        this.weight = new Parameter(backend, outputs, rank, true, pace);
        this.output = backend.matrix(batchRows, outputs);
        if (coordinates == null) {
            this.coordinates = null;
            this.folded = weight.value();
            this.foldedGradient = weight.gradient();
        } else {
            this.coordinates = backend.matrix(rank, inputs);
            backend.set(this.coordinates, coordinates);
            this.folded = backend.matrix(outputs, inputs);
            this.foldedGradient = backend.matrix(outputs, inputs);
        }
    }

    @Override
    public Matrix forward(Matrix input) {
        this.input = input;
        fold();
        backend.multiply(input, false, folded, true, output);
        return output;
    }

    private void fold() {
        if (coordinates != null) {
            backend.multiply(weight.value(), false, coordinates, false, folded);
        }
    }

    /** Returns null: nobody asks for the gradient of the data. */
    @Override
    public Matrix backward(Matrix gradient) {
        backend.multiply(gradient, true, input, false, foldedGradient);
        if (coordinates != null) {
            backend.multiply(foldedGradient, false, coordinates, true, weight.gradient());
        }
        return null;
    }

    /** V T as it is now, row-major [outputs × inputs]. */
    public float[] foldedWeight() {
        fold();
        return backend.get(folded);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(weight);
    }

    @Override
    public void close() {
        weight.close();
        output.close();
        if (coordinates != null) {
            coordinates.close();
            folded.close();
            foldedGradient.close();
        }
    }
}
