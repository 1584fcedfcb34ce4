package dev.tldr4j.baselines;

import java.util.Random;

/** Small matrices in double precision, put together from their definitions. */
public final class Algebra {
    private Algebra() {}

    /** Points around 100, spread the more the later the column. */
    public static float[][] points(int n, int dims, long seed) {
        Random random = new Random(seed);
        float[][] points = new float[n][dims];
        for (float[] point : points) {
            for (int j = 0; j < dims; j++) {
                point[j] = (float) (100 + (j + 1) * random.nextGaussian());
            }
        }
        return points;
    }

    public static double[] mean(float[][] x) {
        double[] mean = new double[x[0].length];
        for (float[] row : x) {
            for (int j = 0; j < mean.length; j++) {
                mean[j] += row[j] / (double) x.length;
            }
        }
        return mean;
    }

    public static double squaredDistance(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }

    public static double[] times(double[][] matrix, double[] vector) {
        double[] product = new double[vector.length];
        for (int i = 0; i < product.length; i++) {
            product[i] = dot(matrix[i], vector);
        }
        return product;
    }

    public static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
