package dev.tldr4j.evaluate.engine;

import dev.tldr4j.encoder.Encoder;

/**
 * How to index vectors.
 *
 * @param encoder reduces them first; null for full vectors
 * @param quantization what the engine itself does to the vectors that it searches
 * @param maxConnections of a vector in the graph
 * @param beamWidth how many candidates to weigh for them while the graph is built
 */
public record IndexPlan(Encoder encoder, Quantization quantization, int maxConnections, int beamWidth) {

    /** What is searched of a number: all of it, or so many bits. */
    public enum Quantization {
        NONE,
        INT8,
        INT4,
        BIT
    }
}
