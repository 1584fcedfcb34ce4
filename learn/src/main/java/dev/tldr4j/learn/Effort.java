package dev.tldr4j.learn;

/** How long the default recipe may take. */
public enum Effort {
    /** Seconds: a narrow projector and few steps, for a first look. */
    QUICK,
    /** Minutes. */
    DEFAULT,
    /** As long as it pays: a wide projector and many steps. */
    BEST
}
