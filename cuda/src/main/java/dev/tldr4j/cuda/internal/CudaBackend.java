package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.tldr4j.cuda.internal.CublasLt.Inputs;
import dev.tldr4j.cuda.internal.CublasLt.Shape;
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
    /** Results of products are bfloat16 where their rows are whole words for the card. */
    private static final int BF16_WIDTH = 8;

    /** As in the kernels: columns of a block, and blocks that add up a long array. */
    private static final int TILE = 32;

    private static final int SUMS = 1024;

    /** Where a warp takes a row, so many are a block. */
    private static final int WARPS = 8;

    private final Gpu gpu;
    private final Precision precision;
    private final long reserved;
    private final long sums;
    private final long ratio;
    private GpuMatrix first;
    private GpuMatrix second;
    private GpuMatrix unit;
    private GpuMatrix unitTargets;
    private GpuMatrix cosines;
    private GpuMatrix targetCosines;
    private long scratch;
    private long scratchBytes;

    /** @param reserved how many bytes of the card are left free by vectors that are kept there */
    public CudaBackend(Gpu gpu, Precision precision, long reserved) {
        this.gpu = gpu;
        this.precision = precision;
        this.reserved = reserved;
        this.sums = gpu.allocate(2L * SUMS * Double.BYTES);
        this.ratio = gpu.allocate(Float.BYTES);
    }

    @Override
    public Matrix matrix(int rows, int cols) {
        return new GpuMatrix(gpu, rows, cols);
    }

    @Override
    public Steps steps(Matrix batch, BatchSource source, Steps.Step step) {
        return new CudaSteps(gpu, on(batch), source, step, reserved);
    }

    @Override
    public void set(Matrix matrix, float[] values) {
        GpuMatrix to = on(matrix);
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
        GpuMatrix from = on(matrix);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment values = arena.allocate(from.bytes(), Float.BYTES);
            gpu.download(values, from.floatsForHost(), from.bytes());
            gpu.await();
            return values.toArray(JAVA_FLOAT);
        }
    }

    @Override
    public void add(Matrix sum, Matrix other) {
        GpuMatrix to = on(sum);
        to.floats();
        overAll("add", to.floatsToWrite(), on(other).floats(), to.count());
    }

    @Override
    public void multiply(Matrix a, boolean transposeA, Matrix b, boolean transposeB, Matrix c) {
        multiply(inputs(), inBf16(c), 1, on(a), transposeA, on(b), transposeB, 0, on(c));
    }

    @Override
    public void multiplyFp32(Matrix a, boolean transposeA, Matrix b, boolean transposeB, Matrix c) {
        multiply(Inputs.FLOAT, false, 1, on(a), transposeA, on(b), transposeB, 0, on(c));
    }

    private boolean inBf16(Matrix result) {
        return precision == Precision.BF16 && result.cols() % BF16_WIDTH == 0;
    }

    private void multiply(
            Inputs inputs,
            boolean bf16Result,
            float alpha,
            GpuMatrix a,
            boolean transposeA,
            GpuMatrix b,
            boolean transposeB,
            float beta,
            GpuMatrix c) {
        int k = transposeA ? a.rows() : a.cols();
        Shape shape = new Shape(c.rows(), c.cols(), k, transposeA, transposeB, inputs, bf16Result);
        boolean bf16 = inputs == Inputs.BF16;
        gpu.multiply(
                shape,
                alpha,
                bf16 ? a.bfloats() : a.floats(),
                bf16 ? b.bfloats() : b.floats(),
                beta,
                bf16Result ? c.bfloatsToWrite() : c.floatsToWrite());
    }

    private Inputs inputs() {
        return switch (precision) {
            case BF16 -> Inputs.BF16;
            case TF32 -> Inputs.TF32;
            case FP32 -> Inputs.FLOAT;
        };
    }

    @Override
    public void batchNorm(Matrix x, Statistics statistics, ScaleShift after) {
        GpuMatrix matrix = on(x);
        int views = statistics.mean().rows();
        boolean bf16 = matrix.isBfloats();
        GpuMatrix output = after == null ? null : on(after.output());
        gpu.launch(
                bf16 ? "batch_norm_bf16" : "batch_norm",
                tiles(matrix.cols()),
                views,
                bf16 ? TILE / 2 : TILE,
                TILE,
                bf16 ? matrix.bfloatsToWrite() : matrix.floatsToWrite(),
                on(statistics.mean()).floatsToWrite(),
                on(statistics.inverseDeviation()).floatsToWrite(),
                after == null ? 0L : on(after.scale()).floats(),
                after == null ? 0L : on(after.shift()).floats(),
                after == null ? 0L : bf16 ? output.bfloatsToWrite() : output.floatsToWrite(),
                matrix.rows() / views,
                matrix.cols(),
                after != null && after.relu() ? 1 : 0,
                (float) Statistics.EPSILON);
    }

    @Override
    public void batchNormGradient(Matrix gradient, Matrix normalized, Statistics statistics, ScaleShift after) {
        GpuMatrix matrix = on(gradient);
        GpuMatrix kept = on(normalized);
        int views = statistics.mean().rows();
        int cols = matrix.cols();
        long parts = after == null ? 0 : scratch(2L * views * cols);
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
                bf16 ? (cols + 15) / 16 : tiles(cols),
                views,
                bf16 ? 8 : TILE,
                bf16 ? 64 : TILE,
                bf16 ? matrix.bfloatsToWrite() : matrix.floatsToWrite(),
                bf16 ? kept.bfloats() : kept.floats(),
                on(statistics.inverseDeviation()).floats(),
                after == null ? 0L : on(after.scale()).floats(),
                after == null ? 0L : on(after.shift()).floats(),
                parts,
                shiftParts,
                matrix.rows() / views,
                cols,
                after != null && after.relu() ? 1 : 0);
        if (after != null) {
            addViews(parts, views, cols, on(after.scaleGradient()));
            addViews(shiftParts, views, cols, on(after.shiftGradient()));
        }
    }

    private void addViews(long parts, int views, int cols, GpuMatrix sum) {
        gpu.launch("add_views", (cols + 255) / 256, 1, 256, 1, parts, views, cols, sum.floatsToWrite());
    }

    @Override
    public void barlowTwins(Matrix views, float lambda, float scale, Matrix gradient, Steps steps) {
        GpuMatrix both = on(views);
        GpuMatrix to = on(gradient);
        int batch = both.rows() / 2;
        int cols = both.cols();
        long pulls = scratch(2L * cols);
        long terms = pulls + (long) cols * Float.BYTES;
        boolean bf16 = both.isBfloats();
        long read = bf16 ? both.bfloats() : both.floats();
        gpu.launch(
                bf16 ? "barlow_diagonal_bf16" : "barlow_diagonal",
                tiles(cols),
                1,
                bf16 ? TILE / 2 : TILE,
                TILE,
                read,
                batch,
                cols,
                lambda,
                scale,
                pulls,
                terms);
        addLoss(steps, scale, terms, 0, cols);
        overAll(
                bf16 ? "barlow_cross_bf16" : "barlow_cross",
                read,
                pulls,
                batch,
                cols,
                bf16 ? to.bfloatsToWrite() : to.floatsToWrite());
        GpuMatrix a = both.rows(0, batch);
        GpuMatrix b = both.rows(batch, batch);
        GpuMatrix toA = to.rows(0, batch);
        GpuMatrix toB = to.rows(batch, batch);
        // both forms give the same numbers; see the CPU's BarlowTwins
        double squared = (double) batch * batch;
        float pull = (float) (2 * lambda * scale / squared);
        Inputs inputs = inputs();
        // the loss is made of the small products, which stay floats
        if (batch < cols) {
            first = reuse(first, batch, batch);
            second = reuse(second, batch, batch);
            multiply(inputs, false, 1, a, false, a, true, 0, first);
            multiply(inputs, false, 1, b, false, b, true, 0, second);
            addLoss(steps, scale * lambda / squared, first.floats(), second.floats(), first.count());
            multiply(inputs, bf16, pull, second, false, a, false, 1, toA);
            multiply(inputs, bf16, pull, first, false, b, false, 1, toB);
        } else {
            first = reuse(first, cols, cols);
            multiply(inputs, false, 1, a, true, b, false, 0, first);
            addLoss(steps, scale * lambda / squared, first.floats(), first.floats(), first.count());
            multiply(inputs, bf16, pull, b, false, first, true, 1, toA);
            multiply(inputs, bf16, pull, a, false, first, false, 1, toB);
        }
    }

    @Override
    public void reconstruction(
            Matrix outputs, Matrix targets, float targetScale, float scale, Matrix gradient, Steps steps) {
        GpuMatrix from = on(outputs);
        GpuMatrix to = on(gradient);
        gpu.launch(
                "reconstruction",
                SUMS,
                1,
                256,
                1,
                from.floats(),
                on(targets).floats(),
                from.count(),
                targetScale,
                2 * scale / from.count(),
                to.floatsToWrite(),
                sums);
        finishLoss(steps, scale / (double) from.count());
    }

    @Override
    public void contrastive(Matrix views, float margin, Matrix gradient, Steps steps) {
        GpuMatrix both = on(views);
        GpuMatrix to = on(gradient);
        int batch = both.rows() / 2;
        long pushes = scratch(2L * batch);
        long terms = pushes + (long) batch * Float.BYTES;
        gpu.launch("contrastive_distances", batch, 1, 256, 1, both.floats(), batch, both.cols(), margin, pushes, terms);
        addLoss(steps, 1, terms, 0, batch);
        gpu.launch(
                "contrastive_gradient",
                batch,
                1,
                256,
                1,
                both.floats(),
                pushes,
                batch,
                both.cols(),
                to.floatsToWrite());
    }

    @Override
    public void neighborhoods(
            Matrix outputs,
            Matrix targets,
            int queries,
            float temperature,
            Matrix logTemperature,
            Matrix logTemperatureGradient,
            Matrix gradient,
            Steps steps) {
        CudaSteps now = (CudaSteps) steps;
        GpuMatrix to = on(gradient);
        int rows = outputs.rows();
        int anchors = rows / 2;
        unit = reuse(unit, rows, outputs.cols());
        unitTargets = reuse(unitTargets, rows, targets.cols());
        cosines = reuse(cosines, anchors, rows);
        targetCosines = reuse(targetCosines, anchors, rows);
        long lengths = scratch(2L * rows);
        long divergences = lengths + (long) rows * Float.BYTES;
        long slopes = divergences + (long) anchors * Float.BYTES;
        scaleToUnit(on(outputs), unit, lengths);
        scaleToUnit(on(targets), unitTargets, 0);
        // in floats, whatever the precision: a copy of an anchor is known by its last digits, and a temperature
        // multiplies roundings
        GpuMatrix unitAnchors = unit.rows(0, anchors);
        multiplyFp32(unitAnchors, false, unit, true, cosines);
        multiplyFp32(unitTargets.rows(0, anchors), false, unitTargets, true, targetCosines);
        cosines.floats();
        gpu.launch(
                "neighborhood_rows",
                anchors,
                1,
                256,
                1,
                cosines.floatsToWrite(),
                targetCosines.floats(),
                rows,
                anchors - queries,
                temperature,
                on(logTemperature).floats(),
                divergences,
                slopes);
        gpu.launch(
                "neighborhood_sums",
                1,
                1,
                256,
                1,
                divergences,
                slopes,
                anchors,
                now.losses(),
                now.now(),
                on(logTemperatureGradient).floatsToWrite());
        // an output is a candidate of all anchors, and those of the first view are anchors, too
        multiplyFp32(cosines, true, unitAnchors, false, to);
        multiply(Inputs.FLOAT, false, 1, cosines, false, unit, false, 1, to.rows(0, anchors));
        to.floats();
        gpu.launch(
                "unit_rows_gradient",
                (rows + WARPS - 1) / WARPS,
                1,
                32,
                WARPS,
                to.floatsToWrite(),
                unit.floats(),
                lengths,
                rows,
                to.cols());
    }

    private void scaleToUnit(GpuMatrix from, GpuMatrix to, long lengths) {
        int rows = from.rows();
        gpu.launch(
                "unit_rows",
                (rows + WARPS - 1) / WARPS,
                1,
                32,
                WARPS,
                from.floats(),
                rows,
                from.cols(),
                to.floatsToWrite(),
                lengths);
    }

    @Override
    public void adam(Matrix parameter, Matrix gradient, Matrix mean, Matrix meanSquare, float pace, Steps steps) {
        CudaSteps now = (CudaSteps) steps;
        GpuMatrix p = on(parameter);
        GpuMatrix g = on(gradient);
        overAll(
                g.isBfloats() ? "adam_bf16" : "adam",
                p.floats(),
                p.bfloatsBeside(),
                g.isBfloats() ? g.bfloats() : g.floats(),
                on(mean).floats(),
                on(meanSquare).floats(),
                p.count(),
                pace,
                now.adamRates(),
                now.now());
    }

    @Override
    public void lars(
            Matrix parameter,
            Matrix gradient,
            Matrix velocity,
            LarsSettings settings,
            float pace,
            boolean adapt,
            Steps steps) {
        CudaSteps now = (CudaSteps) steps;
        GpuMatrix p = on(parameter);
        GpuMatrix g = on(gradient);
        boolean bf16 = g.isBfloats();
        long slopes = bf16 ? g.bfloats() : g.floats();
        float decay = adapt ? settings.weightDecay() : 0;
        if (adapt) {
            String norms = bf16 ? "lars_norms_bf16" : "lars_norms";
            gpu.launch(norms, SUMS, 1, 256, 1, bf16 ? p.bfloats() : p.floats(), slopes, p.count(), decay, sums);
            gpu.launch("lars_ratio", 1, 1, 256, 1, sums, settings.trust(), ratio);
        }
        overAll(
                bf16 ? "lars_bf16" : "lars",
                p.floats(),
                p.bfloatsBeside(),
                slopes,
                on(velocity).floats(),
                p.count(),
                adapt ? ratio : 0L,
                settings.momentum(),
                decay,
                pace,
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
                on(running).floats(),
                on(statistics.mean()).floats(),
                on(statistics.inverseDeviation()).floats(),
                statistics.mean().rows(),
                cols,
                part,
                (float) Statistics.EPSILON);
    }

    /** Adds to the step's loss: a factor times the sum of products of two arrays, or of one where the other is 0. */
    private void addLoss(Steps steps, double factor, long a, long b, long count) {
        gpu.launch("sum_products", SUMS, 1, 256, 1, a, b, count, sums);
        finishLoss(steps, factor);
    }

    private void finishLoss(Steps steps, double factor) {
        CudaSteps now = (CudaSteps) steps;
        gpu.launch("add_loss", 1, 1, 256, 1, sums, factor, now.losses(), now.now());
    }

    /** A kernel that loops over long arrays. */
    private void overAll(String kernel, Object... arguments) {
        gpu.launch(kernel, Gpu.MANY_BLOCKS, 1, 256, 1, arguments);
    }

    private static int tiles(int cols) {
        return (cols + TILE - 1) / TILE;
    }

    /** Floats for what does not outlive an operation. It only grows, so that a recorded step finds it again. */
    private long scratch(long floats) {
        if (floats * Float.BYTES > scratchBytes) {
            if (scratch != 0) {
                gpu.await();
                gpu.free(scratch);
            }
            scratchBytes = floats * Float.BYTES;
            scratch = gpu.allocate(scratchBytes);
        }
        return scratch;
    }

    private GpuMatrix reuse(GpuMatrix old, int rows, int cols) {
        if (old != null && old.rows() == rows && old.cols() == cols) {
            return old;
        }
        if (old != null) {
            gpu.await();
            old.close();
        }
        return new GpuMatrix(gpu, rows, cols);
    }

    private static GpuMatrix on(Matrix matrix) {
        return (GpuMatrix) matrix;
    }

    @Override
    public void close() {
        gpu.await();
        for (GpuMatrix matrix : new GpuMatrix[] {first, second, unit, unitTargets, cosines, targetCosines}) {
            if (matrix != null) {
                matrix.close();
            }
        }
        if (scratch != 0) {
            gpu.free(scratch);
        }
        gpu.free(sums);
        gpu.free(ratio);
    }
}
