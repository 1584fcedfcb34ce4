package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.learn.backend.Backend.ScaleShiftRelu;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.Workers;

/** Batch normalisation (Ioffe and Szegedy, 2015) of each view on its own, with an optional scale, shift and ReLU. */
final class BatchNorm {
    private static final double EPSILON = 1e-5;

    private final Workers workers;

    BatchNorm(Workers workers) {
        this.workers = workers;
    }

    void forward(NativeMatrix x, NativeMatrix inverseDeviation, ScaleShiftRelu affine) {
        int views = inverseDeviation.rows();
        int rows = x.rows() / views;
        workers.runRanges(x.cols(), ColumnBlock.WIDTH, (from, to) -> {
            int width = to - from;
            float[] inverse = new float[width];
            for (int view = 0; view < views; view++) {
                ColumnBlock block = new ColumnBlock(view * rows, rows, from, width).load(x);
                normalize(block, inverse);
                block.store(x);
                inverseDeviation.put(view, from, inverse, 0, width);
                if (affine != null) {
                    scaleShiftRelu(block, row(affine.scale(), from, width), row(affine.shift(), from, width));
                    block.store((NativeMatrix) affine.output());
                }
            }
        });
    }

    private static void normalize(ColumnBlock block, float[] inverse) {
        int width = block.width;
        float[] x = block.values;
        float[] mean = new float[width];
        for (int at = 0; at < x.length; at += width) {
            for (int j = 0; j < width; j++) {
                mean[j] += x[at + j];
            }
        }
        for (int j = 0; j < width; j++) {
            mean[j] /= block.rows;
        }
        float[] squares = new float[width];
        for (int at = 0; at < x.length; at += width) {
            for (int j = 0; j < width; j++) {
                float centred = x[at + j] - mean[j];
                x[at + j] = centred;
                squares[j] += centred * centred;
            }
        }
        for (int j = 0; j < width; j++) {
            inverse[j] = (float) (1 / Math.sqrt(squares[j] / block.rows + EPSILON));
        }
        for (int at = 0; at < x.length; at += width) {
            for (int j = 0; j < width; j++) {
                x[at + j] *= inverse[j];
            }
        }
    }

    private static void scaleShiftRelu(ColumnBlock block, float[] scale, float[] shift) {
        int width = block.width;
        float[] x = block.values;
        for (int at = 0; at < x.length; at += width) {
            for (int j = 0; j < width; j++) {
                x[at + j] = Math.max(0f, x[at + j] * scale[j] + shift[j]);
            }
        }
    }

    void backward(
            NativeMatrix gradient, NativeMatrix normalized, NativeMatrix inverseDeviation, ScaleShiftRelu affine) {
        int views = inverseDeviation.rows();
        int rows = gradient.rows() / views;
        workers.runRanges(gradient.cols(), ColumnBlock.WIDTH, (from, to) -> {
            int width = to - from;
            float[] factor = new float[width];
            float[] scaleGradient = new float[width];
            float[] shiftGradient = new float[width];
            for (int view = 0; view < views; view++) {
                ColumnBlock g = new ColumnBlock(view * rows, rows, from, width).load(gradient);
                ColumnBlock x = new ColumnBlock(view * rows, rows, from, width).load(normalized);
                inverseDeviation.get(view, from, factor, 0, width);
                if (affine != null) {
                    float[] scale = row(affine.scale(), from, width);
                    maskWhereCut(g, x, scale, row(affine.shift(), from, width));
                    for (int j = 0; j < width; j++) {
                        factor[j] *= scale[j];
                    }
                }
                // sums of g and of g · x̂: the gradients of shift and scale, and what normalising takes away
                float[] sum = new float[width];
                float[] dot = new float[width];
                sums(g, x, sum, dot);
                for (int j = 0; j < width; j++) {
                    shiftGradient[j] += sum[j];
                    scaleGradient[j] += dot[j];
                    sum[j] /= rows;
                    dot[j] /= rows;
                }
                project(g, x, factor, sum, dot);
                g.store(gradient);
            }
            if (affine != null) {
                ((NativeMatrix) affine.scaleGradient()).put(0, from, scaleGradient, 0, width);
                ((NativeMatrix) affine.shiftGradient()).put(0, from, shiftGradient, 0, width);
            }
        });
    }

    /** No gradient flows where the ReLU gave 0. */
    private static void maskWhereCut(ColumnBlock gradient, ColumnBlock normalized, float[] scale, float[] shift) {
        int width = gradient.width;
        float[] g = gradient.values;
        float[] x = normalized.values;
        for (int at = 0; at < g.length; at += width) {
            for (int j = 0; j < width; j++) {
                // the sign of the output as a factor: a branch or a conditional would keep the loop scalar
                float output = x[at + j] * scale[j] + shift[j];
                g[at + j] *= Math.min(1f, Math.max(0f, output * Float.MAX_VALUE));
            }
        }
    }

    private static void sums(ColumnBlock gradient, ColumnBlock normalized, float[] sum, float[] dot) {
        int width = gradient.width;
        float[] g = gradient.values;
        float[] x = normalized.values;
        for (int at = 0; at < g.length; at += width) {
            for (int j = 0; j < width; j++) {
                sum[j] += g[at + j];
                dot[j] += g[at + j] * x[at + j];
            }
        }
    }

    private static void project(
            ColumnBlock gradient, ColumnBlock normalized, float[] factor, float[] mean, float[] meanDot) {
        int width = gradient.width;
        float[] g = gradient.values;
        float[] x = normalized.values;
        for (int at = 0; at < g.length; at += width) {
            for (int j = 0; j < width; j++) {
                g[at + j] = factor[j] * (g[at + j] - mean[j] - x[at + j] * meanDot[j]);
            }
        }
    }

    private static float[] row(Object matrix, int from, int width) {
        float[] values = new float[width];
        ((NativeMatrix) matrix).get(0, from, values, 0, width);
        return values;
    }
}
