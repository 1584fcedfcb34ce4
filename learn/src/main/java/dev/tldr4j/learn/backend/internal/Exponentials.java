package dev.tldr4j.learn.backend.internal;

/**
 * e to the power of many floats at once. {@link Math#exp} is a call for each number; this is a loop of multiplications and
 * additions alone, which HotSpot compiles to vector instructions: {@code exp(x) = exp(x / 256) ^ 256}, the inner one by its
 * Taylor series. Eight squarings make a rounding 256 times as large: relative errors are below 1e-4 from -20 to 0 and below 1e-3
 * down to {@link #LEAST}, where values are 1e-35.
 */
final class Exponentials {
    /** The exponentials of smaller numbers are near those that floats hold as denormal, which is slow. */
    static final float LEAST = -80;

    private Exponentials() {}

    /**
     * Sets {@code x[j]} to {@code x[j] - most}, but at least {@link #LEAST}, and {@code to[j]} to the exponential of that.
     *
     * @param most not less than any of them
     */
    static void of(float[] x, float most, float[] to, int count) {
        for (int j = 0; j < count; j++) {
            float less = Math.max(x[j] - most, LEAST);
            x[j] = less;
            float part = less * (1 / 256f);
            float e = 1 + part * (1 + part * (1 / 2f + part * (1 / 6f + part * (1 / 24f + part * (1 / 120f)))));
            e *= e;
            e *= e;
            e *= e;
            e *= e;
            e *= e;
            e *= e;
            e *= e;
            e *= e;
            to[j] = e;
        }
    }
}
