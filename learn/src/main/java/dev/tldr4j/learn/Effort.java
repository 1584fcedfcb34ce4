package dev.tldr4j.learn;

/** How long the default recipe may take. */
public enum Effort {
    /** Seconds: a narrow projector and few steps, for a first look. */
    QUICK,
    /** Minutes. */
    DEFAULT,
    /** As long as it may pay: twice the steps. */
    BEST
}
