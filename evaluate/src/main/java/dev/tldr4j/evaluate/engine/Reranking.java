package dev.tldr4j.evaluate.engine;

/** By what the documents found in the graph are ordered anew. */
public enum Reranking {
    /** They are not. */
    NONE,
    /** The floats of the reduced vectors, which the engine keeps beside quantized ones. */
    FLOATS,
    /** The whole outputs of an encoder, where the graph holds the first numbers of them. */
    WHOLE,
    /** The full vectors. */
    FULL
}
