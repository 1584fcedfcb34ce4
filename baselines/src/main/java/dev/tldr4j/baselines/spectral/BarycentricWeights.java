package dev.tldr4j.baselines.spectral;

import dev.tldr4j.baselines.manifold.MetricRows;
import dev.tldr4j.baselines.manifold.Neighborhoods;
import dev.tldr4j.learn.internal.Workers;

/**
 * Weights, with a sum of 1, by which a row is best put together from its neighbours: locally linear embedding's, and the rule
 * by which it places new rows.
 */
public final class BarycentricWeights {
    /** Added to the diagonal, as a part of the trace: with more neighbours than dimensions there are many solutions. */
    private static final double RIDGE = 1e-3;

    private static final int RANGE = 32;

    private BarycentricWeights() {}

    /** Of every row and neighbour. */
    public static double[] of(MetricRows rows, MetricRows base, Neighborhoods near, int threads) {
        int k = near.k();
        double[] weights = new double[near.neighbors().length];
        try (Workers workers = new Workers(threads)) {
            workers.runRanges(near.rows(), RANGE, (from, to) -> {
                float[] row = new float[base.dims()];
                float[][] differences = new float[k][base.dims()];
                for (int i = from; i < to; i++) {
                    rows.read(i, row);
                    for (int j = 0; j < k; j++) {
                        base.read(near.neighbors()[i * k + j], differences[j]);
                        for (int c = 0; c < row.length; c++) {
                            differences[j][c] -= row[c];
                        }
                    }
                    System.arraycopy(weights(gram(differences), k), 0, weights, i * k, k);
                }
            });
        }
        return weights;
    }

    /** The dot products of rows with each other. */
    static double[] gram(float[][] rows) {
        int k = rows.length;
        double[] gram = new double[k * k];
        for (int i = 0; i < k; i++) {
            for (int j = 0; j <= i; j++) {
                gram[i * k + j] = dot(rows[i], rows[j]);
                gram[j * k + i] = gram[i * k + j];
            }
        }
        return gram;
    }

    private static double dot(float[] one, float[] other) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        int i = 0;
        for (; i + 4 <= one.length; i += 4) {
            a += one[i] * other[i];
            b += one[i + 1] * other[i + 1];
            c += one[i + 2] * other[i + 2];
            d += one[i + 3] * other[i + 3];
        }
        for (; i < one.length; i++) {
            a += one[i] * other[i];
        }
        return (double) a + b + c + d;
    }

    private static double[] weights(double[] gram, int k) {
        double trace = 0;
        for (int i = 0; i < k; i++) {
            trace += gram[i * k + i];
        }
        double ridge = trace > 0 ? RIDGE * trace : RIDGE; // neighbours that are all duplicates count the same
        for (int i = 0; i < k; i++) {
            gram[i * k + i] += ridge;
        }
        double[] weights = solved(gram, k);
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        for (int i = 0; i < k; i++) {
            weights[i] /= sum;
        }
        return weights;
    }

    /** Solves for a right side of ones, by Cholesky's factor, which overwrites the matrix. */
    private static double[] solved(double[] matrix, int k) {
        double[] x = new double[k];
        for (int i = 0; i < k; i++) {
            double right = 1;
            for (int j = 0; j <= i; j++) {
                double sum = matrix[i * k + j];
                for (int c = 0; c < j; c++) {
                    sum -= matrix[i * k + c] * matrix[j * k + c];
                }
                matrix[i * k + j] = i == j ? Math.sqrt(sum) : sum / matrix[j * k + j];
                right -= j < i ? matrix[i * k + j] * x[j] : 0;
            }
            x[i] = right / matrix[i * k + i];
        }
        for (int i = k - 1; i >= 0; i--) {
            for (int j = i + 1; j < k; j++) {
                x[i] -= matrix[j * k + i] * x[j];
            }
            x[i] /= matrix[i * k + i];
        }
        return x;
    }
}
