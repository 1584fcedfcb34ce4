package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.BatchSource;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import java.nio.FloatBuffer;

/**
 * Training on the CPU: products on OpenBLAS, the rest in plain Java loops over small heap copies, which the JIT turns into
 * vector instructions (it does not for loops over native memory).
 */
public final class CpuBackend implements Backend {
    private final Workers workers;
    private final BatchNorm batchNorm;
    private final BarlowTwins barlowTwins;
    private final PairLosses distances;
    private final Neighborhoods neighborhoods;
    private final OptimizerKernels updates;

    public CpuBackend(int threads) {
        this.workers = new Workers(threads);
        this.batchNorm = new BatchNorm(workers);
        this.barlowTwins = new BarlowTwins(workers);
        this.distances = new PairLosses(workers);
        this.neighborhoods = new Neighborhoods(workers);
        this.updates = new OptimizerKernels(workers);
    }

    @Override
    public Matrix matrix(int rows, int cols) {
        return new NativeMatrix(rows, cols);
    }

    @Override
    public Steps steps(Matrix batch, BatchSource source, Steps.Step step) {
        return new CpuSteps(workers, (NativeMatrix) batch, source, step);
    }

    @Override
    public void set(Matrix matrix, float[] values) {
        FloatBuffer to = ((NativeMatrix) matrix).buffer();
        if (values.length != to.capacity()) {
            throw new IllegalArgumentException(values.length + " values for " + to.capacity());
        }
        to.put(0, values);
    }

    @Override
    public float[] get(Matrix matrix) {
        FloatBuffer from = ((NativeMatrix) matrix).buffer();
        float[] values = new float[from.capacity()];
        from.get(0, values);
        return values;
    }

    @Override
    public void add(Matrix sum, Matrix other) {
        NativeMatrix to = (NativeMatrix) sum;
        NativeMatrix from = (NativeMatrix) other;
        workers.runRanges(to.rows(), 64, (first, end) -> {
            float[] values = new float[to.cols()];
            float[] more = new float[to.cols()];
            for (int row = first; row < end; row++) {
                to.get(row, 0, values, 0, values.length);
                from.get(row, 0, more, 0, more.length);
                for (int j = 0; j < values.length; j++) {
                    values[j] += more[j];
                }
                to.put(row, 0, values, 0, values.length);
            }
        });
    }

    @Override
    public void multiply(Matrix a, boolean transposeA, Matrix b, boolean transposeB, Matrix c) {
        OpenBlas.multiply(workers, 1, (NativeMatrix) a, transposeA, (NativeMatrix) b, transposeB, 0, (NativeMatrix) c);
    }

    @Override
    public void multiplyFp32(Matrix a, boolean transposeA, Matrix b, boolean transposeB, Matrix c) {
        multiply(a, transposeA, b, transposeB, c);
    }

    @Override
    public void batchNorm(Matrix x, Statistics statistics, ScaleShift after) {
        batchNorm.forward((NativeMatrix) x, statistics, after);
    }

    @Override
    public void batchNormGradient(Matrix gradient, Matrix normalized, Statistics statistics, ScaleShift after) {
        batchNorm.backward((NativeMatrix) gradient, (NativeMatrix) normalized, statistics, after);
    }

    @Override
    public void barlowTwins(Matrix views, float lambda, float scale, Matrix gradient, Steps steps) {
        ((CpuSteps) steps)
                .addLoss(barlowTwins.lossAndGradient((NativeMatrix) views, lambda, scale, (NativeMatrix) gradient));
    }

    @Override
    public void reconstruction(
            Matrix outputs, Matrix targets, float targetScale, float scale, Matrix gradient, Steps steps) {
        ((CpuSteps) steps)
                .addLoss(distances.reconstruction(
                        (NativeMatrix) outputs, (NativeMatrix) targets, targetScale, scale, (NativeMatrix) gradient));
    }

    @Override
    public void contrastive(Matrix views, float margin, Matrix gradient, Steps steps) {
        ((CpuSteps) steps).addLoss(distances.contrastive((NativeMatrix) views, margin, (NativeMatrix) gradient));
    }

    @Override
    public void neighborhoods(
            Matrix outputs,
            int[] prefixes,
            Matrix targets,
            int queries,
            float temperature,
            Matrix logTemperatures,
            Matrix logTemperatureGradients,
            Matrix gradient,
            Steps steps) {
        ((CpuSteps) steps)
                .addLoss(neighborhoods.lossAndGradient(
                        (NativeMatrix) outputs,
                        prefixes,
                        (NativeMatrix) targets,
                        queries,
                        temperature,
                        (NativeMatrix) logTemperatures,
                        (NativeMatrix) logTemperatureGradients,
                        (NativeMatrix) gradient));
    }

    @Override
    public void adam(
            Matrix parameter, Matrix gradient, Matrix mean, Matrix meanSquare, float rateMultiplier, Steps steps) {
        CpuSteps now = (CpuSteps) steps;
        updates.adam(
                (NativeMatrix) parameter,
                (NativeMatrix) gradient,
                (NativeMatrix) mean,
                (NativeMatrix) meanSquare,
                (float) (rateMultiplier * now.rate()),
                now.step() + 1);
    }

    @Override
    public void lars(
            Matrix parameter,
            Matrix gradient,
            Matrix velocity,
            LarsSettings settings,
            float rateMultiplier,
            boolean adapt,
            Steps steps) {
        updates.lars(
                (NativeMatrix) parameter,
                (NativeMatrix) gradient,
                (NativeMatrix) velocity,
                settings,
                (float) (rateMultiplier * ((CpuSteps) steps).rate()),
                adapt);
    }

    @Override
    public void average(Matrix running, Statistics statistics, float part) {
        float[] values = get(running);
        float[] means = get(statistics.mean());
        float[] inverses = get(statistics.inverseDeviation());
        int width = running.cols();
        for (int i = 0; i < means.length; i++) {
            int j = i % width;
            double variance = 1 / ((double) inverses[i] * inverses[i]) - Statistics.EPSILON;
            values[j] += part * (means[i] - values[j]);
            values[width + j] += (float) (part * (variance - values[width + j]));
        }
        set(running, values);
    }

    @Override
    public void close() {
        barlowTwins.close();
        neighborhoods.close();
        workers.close();
    }
}
