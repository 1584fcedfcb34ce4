package dev.tldr4j.learn.recipe;

/** What makes the twin of a vector. */
public enum PairKind {
    /** One of its nearest neighbours. */
    NEIGHBORS,
    /** The vector itself with Gaussian noise. */
    GAUSSIAN
}
