package dev.tldr4j.learn.recipe;

/** Which values the settings have that are not given. */
public enum Recipe {
    /** Ours: short, from the principal components. */
    DEFAULT,
    /** The paper's: LARS from random weights, 100 epochs. */
    PAPER
}
