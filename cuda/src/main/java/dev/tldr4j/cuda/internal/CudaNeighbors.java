package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.tldr4j.cuda.internal.CublasLt.Inputs;
import dev.tldr4j.cuda.internal.CublasLt.Shape;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FloatVectors;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Exact nearest neighbours on the card. The tensor cores score every row against every other in bfloat16, tile by tile; of each
 * row the best 32 are kept and measured in double precision, and the nearest of those are its neighbours.
 */
final class CudaNeighbors {
    /** As in the kernels: how many candidates a row has, and how wide a tile may be. */
    private static final int KEPT = 32;

    private static final int TILE_COLUMNS = 32_768;
    private static final int TILE_ROWS = 4_096;

    /** With more, too few of the candidates would be spare. */
    static final int MOST_NEIGHBORS = 16;

    private final Gpu gpu;
    private final List<Long> allocated = new ArrayList<>();

    CudaNeighbors(Gpu gpu) {
        this.gpu = gpu;
    }

    /** What a search needs on the card. */
    static long bytes(long rows, long dims) {
        return rows * dims * (Float.BYTES + Short.BYTES)
                + rows * (Float.BYTES + KEPT * (Float.BYTES + Integer.BYTES + Integer.BYTES))
                + (long) TILE_ROWS * TILE_COLUMNS * Float.BYTES
                + RowUpload.STAGING_BYTES;
    }

    /** The numbers of every row's k nearest neighbours, nearest first, one row's after the other's. */
    int[] nearest(Vectors vectors, int k, Metric metric, ProgressListener listener) {
        int n = vectors.rows();
        int dims = vectors.dims();
        long needed = bytes(n, dims);
        if (needed > gpu.freeBytes()) {
            throw new InvalidInputException(vectors.name() + ": " + n + " rows of " + dims
                    + " numbers need " + (needed >> 20) + " MB on the card, which has "
                    + (gpu.freeBytes() >> 20) + " MB free; about "
                    + (long) (n * ((double) gpu.freeBytes() / needed)) + " rows would fit (--sample)");
        }
        try {
            long rows = allocate((long) n * dims * Float.BYTES);
            upload(vectors, metric, rows);
            long shadow = allocate((long) n * dims * Short.BYTES);
            gpu.launch("to_bf16_array", Gpu.MANY_BLOCKS, 1, 256, 1, rows, shadow, (long) n * dims);
            long halfSquares = allocate((long) n * Float.BYTES);
            if (metric == Metric.DOT) {
                gpu.zero(halfSquares, (long) n * Float.BYTES);
            } else {
                gpu.launch("half_squares", n, 1, 256, 1, rows, dims, halfSquares);
            }
            long best = allocate((long) n * KEPT * Float.BYTES);
            long numbers = allocate((long) n * KEPT * Integer.BYTES);
            gpu.launch("no_candidates", Gpu.MANY_BLOCKS, 1, 256, 1, best, numbers, (long) n * KEPT);
            score(n, dims, shadow, halfSquares, best, numbers, listener);
            long nearest = allocate((long) n * k * Integer.BYTES);
            gpu.launch("settle", n, 1, KEPT * 32, 1, rows, dims, numbers, k, metric == Metric.DOT ? 0 : 1, nearest);
            return download(nearest, Math.multiplyExact(n, k));
        } finally {
            gpu.await();
            allocated.forEach(gpu::free);
        }
    }

    private void score(
            int n, int dims, long shadow, long halfSquares, long best, long numbers, ProgressListener listener) {
        int width = Math.min(TILE_COLUMNS, n);
        long scores = allocate((long) Math.min(TILE_ROWS, n) * width * Float.BYTES);
        for (int row = 0; row < n; row += TILE_ROWS) {
            int rows = Math.min(TILE_ROWS, n - row);
            for (int column = 0; column < n; column += TILE_COLUMNS) {
                int columns = Math.min(TILE_COLUMNS, n - column);
                gpu.multiply(
                        new Shape(rows, columns, dims, false, true, Inputs.BF16),
                        1,
                        shadow + (long) row * dims * Short.BYTES,
                        shadow + (long) column * dims * Short.BYTES,
                        0,
                        scores);
                gpu.launch(
                        "pick",
                        rows,
                        1,
                        1024,
                        1,
                        scores,
                        (long) columns,
                        columns,
                        halfSquares + (long) column * Float.BYTES,
                        row,
                        column,
                        best,
                        numbers);
            }
            if (row / TILE_ROWS % 16 == 0) {
                // the queue would otherwise run far ahead of what is shown
                gpu.await();
                listener.progress(Progress.of("neighbours", row + rows, n));
            }
        }
        gpu.await();
        listener.progress(Progress.of("neighbours", n, n));
    }

    /** Less their mean, which takes nothing from distances and much from rounding; for cosines, of length 1. */
    private void upload(Vectors vectors, Metric metric, long to) {
        int dims = vectors.dims();
        float[] centre = metric == Metric.L2 ? mean(vectors) : new float[dims];
        RowUpload.run(
                gpu,
                vectors.rows(),
                dims,
                (row, into) -> {
                    float[] values = new float[dims];
                    vectors.read(row, 1, FloatBuffer.wrap(values));
                    if (!prepare(values, centre, metric)) {
                        refuse(vectors, row, metric);
                    }
                    into.put(values);
                },
                (staging, first, rows) ->
                        gpu.upload(to + (long) first * dims * Float.BYTES, staging, (long) rows * dims * Float.BYTES));
    }

    /** False for a row that cannot be measured. */
    private static boolean prepare(float[] values, float[] centre, Metric metric) {
        for (int j = 0; j < values.length; j++) {
            values[j] -= centre[j];
        }
        double squares = metric == Metric.COSINE ? FloatVectors.toLengthOne(values) : FloatVectors.dot(values, values);
        return Float.isFinite((float) squares) && (squares > 0 || metric != Metric.COSINE);
    }

    /** As the search on the CPU does. */
    private static void refuse(Vectors vectors, int row, Metric metric) {
        vectors.requireFinite(row, 1);
        throw new InvalidInputException(vectors.name() + ": row " + vectors.sourceRow(row)
                + (metric == Metric.COSINE
                        ? " has no length that a cosine could be measured with; remove it or measure by l2"
                        : " is too long to be measured in floats; scale the vectors"));
    }

    /** Of a few thousand rows: near enough to be worth taking off. */
    private static float[] mean(Vectors vectors) {
        int count = Math.min(vectors.rows(), 4096);
        float[] row = new float[vectors.dims()];
        double[] sum = new double[row.length];
        for (int i = 0; i < count; i++) {
            vectors.read((int) ((long) i * vectors.rows() / count), 1, FloatBuffer.wrap(row));
            for (int j = 0; j < row.length; j++) {
                sum[j] += row[j];
            }
        }
        float[] mean = new float[row.length];
        for (int j = 0; j < mean.length; j++) {
            mean[j] = (float) (sum[j] / count);
            if (!Float.isFinite(mean[j])) {
                vectors.requireFinite(0, vectors.rows());
                throw new InvalidInputException(
                        vectors.name() + " has rows too long to be measured in floats; scale the vectors");
            }
        }
        return mean;
    }

    private int[] download(long from, int count) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment values = arena.allocate((long) count * Integer.BYTES, Integer.BYTES);
            gpu.download(values, from, values.byteSize());
            gpu.await();
            return values.toArray(JAVA_INT);
        }
    }

    private long allocate(long bytes) {
        long pointer = gpu.allocate(bytes);
        allocated.add(pointer);
        return pointer;
    }
}
