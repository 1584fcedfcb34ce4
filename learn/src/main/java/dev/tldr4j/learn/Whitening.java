package dev.tldr4j.learn;

/**
 * The coordinates to learn in: those of the principal components, each divided by its standard deviation to some power, or
 * the vectors as they are.
 *
 * @param power from 0 to 1; NaN where it is not fixed
 */
record Whitening(Kind kind, double power) {
    enum Kind {
        /** The vectors as they are. */
        NONE,
        /** A power that was given. */
        FIXED,
        /** A power and a damping that suit the vectors: {@link DampedWhitening}. */
        CHOSEN
    }

    static final Whitening NONE = new Whitening(Kind.NONE, Double.NaN);
    static final Whitening CHOSEN = new Whitening(Kind.CHOSEN, Double.NaN);

    static Whitening of(double power) {
        return new Whitening(Kind.FIXED, power);
    }
}
