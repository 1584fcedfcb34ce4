package dev.tldr4j.baselines.linear;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import java.util.Random;

/**
 * Turns whitened rows so that their coordinates are as independent as can be, measured by log cosh: Hyvärinen's fixed-point
 * iteration (1999) in its symmetric form, which looks for all directions at once.
 */
final class FastIca {
    /** Rows taken in one product. */
    private static final int BLOCK = 8192;

    /** Rows a task takes in the loops between the products. */
    private static final int RANGE = 256;

    private final NativeMatrix rows;
    private final Workers workers;
    private final int dims;

    /** @param rows with mean 0, variance 1 and no correlations */
    FastIca(NativeMatrix rows, Workers workers) {
        this.rows = rows;
        this.workers = workers;
        this.dims = rows.cols();
    }

    /**
     * What was found.
     *
     * @param rotation orthogonal, row-major
     * @param change how far the last iteration was from leaving every direction as it was
     */
    record Result(double[] rotation, int iterations, double change, boolean converged) {}

    Result run(long seed, int iterations, double tolerance, ProgressListener listener) {
        Random random = new Random(seed);
        double[] start = new double[dims * dims];
        for (int i = 0; i < start.length; i++) {
            start[i] = random.nextGaussian();
        }
        double[] rotation = OpenBlas.nearestOrthogonal(start, dims);
        double change = Double.POSITIVE_INFINITY;
        int done = 0;
        while (done < iterations && !(change < tolerance)) {
            double[] next = OpenBlas.nearestOrthogonal(step(rotation), dims);
            change = change(rotation, next);
            rotation = next;
            done++;
            // it ends early as a rule
            listener.progress(Progress.of("independence", change < tolerance ? iterations : done, iterations));
        }
        return new Result(rotation, done, change, change < tolerance);
    }

    /** For each direction w: the mean of x · tanh(w · x), less the mean of tanh′(w · x) times w. */
    private double[] step(double[] rotation) {
        double[] moved = new double[dims * dims];
        double[] slopes = new double[dims];
        int block = Math.min(BLOCK, rows.rows());
        try (NativeMatrix weight = new NativeMatrix(dims, dims);
                NativeMatrix outputs = new NativeMatrix(block, dims);
                NativeMatrix product = new NativeMatrix(dims, dims)) {
            for (int i = 0; i < moved.length; i++) {
                weight.buffer().put(i, (float) rotation[i]);
            }
            for (int from = 0; from < rows.rows(); from += block) {
                NativeMatrix some = rows.rows(from, Math.min(block, rows.rows() - from));
                NativeMatrix turned = outputs.rows(0, some.rows());
                OpenBlas.multiply(workers, 1, some, false, weight, true, 0, turned);
                squash(turned, slopes);
                OpenBlas.multiply(workers, 1, turned, true, some, false, 0, product);
                for (int i = 0; i < moved.length; i++) {
                    moved[i] += product.buffer().get(i);
                }
            }
        }
        for (int i = 0; i < moved.length; i++) {
            moved[i] = (moved[i] - slopes[i / dims] * rotation[i]) / rows.rows();
        }
        return moved;
    }

    /** Replaces every number by its tanh and adds up the slopes there, by column. */
    private void squash(NativeMatrix turned, double[] slopes) {
        int ranges = (turned.rows() + RANGE - 1) / RANGE;
        double[][] found = new double[ranges][dims];
        workers.runRanges(turned.rows(), RANGE, (from, to) -> {
            double[] sums = found[from / RANGE];
            float[] line = new float[dims];
            for (int i = from; i < to; i++) {
                turned.get(i, 0, line, 0, dims);
                for (int j = 0; j < dims; j++) {
                    // several times as fast as Math.tanh, and as exact for numbers that become floats
                    double tanh = 1 - 2 / (Math.exp(2 * line[j]) + 1);
                    line[j] = (float) tanh;
                    sums[j] += 1 - tanh * tanh;
                }
                turned.put(i, 0, line, 0, dims);
            }
        });
        for (double[] sums : found) {
            for (int j = 0; j < dims; j++) {
                slopes[j] += sums[j];
            }
        }
    }

    /** 0 when every direction stayed, or only turned round; 1 when one is now at a right angle to what it was. */
    private double change(double[] before, double[] after) {
        double largest = 0;
        for (int i = 0; i < dims; i++) {
            double cosine = 0;
            for (int j = i * dims; j < (i + 1) * dims; j++) {
                cosine += before[j] * after[j];
            }
            largest = Math.max(largest, Math.abs(Math.abs(cosine) - 1));
        }
        return largest;
    }
}
