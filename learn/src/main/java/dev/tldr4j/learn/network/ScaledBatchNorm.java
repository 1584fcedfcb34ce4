package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Backend.ScaleShift;
import dev.tldr4j.learn.backend.Backend.Statistics;
import dev.tldr4j.learn.backend.Matrix;
import java.util.Arrays;
import java.util.List;

/** Batch normalisation of each view on its own, then a learned scale and shift, then, on request, ReLU. */
public final class ScaledBatchNorm implements Layer {
    /** How much of a new batch goes into the running statistics. */
    private static final float NEW = 0.1f;

    private final Backend backend;
    private final Parameter scale;
    private final Parameter shift;
    private final Statistics statistics;
    private final ScaleShift after;
    /** Two rows: means and variances. */
    private final Matrix running;

    private Matrix normalized;

    public ScaledBatchNorm(Backend backend, int views, int batchRows, int width, boolean relu) {
        this.backend = backend;
        this.scale = new Parameter(backend, 1, width, false);
        this.shift = new Parameter(backend, 1, width, false);
        this.statistics = new Statistics(backend.matrix(views, width), backend.matrix(views, width));
        this.after = new ScaleShift(
                scale.value(),
                shift.value(),
                scale.gradient(),
                shift.gradient(),
                backend.matrix(batchRows, width),
                relu);
        this.running = backend.matrix(2, width);
        float[] ones = new float[width];
        Arrays.fill(ones, 1);
        backend.set(running.rows(1, 1), ones);
        backend.set(scale.value(), ones);
    }

    /** Leaves the normalised input in the input's place. */
    @Override
    public Matrix forward(Matrix input) {
        backend.batchNorm(input, statistics, after);
        normalized = input;
        return after.output();
    }

    @Override
    public Matrix backward(Matrix gradient) {
        backend.batchNormGradient(gradient, normalized, statistics, after);
        return gradient;
    }

    /**
     * Sets scale and shift so that the first columns leave as they came in the last batch, each moved by a bias, and takes
     * the batch's statistics for the running ones.
     */
    void passThrough(float[] biases) {
        float[] mean = backend.get(statistics.mean());
        float[] inverse = backend.get(statistics.inverseDeviation());
        float[] scales = backend.get(scale.value());
        float[] shifts = backend.get(shift.value());
        int width = scales.length;
        float[] taken = new float[2 * width];
        for (int j = 0; j < width; j++) {
            double middle = (mean[j] + mean[width + j]) / 2;
            double variance = (variance(inverse[j]) + variance(inverse[width + j])) / 2;
            taken[j] = (float) middle;
            taken[width + j] = (float) variance;
            if (j < biases.length) {
                scales[j] = (float) Math.sqrt(variance + Statistics.EPSILON);
                shifts[j] = (float) (middle + biases[j]);
            }
        }
        backend.set(running, taken);
        backend.set(scale.value(), scales);
        backend.set(shift.value(), shifts);
    }

    private static double variance(double inverseDeviation) {
        return 1 / (inverseDeviation * inverseDeviation) - Statistics.EPSILON;
    }

    /** Takes the last batch's statistics into the running ones, which stand for them once training is over. */
    void updateRunningStatistics() {
        backend.average(running, statistics, NEW);
    }

    /** The running statistics, for a checkpoint. */
    Matrix runningStatistics() {
        return running;
    }

    /** What this layer does to every column once training is over: {@code factor · x + offset}. */
    record Inference(double[] factor, double[] offset) {}

    Inference inference() {
        float[] scales = backend.get(scale.value());
        float[] shifts = backend.get(shift.value());
        float[] statistics = backend.get(running);
        double[] factor = new double[scales.length];
        double[] offset = new double[scales.length];
        for (int j = 0; j < factor.length; j++) {
            factor[j] = scales[j] / Math.sqrt(statistics[factor.length + j] + Statistics.EPSILON);
            offset[j] = shifts[j] - factor[j] * statistics[j];
        }
        return new Inference(factor, offset);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(scale, shift);
    }

    @Override
    public void close() {
        scale.close();
        shift.close();
        statistics.mean().close();
        statistics.inverseDeviation().close();
        after.output().close();
        running.close();
    }
}
