package dev.tldr4j.learn.backend.internal;

import java.util.Arrays;

/** Sums and maxima in lanes: HotSpot adds floats one by one in the order that is written, and lanes can be vectors. */
final class Lanes {
    private static final int LANES = 64;

    private Lanes() {}

    static float sum(float[] values, int count) {
        float[] lanes = new float[LANES];
        int whole = count / LANES * LANES;
        for (int i = 0; i < whole; i += LANES) {
            for (int j = 0; j < LANES; j++) {
                lanes[j] += values[i + j];
            }
        }
        float sum = 0;
        for (int j = 0; j < LANES; j++) {
            sum += lanes[j];
        }
        for (int i = whole; i < count; i++) {
            sum += values[i];
        }
        return sum;
    }

    static float max(float[] values, int count) {
        float[] lanes = new float[LANES];
        Arrays.fill(lanes, Float.NEGATIVE_INFINITY);
        int whole = count / LANES * LANES;
        for (int i = 0; i < whole; i += LANES) {
            for (int j = 0; j < LANES; j++) {
                lanes[j] = Math.max(lanes[j], values[i + j]);
            }
        }
        float max = Float.NEGATIVE_INFINITY;
        for (int j = 0; j < LANES; j++) {
            max = Math.max(max, lanes[j]);
        }
        for (int i = whole; i < count; i++) {
            max = Math.max(max, values[i]);
        }
        return max;
    }
}
