package dev.tldr4j.learn.neighbors;

import java.util.Locale;

/** How neighbours are found. {@link #toString()} is the name that users write. */
public enum SearchMethod {
    /** Exactly where that is quick, else by a forest that reaches the recall asked for. */
    AUTO,
    /** Every row is compared with every other. */
    EXACT,
    /** Rows are compared with those in the same leaf of random trees, and with their neighbours' neighbours. */
    FOREST,
    /** Every row is compared with every other, of which only a code of a few bytes is known: product quantization. */
    PQ,
    /** The same with a rotation that loses less: optimized product quantization (Ge et al., 2013). */
    OPQ;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
