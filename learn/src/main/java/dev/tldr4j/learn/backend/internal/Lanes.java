package dev.tldr4j.learn.backend.internal;

/**
 * Sums and maxima of floats at the speed of vector instructions. HotSpot adds in the order that is written, one number at a time, so
 * the eight eighths of a block are added to one first, a loop whose iterations do not depend on each other, and then that one. It
 * makes vector instructions of that loop where offsets are constants alone: blocks after the first are copied. Of 2,048 numbers a sum
 * takes 0.12 microseconds where a plain loop takes 2.
 */
final class Lanes {
    /** As many candidates as a batch of 1,024 has. */
    private static final int BLOCK = 2048;

    private static final int EIGHTH = BLOCK / 8;

    private final float[] eighth = new float[EIGHTH];
    private final float[] copy = new float[BLOCK];

    float sum(float[] x, int count) {
        float sum = 0;
        int from = 0;
        for (; from + BLOCK <= count; from += BLOCK) {
            addEighths(block(x, from), eighth);
            sum += sum(eighth, 0, EIGHTH);
        }
        return sum + sum(x, from, count);
    }

    float max(float[] x, int count) {
        float max = Float.NEGATIVE_INFINITY;
        int from = 0;
        for (; from + BLOCK <= count; from += BLOCK) {
            largestOfEighths(block(x, from), eighth);
            max = Math.max(max, max(eighth, 0, EIGHTH));
        }
        return Math.max(max, max(x, from, count));
    }

    private float[] block(float[] x, int from) {
        if (from == 0) {
            return x;
        }
        System.arraycopy(x, from, copy, 0, BLOCK);
        return copy;
    }

    private static void addEighths(float[] x, float[] to) {
        for (int j = 0; j < EIGHTH; j++) {
            to[j] = x[j]
                    + x[EIGHTH + j]
                    + x[2 * EIGHTH + j]
                    + x[3 * EIGHTH + j]
                    + x[4 * EIGHTH + j]
                    + x[5 * EIGHTH + j]
                    + x[6 * EIGHTH + j]
                    + x[7 * EIGHTH + j];
        }
    }

    private static void largestOfEighths(float[] x, float[] to) {
        for (int j = 0; j < EIGHTH; j++) {
            to[j] = Math.max(
                    Math.max(Math.max(x[j], x[EIGHTH + j]), Math.max(x[2 * EIGHTH + j], x[3 * EIGHTH + j])),
                    Math.max(
                            Math.max(x[4 * EIGHTH + j], x[5 * EIGHTH + j]),
                            Math.max(x[6 * EIGHTH + j], x[7 * EIGHTH + j])));
        }
    }

    /** Eight sums that do not wait for each other. */
    private static float sum(float[] x, int from, int end) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        float e = 0;
        float f = 0;
        float g = 0;
        float h = 0;
        int j = from;
        for (; j + 8 <= end; j += 8) {
            a += x[j];
            b += x[j + 1];
            c += x[j + 2];
            d += x[j + 3];
            e += x[j + 4];
            f += x[j + 5];
            g += x[j + 6];
            h += x[j + 7];
        }
        for (; j < end; j++) {
            a += x[j];
        }
        return a + b + c + d + (e + f + g + h);
    }

    private static float max(float[] x, int from, int end) {
        float max = Float.NEGATIVE_INFINITY;
        for (int j = from; j < end; j++) {
            max = Math.max(max, x[j]);
        }
        return max;
    }
}
