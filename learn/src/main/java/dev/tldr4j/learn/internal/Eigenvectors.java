package dev.tldr4j.learn.internal;

/** Eigenvalues and eigenvectors of {@link OpenBlas#eigen}, in the order and with the signs that people expect. */
public final class Eigenvectors {
    private Eigenvectors() {}

    /** LAPACK gives the smallest first; rounding may leave the smallest a little below zero. */
    public static double[] largestFirst(double[] ascending) {
        double[] values = new double[ascending.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.max(0, ascending[values.length - 1 - i]);
        }
        return values;
    }

    /** Turns the order round and fixes the sign, which is arbitrary: each component's largest number is positive. */
    public static double[] largestFirst(double[] vectors, int dims) {
        double[] components = new double[vectors.length];
        for (int i = 0; i < dims; i++) {
            System.arraycopy(vectors, (dims - 1 - i) * dims, components, i * dims, dims);
        }
        return withSigns(components, dims);
    }

    /** Fixes the signs of vectors of so many numbers, in place. */
    public static double[] withSigns(double[] vectors, int dims) {
        for (int from = 0; from < vectors.length; from += dims) {
            int largest = from;
            for (int j = from; j < from + dims; j++) {
                largest = Math.abs(vectors[j]) > Math.abs(vectors[largest]) ? j : largest;
            }
            double sign = vectors[largest] < 0 ? -1 : 1;
            for (int j = from; j < from + dims; j++) {
                vectors[j] *= sign;
            }
        }
        return vectors;
    }
}
