package dev.tldr4j.learn;

/** Where learning begins. */
public enum Start {
    /** At the principal components, and in their coordinates. */
    PCA,
    /** At random weights on the vectors as they are. */
    RANDOM
}
