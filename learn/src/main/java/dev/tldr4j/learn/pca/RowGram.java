package dev.tldr4j.learn.pca;

import dev.tldr4j.learn.internal.Eigenvectors;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.WideRows;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * The way to principal components where rows are fewer than dimensions: n centred rows X vary in n − 1 directions at most, and the
 * eigenvectors u of the n × n matrix X Xᵀ / n give all of them as Xᵀ u, with the same eigenvalues as those of the D × D covariance.
 *
 * @param variances as many as there are dimensions, largest first; all after the rows' number are 0
 * @param vectors u, one for each row, in the order of the variances, row-major
 */
record RowGram(double[] mean, double[] variances, double[] vectors, WideRows rows) implements AutoCloseable {
    /** Refuses a row that is not finite, by name. */
    static RowGram of(Vectors vectors, Workers workers, ProgressListener listener) {
        int count = vectors.rows();
        double[] mean = mean(vectors);
        WideRows rows = new WideRows(count, mean.length);
        try {
            float[] row = new float[mean.length];
            double[] centred = new double[mean.length];
            for (int i = 0; i < count; i++) {
                vectors.read(i, 1, FloatBuffer.wrap(row));
                for (int j = 0; j < row.length; j++) {
                    centred[j] = row[j] - mean[j];
                }
                rows.put(i, centred);
                listener.progress(Progress.of("covariance", i + 1, count));
            }
            double[] gram = rows.gram(workers);
            double trace = 0;
            for (int i = 0; i < gram.length; i++) {
                gram[i] /= count;
                trace += i % (count + 1) == 0 ? gram[i] : 0;
            }
            if (trace > Float.MAX_VALUE) {
                throw Covariance.tooLarge(vectors);
            }
            double[] variances = Arrays.copyOf(
                    Eigenvectors.largestFirst(OpenBlas.eigen(gram, count, workers.threads())), mean.length);
            return new RowGram(mean, variances, Eigenvectors.largestFirst(gram, count), rows);
        } catch (Throwable e) {
            rows.close();
            throw e;
        }
    }

    private static double[] mean(Vectors vectors) {
        float[] row = new float[vectors.dims()];
        double[] mean = new double[row.length];
        for (int i = 0; i < vectors.rows(); i++) {
            vectors.read(i, 1, FloatBuffer.wrap(row));
            float check = 0;
            for (int j = 0; j < row.length; j++) {
                mean[j] += row[j];
                check += row[j] * 0f;
            }
            if (check != 0) {
                vectors.requireFinite(i, 1);
            }
        }
        for (int j = 0; j < row.length; j++) {
            mean[j] /= vectors.rows();
        }
        return mean;
    }

    /** The first components, one a row, of length 1. */
    double[] components(int count, Workers workers) {
        int n = rows.rows();
        double[] weights = Arrays.copyOf(vectors, count * n);
        for (int i = 0; i < count; i++) {
            double length = Math.sqrt(n * variances[i]);
            for (int j = 0; j < n; j++) {
                weights[i * n + j] /= length;
            }
        }
        return Eigenvectors.withSigns(rows.sums(weights, workers), mean.length);
    }

    @Override
    public void close() {
        rows.close();
    }
}
