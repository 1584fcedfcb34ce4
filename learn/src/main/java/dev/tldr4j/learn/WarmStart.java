package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.InitialLayers;
import dev.tldr4j.learn.network.ProjectorFile;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.Vectors;
import java.util.ArrayList;
import java.util.List;

/**
 * What a fit goes on from.
 *
 * @param projector the one it was learned with, or null to begin with a new one
 */
record WarmStart(Encoder encoder, ProjectorFile projector) {

    /** The shape it was learned in, if it says so; else the one it has. */
    String encoderShape() {
        int hidden = encoder.layers().size() - 1;
        String own = hidden == 0
                ? "linear"
                : "mlp-" + hidden + "-" + encoder.layers().get(0).outputDims();
        return encoder.metadata().getOrDefault("encoder", own);
    }

    String projectorShape(String otherwise) {
        return projector == null ? otherwise : projector.shape().toString();
    }

    void requireFits(Vectors vectors, int dims, EncoderShape shape, ProjectorShape projectorShape, LossKind loss) {
        if (encoder.inputDims() != vectors.dims() || encoder.outputDims() != dims) {
            throw new InvalidInputException("the encoder to go on from takes " + encoder.inputDims() + " dimensions to "
                    + encoder.outputDims() + ", this fit " + vectors.dims() + " to " + dims);
        }
        if (InitialLayers.of(encoder.layers(), shape).isEmpty()) {
            boolean narrow = encoder.layers().size() == 1;
            throw new InvalidInputException("the encoder to go on from is "
                    + (narrow
                            ? "one matrix, and " + shape + " is too narrow for it"
                            : encoderShape() + ", not " + shape)
                    + "; ask for the encoder " + (narrow ? "linear" : encoderShape()));
        }
        int outputs = Training.outputs(loss, projectorShape, dims, vectors.dims());
        if (projector != null
                && !(projector.shape().equals(projectorShape)
                        && projector.inputs() == dims
                        && projector.outputs() == outputs)) {
            throw new InvalidInputException("the projector to go on from is " + projector.shape() + " from "
                    + projector.inputs() + " to " + projector.outputs() + " numbers, this fit needs " + projectorShape
                    + " from " + dims + " to " + outputs + "; give the one that was kept with the encoder");
        }
    }

    /**
     * The encoder's layers in the depth of a shape and, for inputs less their mean, in some coordinates T: the first layer W
     * becomes V with V T = W. Where the vectors do not vary, T has no direction and what W does there is lost.
     *
     * @param coordinates linearly independent rows, or null
     */
    List<Affine> layers(EncoderShape shape, double[] mean, float[] coordinates) {
        List<Affine> layers = new ArrayList<>(encoder.layers());
        layers.set(0, in(coordinates, mean, layers.get(0)));
        return InitialLayers.of(layers, shape).orElseThrow();
    }

    private static Affine in(float[] coordinates, double[] mean, Affine first) {
        int inputs = mean.length;
        float[] weight = first.weight();
        float[] bias = first.bias();
        for (int i = 0; i < bias.length; i++) {
            double moved = bias[i];
            for (int j = 0; j < inputs; j++) {
                moved += weight[i * inputs + j] * mean[j];
            }
            bias[i] = (float) moved;
        }
        if (coordinates == null) {
            return new Affine(weight, bias);
        }
        return new Affine(inCoordinates(weight, coordinates, bias.length, inputs), bias);
    }

    /** V = W Tᵀ (T Tᵀ)⁻¹, the V with V T nearest to W. */
    private static float[] inCoordinates(float[] weight, float[] coordinates, int outputs, int inputs) {
        int rank = coordinates.length / inputs;
        double[] turned = OpenBlas.product(
                doubles(weight), transposed(doubles(coordinates), rank, inputs), outputs, inputs, rank);
        double[] gram = OpenBlas.product(
                doubles(coordinates), transposed(doubles(coordinates), rank, inputs), rank, inputs, rank);
        double[] values = OpenBlas.eigen(gram, rank, 1);
        double[] scaled = gram.clone();
        for (int i = 0; i < rank; i++) {
            for (int j = 0; j < rank; j++) {
                scaled[i * rank + j] /= values[i];
            }
        }
        double[] inverse = OpenBlas.product(transposed(gram, rank, rank), scaled, rank, rank, rank);
        double[] product = OpenBlas.product(turned, inverse, outputs, rank, rank);
        float[] result = new float[product.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (float) product[i];
        }
        return result;
    }

    private static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            doubles[i] = values[i];
        }
        return doubles;
    }

    private static double[] transposed(double[] matrix, int rows, int cols) {
        double[] transposed = new double[matrix.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                transposed[j * rows + i] = matrix[i * cols + j];
            }
        }
        return transposed;
    }
}
