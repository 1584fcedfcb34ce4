package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.BatchSource;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.device.Precision;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Training on an NVIDIA card: products on its tensor cores, the rest in a few kernels of our own.
 *
 * <p>With bf16, products write bfloat16, too: activations, their gradients and those of the weights then cost half of the memory's
 * time. It is no great loss: the products that read them next would round the same numbers, rounding is as often up as down, so that
 * it averages out over a batch and over steps as the choice of the batch does, and bfloat16 has the range of floats. What adds up
 * over many steps stays in floats: weights, momenta, statistics, batch normalisation's scale and shift with their gradients.
 */
public final class CudaBackend implements Backend {
    private final Gpu gpu;
    private final long reserved;
    private final CudaWork work;
    private final CudaLosses losses;
    private final long ratio;

    /** @param reserved how many bytes of the card are left free by vectors that are kept there */
    public CudaBackend(Gpu gpu, Precision precision, long reserved) {
        this.gpu = gpu;
        this.reserved = reserved;
        this.work = new CudaWork(gpu, precision);
        this.losses = new CudaLosses(gpu, work);
        this.ratio = gpu.allocate(Float.BYTES);
    }

    @Override
    public Matrix matrix(int rows, int cols) {
        return new GpuMatrix(gpu, rows, cols);
    }

    @Override
    public Steps steps(Matrix batch, BatchSource source, Steps.Step step) {
        return new CudaSteps(gpu, CudaWork.on(batch), source, step, reserved);
    }

    @Override
    public void set(Matrix matrix, float[] values) {
        GpuMatrix to = CudaWork.on(matrix);
        if (values.length != to.count()) {
            throw new IllegalArgumentException(values.length + " values for " + to.count());
        }
        try (Arena arena = Arena.ofConfined()) {
            gpu.upload(to.floatsToWrite(), arena.allocateFrom(JAVA_FLOAT, values), to.bytes());
            to.changedByHost();
            gpu.await();
        }
    }

    @Override
    public float[] get(Matrix matrix) {
        GpuMatrix from = CudaWork.on(matrix);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment values = arena.allocate(from.bytes(), Float.BYTES);
            gpu.download(values, from.floatsForHost(), from.bytes());
            gpu.await();
            return values.toArray(JAVA_FLOAT);
        }
    }

    @Override
    public void add(Matrix sum, Matrix other) {
        GpuMatrix to = CudaWork.on(sum);
        to.floats();
        work.overAll("add", to.floatsToWrite(), CudaWork.on(other).floats(), to.count());
    }

    @Override
    public void multiply(Matrix a, boolean transposeA, Matrix b, boolean transposeB, Matrix c) {
        work.multiply(
                work.inputs(),
                work.inBf16(c),
                1,
                CudaWork.on(a),
                transposeA,
                CudaWork.on(b),
                transposeB,
                0,
                CudaWork.on(c));
    }

    @Override
    public void multiplyFp32(Matrix a, boolean transposeA, Matrix b, boolean transposeB, Matrix c) {
        work.multiplyFp32(CudaWork.on(a), transposeA, CudaWork.on(b), transposeB, CudaWork.on(c));
    }

    @Override
    public void batchNorm(Matrix x, Statistics statistics, ScaleShift after) {
        GpuMatrix matrix = CudaWork.on(x);
        int views = statistics.mean().rows();
        boolean bf16 = matrix.isBfloats();
        GpuMatrix output = after == null ? null : CudaWork.on(after.output());
        gpu.launch(
                bf16 ? "batch_norm_bf16" : "batch_norm",
                CudaWork.tiles(matrix.cols()),
                views,
                bf16 ? CudaWork.TILE / 2 : CudaWork.TILE,
                CudaWork.TILE,
                bf16 ? matrix.bfloatsToWrite() : matrix.floatsToWrite(),
                CudaWork.on(statistics.mean()).floatsToWrite(),
                CudaWork.on(statistics.inverseDeviation()).floatsToWrite(),
                after == null ? 0L : CudaWork.on(after.scale()).floats(),
                after == null ? 0L : CudaWork.on(after.shift()).floats(),
                after == null ? 0L : bf16 ? output.bfloatsToWrite() : output.floatsToWrite(),
                matrix.rows() / views,
                matrix.cols(),
                after != null && after.relu() ? 1 : 0,
                (float) Statistics.EPSILON);
    }

    @Override
    public void batchNormGradient(Matrix gradient, Matrix normalized, Statistics statistics, ScaleShift after) {
        GpuMatrix matrix = CudaWork.on(gradient);
        GpuMatrix kept = CudaWork.on(normalized);
        int views = statistics.mean().rows();
        int cols = matrix.cols();
        long parts = after == null ? 0 : work.scratch(2L * views * cols);
        long shiftParts = after == null ? 0 : parts + (long) views * cols * Float.BYTES;
        // in the form of what is kept, whatever form the gradient comes in
        boolean bf16 = kept.isBfloats();
        if (bf16) {
            matrix.bfloats();
        } else {
            matrix.floats();
        }
        gpu.launch(
                bf16 ? "batch_norm_gradient_bf16" : "batch_norm_gradient",
                bf16 ? (cols + 15) / 16 : CudaWork.tiles(cols),
                views,
                bf16 ? 8 : CudaWork.TILE,
                bf16 ? 64 : CudaWork.TILE,
                bf16 ? matrix.bfloatsToWrite() : matrix.floatsToWrite(),
                bf16 ? kept.bfloats() : kept.floats(),
                CudaWork.on(statistics.inverseDeviation()).floats(),
                after == null ? 0L : CudaWork.on(after.scale()).floats(),
                after == null ? 0L : CudaWork.on(after.shift()).floats(),
                parts,
                shiftParts,
                matrix.rows() / views,
                cols,
                after != null && after.relu() ? 1 : 0);
        if (after != null) {
            addViews(parts, views, cols, CudaWork.on(after.scaleGradient()));
            addViews(shiftParts, views, cols, CudaWork.on(after.shiftGradient()));
        }
    }

    private void addViews(long parts, int views, int cols, GpuMatrix sum) {
        gpu.launch("add_views", (cols + 255) / 256, 1, 256, 1, parts, views, cols, sum.floatsToWrite());
    }

    @Override
    public void barlowTwins(Matrix views, float lambda, float scale, Matrix gradient, Steps steps) {
        losses.barlowTwins(views, lambda, scale, gradient, steps);
    }

    @Override
    public void reconstruction(
            Matrix outputs, Matrix targets, float targetScale, float scale, Matrix gradient, Steps steps) {
        losses.reconstruction(outputs, targets, targetScale, scale, gradient, steps);
    }

    @Override
    public void contrastive(Matrix views, float margin, Matrix gradient, Steps steps) {
        losses.contrastive(views, margin, gradient, steps);
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
        losses.neighborhoods(
                outputs,
                prefixes,
                targets,
                queries,
                temperature,
                logTemperatures,
                logTemperatureGradients,
                gradient,
                steps);
    }

    @Override
    public void adam(
            Matrix parameter, Matrix gradient, Matrix mean, Matrix meanSquare, float rateMultiplier, Steps steps) {
        CudaSteps now = (CudaSteps) steps;
        GpuMatrix p = CudaWork.on(parameter);
        GpuMatrix g = CudaWork.on(gradient);
        work.overAll(
                g.isBfloats() ? "adam_bf16" : "adam",
                p.floats(),
                p.bfloatsBeside(),
                g.isBfloats() ? g.bfloats() : g.floats(),
                CudaWork.on(mean).floats(),
                CudaWork.on(meanSquare).floats(),
                p.count(),
                rateMultiplier,
                now.adamRates(),
                now.now());
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
        CudaSteps now = (CudaSteps) steps;
        GpuMatrix p = CudaWork.on(parameter);
        GpuMatrix g = CudaWork.on(gradient);
        boolean bf16 = g.isBfloats();
        long slopes = bf16 ? g.bfloats() : g.floats();
        float decay = adapt ? settings.weightDecay() : 0;
        if (adapt) {
            String norms = bf16 ? "lars_norms_bf16" : "lars_norms";
            gpu.launch(
                    norms,
                    CudaWork.SUMS,
                    1,
                    256,
                    1,
                    bf16 ? p.bfloats() : p.floats(),
                    slopes,
                    p.count(),
                    decay,
                    work.sums());
            gpu.launch("lars_ratio", 1, 1, 256, 1, work.sums(), settings.trust(), ratio);
        }
        work.overAll(
                bf16 ? "lars_bf16" : "lars",
                p.floats(),
                p.bfloatsBeside(),
                slopes,
                CudaWork.on(velocity).floats(),
                p.count(),
                adapt ? ratio : 0L,
                settings.momentum(),
                decay,
                rateMultiplier,
                now.rates(),
                now.now());
    }

    @Override
    public void average(Matrix running, Statistics statistics, float part) {
        int cols = running.cols();
        gpu.launch(
                "average",
                (cols + 255) / 256,
                1,
                256,
                1,
                CudaWork.on(running).floats(),
                CudaWork.on(statistics.mean()).floats(),
                CudaWork.on(statistics.inverseDeviation()).floats(),
                statistics.mean().rows(),
                cols,
                part,
                (float) Statistics.EPSILON);
    }

    @Override
    public void close() {
        gpu.await();
        losses.close();
        work.close();
        gpu.free(ratio);
    }
}
