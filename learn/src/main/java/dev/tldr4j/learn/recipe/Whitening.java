package dev.tldr4j.learn.recipe;

import dev.tldr4j.learn.space.NeighborWhitening;

/**
 * The coordinates to learn in.
 *
 * @param power of the standard deviation that principal components are divided by, from 0 to 1; NaN for other kinds
 */
public record Whitening(Kind kind, double power) {
    public enum Kind {
        /** The vectors as they are. */
        NONE,
        /** Principal components. */
        PCA,
        /** The components of {@link NeighborWhitening}; neighbours are looked for there, too. */
        NEIGHBORS
    }

    public static final Whitening NONE = new Whitening(Kind.NONE, Double.NaN);
    static final Whitening NEIGHBORS = new Whitening(Kind.NEIGHBORS, Double.NaN);

    public static Whitening of(double power) {
        return new Whitening(Kind.PCA, power);
    }
}
