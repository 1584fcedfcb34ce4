package dev.tldr4j.learn.neighbors;

import java.util.Locale;

/** What "near" means. {@link #toString()} is the name that users write. */
public enum Metric {
    /** Euclidean distance: the smaller, the nearer. */
    L2,
    /** Cosine of the angle: the larger, the nearer; zero vectors have none and are refused. */
    COSINE,
    /** Inner product: the larger, the nearer. */
    DOT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
