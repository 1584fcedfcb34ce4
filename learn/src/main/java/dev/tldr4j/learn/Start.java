package dev.tldr4j.learn;

/** Where learning begins. */
public enum Start {
    /** At the principal components. */
    PCA,
    /** At random weights. */
    RANDOM
}
