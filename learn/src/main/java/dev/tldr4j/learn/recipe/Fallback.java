package dev.tldr4j.learn.recipe;

/** What a fit falls back to where training brought nothing. */
public enum Fallback {
    /** The simplest that finds the neighbours of held-out rows as soon, within a standard error, as any: PCA, where that is enough. */
    PCA,
    /** Nothing: what was learned is given as it is. */
    NONE
}
