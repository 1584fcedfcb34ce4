package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.encoder.internal.FloatVectors;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.Workers;
import java.util.Arrays;

/** The losses that are distances between rows: reconstruction and contrastive. */
final class PairLosses {
    /** Rows in a task. */
    private static final int ROWS = 32;

    private final Workers workers;

    PairLosses(Workers workers) {
        this.workers = workers;
    }

    double reconstruction(
            NativeMatrix outputs, NativeMatrix targets, float targetScale, float scale, NativeMatrix gradient) {
        int rows = outputs.rows();
        int cols = outputs.cols();
        double numbers = (double) rows * cols;
        float factor = (float) (2 * scale / numbers);
        double[] squares = new double[rows];
        workers.runRanges(rows, ROWS, (from, to) -> {
            float[] output = new float[cols];
            float[] target = new float[cols];
            for (int r = from; r < to; r++) {
                outputs.get(r, 0, output, 0, cols);
                targets.get(r, 0, target, 0, cols);
                for (int j = 0; j < cols; j++) {
                    output[j] -= targetScale * target[j];
                }
                squares[r] = FloatVectors.dot(output, output);
                for (int j = 0; j < cols; j++) {
                    output[j] *= factor;
                }
                gradient.put(r, 0, output, 0, cols);
            }
        });
        return scale * Arrays.stream(squares).sum() / numbers;
    }

    double contrastive(NativeMatrix views, float margin, NativeMatrix gradient) {
        int batch = views.rows() / 2;
        int cols = views.cols();
        double[] losses = new double[batch];
        // how hard a non-pair is pushed apart, as a multiple of its difference
        float[] pushes = new float[batch];
        workers.runRanges(batch, ROWS, (from, to) -> {
            float[] a = new float[cols];
            float[] other = new float[cols];
            for (int i = from; i < to; i++) {
                views.get(i, 0, a, 0, cols);
                views.get(batch + i, 0, other, 0, cols);
                double pair = FloatVectors.squaredDistance(a, other);
                views.get(batch + (i + 1) % batch, 0, other, 0, cols);
                double apart = Math.sqrt(FloatVectors.squaredDistance(a, other));
                double lacking = Math.max(0, margin - apart);
                losses[i] = (pair + lacking * lacking) / (2 * batch);
                pushes[i] = apart == 0 ? 0 : (float) (-lacking / apart);
            }
        });
        workers.runRanges(batch, ROWS, (from, to) -> {
            float[] own = new float[cols];
            float[] twin = new float[cols];
            float[] other = new float[cols];
            for (int i = from; i < to; i++) {
                int before = Math.floorMod(i - 1, batch);
                views.get(i, 0, own, 0, cols);
                views.get(batch + i, 0, twin, 0, cols);
                views.get(batch + (i + 1) % batch, 0, other, 0, cols);
                gradient.put(i, 0, pull(own, twin, other, pushes[i], batch), 0, cols);
                // the second view's row i is the twin of row i and the non-twin of the row before
                views.get(before, 0, other, 0, cols);
                gradient.put(batch + i, 0, pull(twin, own, other, pushes[before], batch), 0, cols);
            }
        });
        return Arrays.stream(losses).sum();
    }

    /** {@code (own − twin + push · (own − other)) / batch} */
    private static float[] pull(float[] own, float[] twin, float[] other, float push, int batch) {
        float[] gradient = new float[own.length];
        for (int j = 0; j < own.length; j++) {
            gradient[j] = (own[j] - twin[j] + push * (own[j] - other[j])) / batch;
        }
        return gradient;
    }
}
