package dev.tldr4j.learn.neighbors;

/** How neighbours are found. */
public enum SearchMethod {
    /** Exactly where that is quick, else by a forest that reaches the recall asked for. */
    AUTO,
    /** Every row is compared with every other. */
    EXACT,
    /** Rows are compared with those in the same leaf of random trees, and with their neighbours' neighbours. */
    FOREST
}
