package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.InitialLayers;
import dev.tldr4j.learn.network.ProjectorFile;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.space.Space;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a fit begins at, in place of PCA or random weights.
 *
 * @param projector the one it was learned with, or null to begin with a new one
 */
record WarmStart(Encoder encoder, ProjectorFile projector) {
    /** Null where neither is given; the projector alone says too little. */
    static WarmStart of(Encoder encoder, Path projector) throws IOException {
        if (encoder == null && projector != null) {
            throw new InvalidInputException(
                    projector + ": a projector goes with the encoder it was learned with; give that too");
        }
        return encoder == null
                ? null
                : new WarmStart(encoder, projector == null ? null : ProjectorFile.load(projector));
    }

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
            throw new InvalidInputException("the encoder of the warm start takes " + encoder.inputDims()
                    + " dimensions to " + encoder.outputDims() + ", this fit " + vectors.dims() + " to " + dims);
        }
        if (InitialLayers.of(encoder.layers(), shape).isEmpty()) {
            boolean narrow = encoder.layers().size() == 1;
            throw new InvalidInputException("the encoder of the warm start is "
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
            throw new InvalidInputException("the projector of the warm start is " + projector.shape() + " from "
                    + projector.inputs() + " to " + projector.outputs() + " numbers, this fit needs " + projectorShape
                    + " from " + dims + " to " + outputs + "; give the one that was kept with the encoder");
        }
    }

    /** The encoder's layers in the depth of a shape, for rows in a space. */
    List<Affine> layers(EncoderShape shape, Space space) {
        return InitialLayers.of(space.unfold(encoder.layers()), shape).orElseThrow();
    }
}
