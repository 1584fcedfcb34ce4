package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.learn.backend.Backend.ScaleShift;
import dev.tldr4j.learn.backend.Backend.Statistics;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.Workers;

/**
 * Batch normalisation (Ioffe and Szegedy, 2015) of each view on its own, with an optional scale, shift and ReLU. Threads
 * share the columns, so that no sum crosses a thread; a thread goes over its columns row by row, with the row's numbers in
 * small arrays that stay in the first-level cache.
 */
final class BatchNorm {
    private final Workers workers;

    BatchNorm(Workers workers) {
        this.workers = workers;
    }

    void forward(NativeMatrix x, Statistics statistics, ScaleShift affine) {
        int views = statistics.mean().rows();
        int rows = x.rows() / views;
        ColumnTasks.share(workers, x.cols(), (from, width) -> {
            float[] row = new float[width];
            for (int view = 0; view < views; view++) {
                int first = view * rows;
                float[] mean = mean(x, first, rows, from, row);
                float[] inverse = inverseDeviation(x, first, rows, from, mean, row);
                ((NativeMatrix) statistics.mean()).put(view, from, mean, 0, width);
                ((NativeMatrix) statistics.inverseDeviation()).put(view, from, inverse, 0, width);
                normalize(x, first, rows, from, mean, inverse, row, affine);
            }
        });
    }

    private static float[] mean(NativeMatrix x, int first, int rows, int from, float[] row) {
        float[] mean = new float[row.length];
        for (int r = first; r < first + rows; r++) {
            x.get(r, from, row, 0, row.length);
            for (int j = 0; j < row.length; j++) {
                mean[j] += row[j];
            }
        }
        for (int j = 0; j < mean.length; j++) {
            mean[j] /= rows;
        }
        return mean;
    }

    private static float[] inverseDeviation(NativeMatrix x, int first, int rows, int from, float[] mean, float[] row) {
        float[] squares = new float[row.length];
        for (int r = first; r < first + rows; r++) {
            x.get(r, from, row, 0, row.length);
            for (int j = 0; j < row.length; j++) {
                float centred = row[j] - mean[j];
                squares[j] += centred * centred;
            }
        }
        for (int j = 0; j < squares.length; j++) {
            squares[j] = (float) (1 / Math.sqrt(squares[j] / rows + Statistics.EPSILON));
        }
        return squares;
    }

    private static void normalize(
            NativeMatrix x,
            int first,
            int rows,
            int from,
            float[] mean,
            float[] inverse,
            float[] row,
            ScaleShift affine) {
        float[] scale = affine == null ? null : part(affine.scale(), 0, from, row.length);
        float[] shift = affine == null ? null : part(affine.shift(), 0, from, row.length);
        for (int r = first; r < first + rows; r++) {
            x.get(r, from, row, 0, row.length);
            for (int j = 0; j < row.length; j++) {
                row[j] = (row[j] - mean[j]) * inverse[j];
            }
            x.put(r, from, row, 0, row.length);
            if (affine != null) {
                for (int j = 0; j < row.length; j++) {
                    row[j] = row[j] * scale[j] + shift[j];
                }
                if (affine.relu()) {
                    for (int j = 0; j < row.length; j++) {
                        row[j] = Math.max(0f, row[j]);
                    }
                }
                ((NativeMatrix) affine.output()).put(r, from, row, 0, row.length);
            }
        }
    }

    void backward(NativeMatrix gradient, NativeMatrix normalized, Statistics statistics, ScaleShift affine) {
        int views = statistics.mean().rows();
        int rows = gradient.rows() / views;
        ColumnTasks.share(workers, gradient.cols(), (from, width) -> {
            Rows row = new Rows(gradient, normalized, affine, from, width);
            float[] scaleGradient = new float[width];
            float[] shiftGradient = new float[width];
            for (int view = 0; view < views; view++) {
                // sums of g and of g · x̂: the gradients of shift and scale, and what normalising takes away
                float[] sum = new float[width];
                float[] dot = new float[width];
                for (int r = view * rows; r < (view + 1) * rows; r++) {
                    row.load(r);
                    row.addTo(sum, dot);
                }
                float[] factor = part(statistics.inverseDeviation(), view, from, width);
                for (int j = 0; j < width; j++) {
                    shiftGradient[j] += sum[j];
                    scaleGradient[j] += dot[j];
                    sum[j] /= rows;
                    dot[j] /= rows;
                    factor[j] *= row.scale[j];
                }
                for (int r = view * rows; r < (view + 1) * rows; r++) {
                    row.load(r);
                    row.project(factor, sum, dot);
                    gradient.put(r, from, row.g, 0, width);
                }
            }
            if (affine != null) {
                ((NativeMatrix) affine.scaleGradient()).put(0, from, scaleGradient, 0, width);
                ((NativeMatrix) affine.shiftGradient()).put(0, from, shiftGradient, 0, width);
            }
        });
    }

    /** One row's part of the gradient, g, and of the normalised input, x. */
    private static final class Rows {
        final float[] g;
        final float[] x;
        final float[] scale;
        private final float[] shift;
        private final NativeMatrix gradient;
        private final NativeMatrix normalized;
        private final boolean hasRelu;
        private final int from;

        Rows(NativeMatrix gradient, NativeMatrix normalized, ScaleShift affine, int from, int width) {
            this.gradient = gradient;
            this.normalized = normalized;
            this.from = from;
            this.g = new float[width];
            this.x = new float[width];
            this.hasRelu = affine != null && affine.relu();
            this.scale = affine != null ? part(affine.scale(), 0, from, width) : ones(width);
            this.shift = affine != null ? part(affine.shift(), 0, from, width) : null;
        }

        void load(int row) {
            gradient.get(row, from, g, 0, g.length);
            normalized.get(row, from, x, 0, x.length);
            if (hasRelu) {
                maskWhereCut(g, x, scale, shift);
            }
        }

        /** No gradient flows where the ReLU gave 0. */
        private static void maskWhereCut(float[] g, float[] x, float[] scale, float[] shift) {
            for (int j = 0; j < g.length; j++) {
                // the sign of the output as a factor: a branch or a conditional would keep the loop scalar
                float output = x[j] * scale[j] + shift[j];
                g[j] *= Math.min(1f, Math.max(0f, output * Float.MAX_VALUE));
            }
        }

        void addTo(float[] sum, float[] dot) {
            for (int j = 0; j < g.length; j++) {
                sum[j] += g[j];
                dot[j] += g[j] * x[j];
            }
        }

        void project(float[] factor, float[] mean, float[] meanDot) {
            for (int j = 0; j < g.length; j++) {
                g[j] = factor[j] * (g[j] - mean[j] - x[j] * meanDot[j]);
            }
        }

        private static float[] ones(int width) {
            float[] ones = new float[width];
            java.util.Arrays.fill(ones, 1);
            return ones;
        }
    }

    private static float[] part(Matrix matrix, int row, int from, int width) {
        float[] values = new float[width];
        ((NativeMatrix) matrix).get(row, from, values, 0, width);
        return values;
    }
}
