package dev.tldr4j.learn;

/** What a fit falls back to where training went too far from the PCA it started at. */
public enum Fallback {
    /** As much of the PCA as finds the neighbours of held-out rows soonest; the PCA itself where that is enough. */
    PCA,
    /** Nothing: what was learned is given as it is. */
    NONE
}
