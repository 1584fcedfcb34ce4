package dev.tldr4j.cuda.internal;

import dev.tldr4j.cuda.internal.CublasLt.Inputs;
import dev.tldr4j.learn.backend.AnchorShare;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** The losses on a card, with their gradients; each adds its value to the step's. */
final class CudaLosses implements AutoCloseable {
    /** Where a warp takes a row, so many are a block. */
    private static final int WARPS = 8;

    private final Gpu gpu;
    private final CudaWork work;
    private GpuMatrix first;
    private GpuMatrix second;
    /** Of each prefix of the outputs: rows at length 1, and the gradient by them. */
    private GpuMatrix[] units = {};

    private GpuMatrix[] byUnits = {};

    /** The same of its anchors, and their cosines with all rows. */
    private GpuMatrix[] anchorUnits = {};

    private GpuMatrix[] byAnchors = {};
    private GpuMatrix[] anchorCosines = {};
    private GpuMatrix unitTargets;
    private GpuMatrix targetCosines;

    CudaLosses(Gpu gpu, CudaWork work) {
        this.gpu = gpu;
        this.work = work;
    }

    void barlowTwins(Matrix views, float lambda, float scale, Matrix gradient, Steps steps) {
        GpuMatrix both = CudaWork.on(views);
        GpuMatrix to = CudaWork.on(gradient);
        int batch = both.rows() / 2;
        int cols = both.cols();
        long pulls = work.scratch(2L * cols);
        long terms = pulls + (long) cols * Float.BYTES;
        boolean bf16 = both.isBfloats();
        long read = bf16 ? both.bfloats() : both.floats();
        gpu.launch(
                bf16 ? "barlow_diagonal_bf16" : "barlow_diagonal",
                CudaWork.tiles(cols),
                1,
                bf16 ? CudaWork.TILE / 2 : CudaWork.TILE,
                CudaWork.TILE,
                read,
                batch,
                cols,
                lambda,
                scale,
                pulls,
                terms);
        addLoss(steps, scale, terms, 0, cols);
        work.overAll(
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
        Inputs inputs = work.inputs();
        // the loss is made of the small products, which stay floats
        if (batch < cols) {
            first = reuse(first, batch, batch);
            second = reuse(second, batch, batch);
            work.multiply(inputs, false, 1, a, false, a, true, 0, first);
            work.multiply(inputs, false, 1, b, false, b, true, 0, second);
            addLoss(steps, scale * lambda / squared, first.floats(), second.floats(), first.count());
            work.multiply(inputs, bf16, pull, second, false, a, false, 1, toA);
            work.multiply(inputs, bf16, pull, first, false, b, false, 1, toB);
        } else {
            first = reuse(first, cols, cols);
            work.multiply(inputs, false, 1, a, true, b, false, 0, first);
            addLoss(steps, scale * lambda / squared, first.floats(), first.floats(), first.count());
            work.multiply(inputs, bf16, pull, b, false, first, true, 1, toA);
            work.multiply(inputs, bf16, pull, a, false, first, false, 1, toB);
        }
    }

    void reconstruction(Matrix outputs, Matrix targets, float targetScale, float scale, Matrix gradient, Steps steps) {
        GpuMatrix from = CudaWork.on(outputs);
        GpuMatrix to = CudaWork.on(gradient);
        gpu.launch(
                "reconstruction",
                CudaWork.SUMS,
                1,
                256,
                1,
                from.floats(),
                CudaWork.on(targets).floats(),
                from.count(),
                targetScale,
                2 * scale / from.count(),
                to.floatsToWrite(),
                work.sums());
        finishLoss(steps, scale / (double) from.count());
    }

    void contrastive(Matrix views, float margin, Matrix gradient, Steps steps) {
        GpuMatrix both = CudaWork.on(views);
        GpuMatrix to = CudaWork.on(gradient);
        int batch = both.rows() / 2;
        long pushes = work.scratch(2L * batch);
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

    void neighborhoods(
            Matrix outputs,
            int[] prefixes,
            Matrix targets,
            int queries,
            float temperature,
            Matrix logTemperatures,
            Matrix logTemperatureGradients,
            Matrix gradient,
            Steps steps) {
        CudaSteps now = (CudaSteps) steps;
        GpuMatrix from = CudaWork.on(outputs);
        GpuMatrix to = CudaWork.on(gradient);
        int rows = from.rows();
        int anchors = rows / 2;
        float share = 1f / prefixes.length;
        int count = prefixes.length;
        IntUnaryOperator sizes = i -> prefixes[i];
        IntUnaryOperator own = i -> AnchorShare.of(i, count, anchors).count();
        units = reuse(units, count, i -> rows, sizes);
        byUnits = reuse(byUnits, count, i -> rows, sizes);
        anchorUnits = reuse(anchorUnits, count, own, sizes);
        byAnchors = reuse(byAnchors, count, own, sizes);
        anchorCosines = reuse(anchorCosines, count, own, i -> rows);
        unitTargets = reuse(unitTargets, rows, targets.cols());
        targetCosines = reuse(targetCosines, anchors, rows);
        long lengths = work.scratch(2L * rows + anchors);
        long anchorLengths = lengths + (long) rows * Float.BYTES;
        long divergences = anchorLengths + (long) anchors * Float.BYTES;
        long slopes = divergences + (long) anchors * Float.BYTES;
        // in floats, whatever the precision: a copy of an anchor is known by its last digits, and a temperature
        // multiplies roundings
        scaleToUnit(CudaWork.on(targets).floats(), targets.cols(), unitTargets, 0);
        work.multiplyFp32(unitTargets.rows(0, anchors), false, unitTargets, true, targetCosines);
        long temperatures = CudaWork.on(logTemperatures).floats();
        long temperatureGradients = CudaWork.on(logTemperatureGradients).floatsToWrite();
        // the whole first: it sets the gradient to which the others add
        for (int i = count - 1; i >= 0; i--) {
            AnchorShare ofPrefix = AnchorShare.of(i, count, anchors);
            long first = (long) ofPrefix.first() * from.cols() * Float.BYTES;
            int pitch = ofPrefix.stride() * from.cols();
            GpuMatrix unit = units[i];
            GpuMatrix unitAnchors = anchorUnits[i];
            GpuMatrix cosines = anchorCosines[i];
            scaleToUnit(from.floats(), from.cols(), unit, lengths);
            scaleToUnit(from.floats() + first, pitch, unitAnchors, anchorLengths);
            work.multiplyFp32(unitAnchors, false, unit, true, cosines);
            cosines.floats();
            gpu.launch(
                    "neighborhood_rows",
                    ofPrefix.count(),
                    1,
                    256,
                    1,
                    cosines.floatsToWrite(),
                    targetCosines.floats(),
                    rows,
                    anchors,
                    ofPrefix.first(),
                    ofPrefix.stride(),
                    anchors - queries,
                    temperature,
                    temperatures + (long) i * Float.BYTES,
                    share,
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
                    ofPrefix.count(),
                    share,
                    now.losses(),
                    now.now(),
                    temperatureGradients + (long) i * Float.BYTES);
            // an output is a candidate of all anchors, and may be one itself
            work.multiplyFp32(cosines, true, unitAnchors, false, byUnits[i]);
            work.multiplyFp32(cosines, false, unit, false, byAnchors[i]);
            throughLength(byUnits[i], unit, lengths, to, 0, to.cols(), i < count - 1);
            throughLength(byAnchors[i], unitAnchors, anchorLengths, to, first, pitch, true);
        }
    }

    /** Sets or adds to the gradient by rows that begin at an offset in bytes, and so many numbers after each other. */
    private void throughLength(
            GpuMatrix byUnit, GpuMatrix unit, long lengths, GpuMatrix to, long offset, int pitch, boolean adds) {
        int rows = unit.rows();
        if (adds) {
            to.floats();
        }
        gpu.launch(
                "unit_rows_gradient",
                (rows + WARPS - 1) / WARPS,
                1,
                32,
                WARPS,
                byUnit.floats(),
                unit.floats(),
                lengths,
                rows,
                unit.cols(),
                to.floatsToWrite() + offset,
                pitch,
                adds ? 1 : 0);
    }

    /** The first numbers of rows, as many as the unit vectors have. */
    private void scaleToUnit(long from, int pitch, GpuMatrix to, long lengths) {
        int rows = to.rows();
        gpu.launch(
                "unit_rows",
                (rows + WARPS - 1) / WARPS,
                1,
                32,
                WARPS,
                from,
                rows,
                pitch,
                to.cols(),
                to.floatsToWrite(),
                lengths);
    }

    /** Adds to the step's loss: a factor times the sum of products of two arrays, or of one where the other is 0. */
    private void addLoss(Steps steps, double factor, long a, long b, long count) {
        gpu.launch("sum_products", CudaWork.SUMS, 1, 256, 1, a, b, count, work.sums());
        finishLoss(steps, factor);
    }

    private void finishLoss(Steps steps, double factor) {
        CudaSteps now = (CudaSteps) steps;
        gpu.launch("add_loss", 1, 1, 256, 1, work.sums(), factor, now.losses(), now.now());
    }

    private GpuMatrix[] reuse(GpuMatrix[] old, int count, IntUnaryOperator rows, IntUnaryOperator cols) {
        for (int i = count; i < old.length; i++) {
            gpu.await();
            old[i].close();
        }
        GpuMatrix[] matrices = Arrays.copyOf(old, count);
        for (int i = 0; i < count; i++) {
            matrices[i] = reuse(matrices[i], rows.applyAsInt(i), cols.applyAsInt(i));
        }
        return matrices;
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

    /** To be called once the card has nothing left to do. */
    @Override
    public void close() {
        Stream.of(
                        new GpuMatrix[] {first, second, unitTargets, targetCosines},
                        units,
                        byUnits,
                        anchorUnits,
                        byAnchors,
                        anchorCosines)
                .flatMap(Arrays::stream)
                .filter(Objects::nonNull)
                .forEach(GpuMatrix::close);
    }
}
