package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.KeptProjector;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.network.StartLayers;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a fit goes on from.
 *
 * @param projector the one it was learned with, or null to begin with a new one
 */
record Continued(Encoder encoder, KeptProjector projector) {

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
        if (StartLayers.of(encoder.layers(), shape).isEmpty()) {
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
     * @param coordinates orthogonal rows, or null
     */
    List<Affine> layers(EncoderShape shape, double[] mean, float[] coordinates) {
        List<Affine> layers = new ArrayList<>(encoder.layers());
        layers.set(0, in(coordinates, mean, layers.get(0)));
        return StartLayers.of(layers, shape).orElseThrow();
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
        int rank = coordinates.length / inputs;
        float[] turned = new float[Math.multiplyExact(bias.length, rank)];
        IntStream.range(0, rank).parallel().forEach(r -> {
            double squares = 0;
            for (int j = 0; j < inputs; j++) {
                squares += (double) coordinates[r * inputs + j] * coordinates[r * inputs + j];
            }
            for (int i = 0; i < bias.length; i++) {
                double dot = 0;
                for (int j = 0; j < inputs; j++) {
                    dot += (double) weight[i * inputs + j] * coordinates[r * inputs + j];
                }
                turned[i * rank + r] = (float) (dot / squares);
            }
        });
        return new Affine(turned, bias);
    }
}
