package dev.tldr4j.learn.internal;

import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.openblas.global.openblas_full;

/** Rows in double precision outside the heap, fewer than they have numbers. */
public final class WideRows implements AutoCloseable {
    /** Rows of a product that one thread computes at once. */
    private static final int PIECE = 128;

    private final int rows;
    private final int dims;
    private final DoublePointer values;

    static {
        OpenBlas.load();
    }

    public WideRows(int rows, int dims) {
        this.rows = rows;
        this.dims = dims;
        this.values = new DoublePointer((long) rows * dims);
    }

    public int rows() {
        return rows;
    }

    public void put(int row, double[] numbers) {
        at(values, (long) row * dims).put(numbers, 0, dims);
    }

    private static DoublePointer at(DoublePointer pointer, long place) {
        return pointer.getPointer(place);
    }

    /** Every row's product with every row, row-major. */
    public double[] gram(Workers workers) {
        double[] gram = new double[Math.multiplyExact(rows, rows)];
        try (DoublePointer half = new DoublePointer((long) rows * rows)) {
            workers.runRanges(
                    rows,
                    PIECE,
                    (from, to) -> openblas_full.cblas_dgemm(
                            CblasRowMajor,
                            CblasNoTrans,
                            CblasTrans,
                            to - from,
                            to,
                            dims,
                            1,
                            at(values, (long) from * dims),
                            dims,
                            values,
                            dims,
                            0,
                            at(half, (long) from * rows),
                            rows));
            half.get(gram);
        }
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < i; j++) {
                gram[j * rows + i] = gram[i * rows + j];
            }
        }
        return gram;
    }

    /** Sums of all rows, each times a weight. @param weights so many numbers for each sum, one sum after the other */
    public double[] sums(double[] weights, Workers workers) {
        int count = weights.length / rows;
        double[] sums = new double[Math.multiplyExact(count, dims)];
        if (count == 0) {
            return sums;
        }
        try (DoublePointer left = new DoublePointer(weights);
                DoublePointer result = new DoublePointer((long) count * dims)) {
            workers.runRanges(
                    count,
                    PIECE,
                    (from, to) -> openblas_full.cblas_dgemm(
                            CblasRowMajor,
                            CblasNoTrans,
                            CblasNoTrans,
                            to - from,
                            dims,
                            rows,
                            1,
                            at(left, (long) from * rows),
                            rows,
                            values,
                            dims,
                            0,
                            at(result, (long) from * dims),
                            dims));
            result.get(sums);
        }
        return sums;
    }

    @Override
    public void close() {
        values.deallocate();
    }
}
