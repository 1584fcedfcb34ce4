package dev.tldr4j.learn;

/** What a fit gives where training made nothing better of the PCA it started at. */
public enum Fallback {
    /** The PCA. */
    PCA,
    /** What was learned all the same. */
    NONE
}
