package dev.tldr4j.learn.internal;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.indexer.DoubleIndexer;
import org.bytedeco.openblas.global.openblas_full;

/**
 * A symmetric matrix in double precision outside the heap, where it may be larger than any array: filled in number by number,
 * then factored, then solved with. For one thread at a time.
 */
public final class DenseSymmetric implements AutoCloseable {
    /** Bytes for every number. */
    public static final int BYTES = Double.BYTES;

    private final int n;
    private final DoublePointer pointer;
    private final DoubleIndexer numbers;

    static {
        OpenBlas.load();
    }

    /** Filled with zeros. */
    public DenseSymmetric(int n) {
        this.n = n;
        this.pointer = new DoublePointer((long) n * n);
        Pointer.memset(pointer, 0, (long) n * n * BYTES);
        this.numbers = DoubleIndexer.create(pointer);
    }

    public int size() {
        return n;
    }

    /** Adds to one number and, where it is another, to the one across the diagonal. */
    public void add(int row, int col, double value) {
        // LAPACK reads columns, and of these the part below the diagonal
        long at = (long) Math.min(row, col) * n + Math.max(row, col);
        numbers.put(at, numbers.get(at) + value);
    }

    /** The sum of the diagonal. */
    public double trace() {
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += numbers.get((long) i * n + i);
        }
        return trace;
    }

    /**
     * Replaces the matrix by its Cholesky factor.
     *
     * @throws ArithmeticException when the matrix is not positive definite
     */
    public void factor(int threads) {
        openblas_full.openblas_set_num_threads(threads);
        try {
            int failed = openblas_full.LAPACKE_dpotrf(openblas_full.LAPACK_COL_MAJOR, (byte) 'L', n, pointer, n);
            if (failed != 0) {
                throw new ArithmeticException("the matrix is not positive definite");
            }
        } finally {
            openblas_full.openblas_set_num_threads(1);
        }
    }

    /** Solves for several right sides, one after the other in one array, which the solutions replace; after {@link #factor}. */
    public void solve(double[] sides, int threads) {
        openblas_full.openblas_set_num_threads(threads);
        try (DoublePointer there = new DoublePointer(sides)) {
            int failed = openblas_full.LAPACKE_dpotrs(
                    openblas_full.LAPACK_COL_MAJOR, (byte) 'L', n, sides.length / n, pointer, n, there, n);
            if (failed != 0) {
                throw new IllegalStateException("LAPACK's dpotrs failed with " + failed);
            }
            there.get(sides);
        } finally {
            openblas_full.openblas_set_num_threads(1);
        }
    }

    @Override
    public void close() {
        numbers.release();
        pointer.deallocate();
    }
}
