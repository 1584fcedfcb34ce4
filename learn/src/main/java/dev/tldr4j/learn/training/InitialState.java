package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.learn.network.ProjectorFile;
import java.util.List;

/**
 * Where training begins.
 *
 * @param mean taken off every input
 * @param coordinates the coordinates in which to learn, row-major [r × D], or null for the inputs as they are
 * @param encoder the layers to start as, in those coordinates and of the depth of the encoder to be learned, or null for
 *     random weights
 * @param projector the projector to start with, or null for random weights
 */
public record InitialState(double[] mean, float[] coordinates, List<Affine> encoder, ProjectorFile projector) {
    /** The same for a network whose weights are set afterwards. */
    InitialState withoutWeights() {
        return new InitialState(mean, coordinates, null, null);
    }
}
