package dev.tldr4j.baselines.spectral;

/** What eigensolvers do with vectors of doubles. */
final class DoubleVectors {
    private DoubleVectors() {}

    static void add(double[] to, double[] other, double factor) {
        add(to, other, factor, 0, to.length);
    }

    static void add(double[] to, double[] other, double factor, int from, int end) {
        for (int i = from; i < end; i++) {
            to[i] += factor * other[i];
        }
    }

    static double dot(double[] one, double[] other) {
        return dot(one, other, 0, one.length);
    }

    /** In four sums that do not wait for each other. */
    static double dot(double[] one, double[] other, int from, int to) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = from;
        for (; i + 4 <= to; i += 4) {
            a += one[i] * other[i];
            b += one[i + 1] * other[i + 1];
            c += one[i + 2] * other[i + 2];
            d += one[i + 3] * other[i + 3];
        }
        for (; i < to; i++) {
            a += one[i] * other[i];
        }
        return a + b + (c + d);
    }
}
