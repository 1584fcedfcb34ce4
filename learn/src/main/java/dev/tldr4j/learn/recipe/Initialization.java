package dev.tldr4j.learn.recipe;

/** Where learning begins. */
public enum Initialization {
    /** At the principal components. */
    PCA,
    /** At random weights. */
    RANDOM
}
