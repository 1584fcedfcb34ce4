package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.learn.network.ProjectorFile;
import java.util.List;

/**
 * Where training begins.
 *
 * @param encoder the layers to start as, of the depth of the encoder to be learned, or null for random weights
 * @param projector the projector to start with, or null for random weights
 */
public record InitialState(List<Affine> encoder, ProjectorFile projector) {
    /** For a network whose weights are set afterwards. */
    public static final InitialState RANDOM = new InitialState(null, null);
}
