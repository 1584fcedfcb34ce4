package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The encoder's first layer, and for a linear encoder the only one, learned in coordinates of our choice: {@code y = V T x},
 * where T (r × D) turns an input into coordinates, such as principal components, and V (outputs × r) is learned. Optimizers
 * that treat every number on its own, as Adam does, learn differently in different coordinates.
 *
 * <p>A narrow layer never turns its inputs: the product V T is made anew each step and its gradient turned back, which costs
 * 4·outputs·r·D operations a step where turning both views of B rows costs 4·B·r·D. A wide one turns them. Without
 * coordinates T is the identity and costs nothing.
 */
public final class InputLayer implements Layer {
    private final Backend backend;
    private final Matrix coordinates;
    private final Parameter weight;
    private final Matrix folded;
    private final Matrix foldedGradient;
    private final Matrix output;
    /** Whether the layer is so wide that turning the batch is cheaper. */
    private final boolean turns;
    /** The batch in coordinates, or null as long as nobody wanted it. */
    private Matrix turned;

    private Matrix input;

    /**
     * A layer with random weights.
     *
     * @param coordinates T, row-major, or null for the inputs as they are
     * @param inputs D
     */
    public static InputLayer random(
            Backend backend, int batchRows, float[] coordinates, int inputs, int outputs, SplittableRandom random) {
        int rank = coordinates == null ? inputs : coordinates.length / inputs;
        InputLayer layer = new InputLayer(backend, batchRows, coordinates, rank, inputs, outputs);
        backend.set(layer.weight.value(), Linear.uniform(random, outputs, rank));
        return layer;
    }

    /** A layer that starts at given weights V, row-major. */
    public static InputLayer given(Backend backend, int batchRows, float[] coordinates, int inputs, float[] weight) {
        int rank = coordinates == null ? inputs : coordinates.length / inputs;
        InputLayer layer = new InputLayer(backend, batchRows, coordinates, rank, inputs, weight.length / rank);
        backend.set(layer.weight.value(), weight);
        return layer;
    }

    private InputLayer(Backend backend, int batchRows, float[] coordinates, int rank, int inputs, int outputs) {
        this.backend = backend;
        this.weight = new Parameter(backend, outputs, rank, true);
        this.output = backend.matrix(batchRows, outputs);
        if (coordinates == null) {
            this.coordinates = null;
            this.folded = weight.value();
            this.foldedGradient = weight.gradient();
            this.turns = false;
        } else {
            this.coordinates = backend.matrix(rank, inputs);
            backend.set(this.coordinates, coordinates);
            this.folded = backend.matrix(outputs, inputs);
            this.foldedGradient = backend.matrix(outputs, inputs);
            this.turns = 2 * outputs > batchRows;
        }
    }

    @Override
    public Matrix forward(Matrix input) {
        this.input = input;
        if (turns) {
            turn();
            backend.multiplyPrecisely(turned, false, weight.value(), true, output);
            return output;
        }
        fold();
        backend.multiplyPrecisely(input, false, folded, true, output);
        return output;
    }

    private void turn() {
        if (turned == null) {
            turned = backend.matrix(input.rows(), coordinates.rows());
        }
        backend.multiplyPrecisely(input, false, coordinates, true, turned);
    }

    /** The last batch in coordinates. */
    Matrix lastCoordinates() {
        if (coordinates == null) {
            return input;
        }
        if (!turns) {
            turn();
        }
        return turned;
    }

    private void fold() {
        if (coordinates != null) {
            backend.multiplyPrecisely(weight.value(), false, coordinates, false, folded);
        }
    }

    /** Returns null: nobody asks for the gradient of the data. */
    @Override
    public Matrix backward(Matrix gradient) {
        if (turns) {
            backend.multiplyPrecisely(gradient, true, turned, false, weight.gradient());
            return null;
        }
        backend.multiplyPrecisely(gradient, true, input, false, foldedGradient);
        if (coordinates != null) {
            backend.multiplyPrecisely(foldedGradient, false, coordinates, true, weight.gradient());
        }
        return null;
    }

    Parameter weight() {
        return weight;
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
        if (turned != null) {
            turned.close();
        }
    }
}
