package dev.tldr4j.learn.neighbors;

import dev.tldr4j.encoder.internal.FloatVectors;
import java.util.Locale;

/** What "near" means. {@link #toString()} is the name that users write. */
public enum Metric {
    /** Euclidean distance: the smaller, the nearer. */
    L2,
    /** Cosine of the angle: the larger, the nearer; zero vectors have none and are refused. */
    COSINE,
    /** Inner product: the larger, the nearer. */
    DOT;

    /** Scales a row to length 1 where only its direction counts; zeros stay zeros. */
    public void prepare(float[] row) {
        if (this == COSINE) {
            FloatVectors.toLengthOne(row);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
