package dev.tldr4j.learn.neighbors;

/** What "near" means. */
public enum Metric {
    /** Euclidean distance: the smaller, the nearer. */
    L2,
    /** Cosine of the angle: the larger, the nearer; zero vectors have none and are refused. */
    COSINE,
    /** Inner product: the larger, the nearer. */
    DOT
}
