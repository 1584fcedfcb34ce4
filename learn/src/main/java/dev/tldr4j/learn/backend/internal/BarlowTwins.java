package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;

/**
 * The Barlow Twins loss (Zbontar et al., 2021) of two batch-normalised views Ẑa, Ẑb of B rows and d columns, in two forms
 * that give the same numbers:
 *
 * <ul>
 *   <li>by columns, with the d × d correlation matrix C = Ẑaᵀ Ẑb / B: 6 · B · d² operations;
 *   <li>by rows, with the B × B Gram matrices Ga = Ẑa Ẑaᵀ and Gb = Ẑb Ẑbᵀ, since ‖C‖² = ⟨Ga, Gb⟩ / B² and Ẑb Cᵀ = Gb Ẑa / B:
 *       6 · B² · d operations, and no d × d matrix exists.
 * </ul>
 *
 * With e = dL/dCᵢᵢ − 2λCᵢᵢ = −2(1 − Cᵢᵢ) − 2λCᵢᵢ the gradients are dẐa = (2λ Ẑb Cᵀ + Ẑb diag(e)) / B and
 * dẐb = (2λ Ẑa C + Ẑa diag(e)) / B.
 */
final class BarlowTwins implements AutoCloseable {
    private final Workers workers;
    private NativeMatrix first;
    private NativeMatrix second;

    BarlowTwins(Workers workers) {
        this.workers = workers;
    }

    double lossAndGradient(NativeMatrix views, float lambda, float scale, NativeMatrix gradient) {
        boolean byRows = views.rows() / 2 < views.cols();
        return lossAndGradient(views, lambda, scale, gradient, byRows);
    }

    double lossAndGradient(NativeMatrix views, float lambda, float scale, NativeMatrix gradient, boolean byRows) {
        int batch = views.rows() / 2;
        double[] diagonal = diagonal(views);
        double loss = 0;
        float[] pull = new float[diagonal.length];
        for (int i = 0; i < diagonal.length; i++) {
            double c = diagonal[i];
            loss += (1 - c) * (1 - c) - lambda * c * c;
            pull[i] = (float) (scale * (-2 * (1 - c) - 2 * lambda * c) / batch);
        }
        crossGradient(views, pull, gradient);
        double squares =
                byRows ? byRows(views, 2 * lambda * scale, gradient) : byColumns(views, 2 * lambda * scale, gradient);
        return scale * (loss + lambda * squares);
    }

    /** Cᵢᵢ for every column. */
    private double[] diagonal(NativeMatrix views) {
        int batch = views.rows() / 2;
        double[] diagonal = new double[views.cols()];
        ColumnTasks.share(workers, views.cols(), (from, width) -> {
            float[] a = new float[width];
            float[] b = new float[width];
            float[] sum = new float[width];
            for (int row = 0; row < batch; row++) {
                views.get(row, from, a, 0, width);
                views.get(row + batch, from, b, 0, width);
                for (int j = 0; j < width; j++) {
                    sum[j] += a[j] * b[j];
                }
            }
            for (int j = 0; j < width; j++) {
                diagonal[from + j] = (double) sum[j] / batch;
            }
        });
        return diagonal;
    }

    /** Every row's gradient begins as its twin, each column times its pull. */
    private void crossGradient(NativeMatrix views, float[] pull, NativeMatrix gradient) {
        int batch = views.rows() / 2;
        int cols = views.cols();
        workers.runRanges(views.rows(), 64, (from, to) -> {
            float[] row = new float[cols];
            for (int r = from; r < to; r++) {
                views.get(r < batch ? r + batch : r - batch, 0, row, 0, cols);
                for (int j = 0; j < cols; j++) {
                    row[j] *= pull[j];
                }
                gradient.put(r, 0, row, 0, cols);
            }
        });
    }

    /** Adds the decorrelating part to the gradient and returns ‖C‖². */
    private double byRows(NativeMatrix views, float factor, NativeMatrix gradient) {
        int batch = views.rows() / 2;
        NativeMatrix a = views.rows(0, batch);
        NativeMatrix b = views.rows(batch, batch);
        NativeMatrix gramA = first = sized(first, batch);
        NativeMatrix gramB = second = sized(second, batch);
        OpenBlas.gram(workers, a, gramA);
        OpenBlas.gram(workers, b, gramB);
        float perPair = factor / batch / batch;
        OpenBlas.multiply(workers, perPair, gramB, false, a, false, 1, gradient.rows(0, batch));
        OpenBlas.multiply(workers, perPair, gramA, false, b, false, 1, gradient.rows(batch, batch));
        return dot(gramA, gramB) / batch / batch;
    }

    private double byColumns(NativeMatrix views, float factor, NativeMatrix gradient) {
        int batch = views.rows() / 2;
        NativeMatrix a = views.rows(0, batch);
        NativeMatrix b = views.rows(batch, batch);
        NativeMatrix correlation = first = sized(first, views.cols());
        OpenBlas.multiply(workers, 1f / batch, a, true, b, false, 0, correlation);
        float perRow = factor / batch;
        OpenBlas.multiply(workers, perRow, b, false, correlation, true, 1, gradient.rows(0, batch));
        OpenBlas.multiply(workers, perRow, a, false, correlation, false, 1, gradient.rows(batch, batch));
        return dot(correlation, correlation);
    }

    private double dot(NativeMatrix a, NativeMatrix b) {
        int cols = a.cols();
        double[] rowDots = new double[a.rows()];
        workers.runRanges(a.rows(), 64, (from, to) -> {
            float[] x = new float[cols];
            float[] y = new float[cols];
            for (int r = from; r < to; r++) {
                a.get(r, 0, x, 0, cols);
                b.get(r, 0, y, 0, cols);
                double sum = 0;
                for (int j = 0; j < cols; j++) {
                    sum += (double) x[j] * y[j];
                }
                rowDots[r] = sum;
            }
        });
        double sum = 0;
        for (double rowDot : rowDots) {
            sum += rowDot;
        }
        return sum;
    }

    private static NativeMatrix sized(NativeMatrix matrix, int size) {
        if (matrix != null && matrix.rows() == size) {
            return matrix;
        }
        release(matrix);
        return new NativeMatrix(size, size);
    }

    private static void release(NativeMatrix matrix) {
        if (matrix != null) {
            matrix.close();
        }
    }

    @Override
    public void close() {
        release(first);
        release(second);
    }
}
