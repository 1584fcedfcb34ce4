package dev.tldr4j.evaluate.engine;

import dev.tldr4j.encoder.Encoder;

/**
 * How to index vectors.
 *
 * @param encoder reduces them first; null for full vectors
 * @param quantization what the engine itself does to the vectors that it searches
 * @param shortlist how many of a reduced vector's numbers the graph holds, the whole being kept to re-rank by; 0 for all
 * @param keepsFull whether reduced vectors have the full ones beside them, to re-rank by
 */
public record IndexPlan(Encoder encoder, Quantization quantization, int shortlist, boolean keepsFull, Graph graph) {

    /** What is searched of a number: all of it, or so many bits. */
    public enum Quantization {
        NONE,
        INT8,
        INT4,
        INT2,
        BIT;

        /** Of so many bits a number: 1, 2, 4 or 8. */
        public static Quantization of(int bits) {
            return bits == 1 ? BIT : valueOf("INT" + bits);
        }
    }

    /** How many graphs an index has in the end: one of all vectors, or as many as it was written in. */
    public enum Segments {
        ONE,
        SEVERAL
    }

    /**
     * How to build the graphs.
     *
     * @param maxConnections of a vector
     * @param beamWidth how many candidates to weigh for them
     */
    public record Graph(int maxConnections, int beamWidth, Segments segments) {}
}
