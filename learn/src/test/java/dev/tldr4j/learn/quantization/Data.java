package dev.tldr4j.learn.quantization;

import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Random;

/** Rows for the tests of this package, and distances by the definition. */
public final class Data {
    public static final ProgressListener SILENT = ProgressListener.SILENT;

    private Data() {}

    /** Gaussian rows around (10, 10, …), each dimension with its own spread. */
    static float[][] gaussian(int rows, int dims, long seed) {
        Random random = new Random(seed);
        float[][] values = new float[rows][dims];
        for (float[] row : values) {
            for (int j = 0; j < dims; j++) {
                row[j] = (float) (10 + random.nextGaussian() * (1 + j % 3));
            }
        }
        return values;
    }

    /** Gaussian rows with a spread that falls from axis to axis, the axes lying askew to the dimensions. */
    public static float[][] askew(int rows, int dims, long seed) {
        Random random = new Random(seed);
        double[][] axes = new double[dims][dims];
        for (double[] axis : axes) {
            for (int j = 0; j < dims; j++) {
                axis[j] = random.nextGaussian() / Math.sqrt(dims);
            }
        }
        float[][] values = new float[rows][dims];
        for (float[] row : values) {
            for (int i = 0; i < dims; i++) {
                double along = random.nextGaussian() * Math.pow(0.7, i);
                for (int j = 0; j < dims; j++) {
                    row[j] += (float) (along * axes[i][j]);
                }
            }
        }
        return values;
    }

    static ProductQuantizer train(float[][] values, int bytes, boolean optimized) {
        return ProductQuantizer.train(Vectors.of(values), bytes, optimized, 2, 1, SILENT);
    }

    public static float[] read(Vectors vectors, int row) {
        float[] values = new float[vectors.dims()];
        vectors.read(row, 1, FloatBuffer.wrap(values));
        return values;
    }

    public static double squaredDistance(float[] a, float[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            double difference = (double) a[j] - b[j];
            sum += difference * difference;
        }
        return sum;
    }

    public static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += (double) a[j] * b[j];
        }
        return sum;
    }
}
