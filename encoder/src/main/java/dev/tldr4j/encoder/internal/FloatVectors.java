package dev.tldr4j.encoder.internal;

/** Vectors of floats, computed with in double precision: there no sum of their squares overflows or vanishes. */
public final class FloatVectors {
    private FloatVectors() {}

    /** Scales a vector to length 1; zeros stay zeros. Returns the square of the length it had. */
    public static double toLengthOne(float[] vector) {
        return toLengthOne(vector, 0, vector.length);
    }

    /** The same for {@code values[from … to - 1]}. */
    public static double toLengthOne(float[] values, int from, int to) {
        double squares = 0;
        for (int j = from; j < to; j++) {
            squares += (double) values[j] * values[j];
        }
        double inverse = squares == 0 ? 0 : 1 / Math.sqrt(squares);
        for (int j = from; j < to; j++) {
            values[j] = (float) (values[j] * inverse);
        }
        return squares;
    }

    /** Four sums at once: they need not wait for each other. */
    public static double dot(float[] a, float[] b) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int j = 0;
        for (; j + 3 < a.length; j += 4) {
            sum0 += (double) a[j] * b[j];
            sum1 += (double) a[j + 1] * b[j + 1];
            sum2 += (double) a[j + 2] * b[j + 2];
            sum3 += (double) a[j + 3] * b[j + 3];
        }
        for (; j < a.length; j++) {
            sum0 += (double) a[j] * b[j];
        }
        return sum0 + sum1 + sum2 + sum3;
    }

    /** Of the differences as floats. */
    public static double squaredDistance(float[] a, float[] b) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int j = 0;
        for (; j + 3 < a.length; j += 4) {
            double d0 = a[j] - b[j];
            double d1 = a[j + 1] - b[j + 1];
            double d2 = a[j + 2] - b[j + 2];
            double d3 = a[j + 3] - b[j + 3];
            sum0 += d0 * d0;
            sum1 += d1 * d1;
            sum2 += d2 * d2;
            sum3 += d3 * d3;
        }
        for (; j < a.length; j++) {
            double d = a[j] - b[j];
            sum0 += d * d;
        }
        return sum0 + sum1 + sum2 + sum3;
    }
}
