package dev.tldr4j.learn.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/** The mean of every column, and on the way the check that every number is finite. */
public final class ColumnMeans {
    /** Rows are summed in this many stripes, each by one thread: a fixed number, so that rounding is always the same. */
    private static final int STRIPES = 32;

    private static final int BLOCK = 256;

    private ColumnMeans() {}

    /** Refuses the first row that is not finite, by name. */
    public static double[] of(Vectors vectors, Workers workers, ProgressListener listener) {
        int rows = vectors.rows();
        int dims = vectors.dims();
        int stripes = Math.min(STRIPES, rows);
        double[][] sums = new double[stripes][];
        ProgressCounter done = new ProgressCounter("checking", stripes, listener);
        workers.run(stripes, stripe -> {
            int from = (int) ((long) rows * stripe / stripes);
            int to = (int) ((long) rows * (stripe + 1) / stripes);
            sums[stripe] = sum(vectors, from, to);
            done.oneMore();
        });
        double[] mean = new double[dims];
        for (double[] sum : sums) {
            for (int j = 0; j < dims; j++) {
                mean[j] += sum[j] / rows;
            }
        }
        return mean;
    }

    private static double[] sum(Vectors vectors, int from, int to) {
        int dims = vectors.dims();
        double[] sum = new double[dims];
        float[] block = new float[BLOCK * dims];
        for (int row = from; row < to; row += BLOCK) {
            int count = Math.min(BLOCK, to - row);
            vectors.read(row, count, FloatBuffer.wrap(block));
            for (int at = 0; at < count * dims; at += dims) {
                for (int j = 0; j < dims; j++) {
                    sum[j] += block[at + j];
                }
            }
            if (!isFinite(sum)) {
                vectors.requireFinite(row, count);
                throw new InvalidInputException(vectors.name() + ": the numbers near row " + row + " are too large");
            }
        }
        return sum;
    }

    private static boolean isFinite(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return Double.isFinite(sum);
    }
}
