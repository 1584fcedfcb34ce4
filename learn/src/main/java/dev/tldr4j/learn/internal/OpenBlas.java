package dev.tldr4j.learn.internal;

import static org.bytedeco.openblas.global.openblas_full.CblasLower;
import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;

import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_full;

/**
 * Dense linear algebra on OpenBLAS. Every product is cut into tasks for our own {@link Workers}, each of which calls a
 * single-threaded OpenBLAS: its own threads spin between calls and would take the cores from the Java loops that
 * alternate with the products. The cut depends on shapes and thread count alone, so the bits are always the same.
 */
public final class OpenBlas {
    /** Products are cut into pieces of at least this many rows or columns: smaller ones lose more than they gain. */
    private static final int SMALLEST_PIECE = 64;

    /**
     * Eigenvectors of smaller matrices are found on one thread: LAPACK's many small steps wait for each other, spinning, and where
     * the cores are not all theirs that takes far longer than it saves (6 s instead of 0.1 for 512 rows, beside other work).
     */
    private static final int MANY_ROWS_FOR_THREADS = 1024;

    /** Side of the tiles of a symmetric product. */
    private static final int TILE = 256;

    private OpenBlas() {}

    static {
        // JavaCPP counts memory-mapped files as ours and would refuse to allocate beside a large one
        setIfAbsent("org.bytedeco.javacpp.maxbytes", "0");
        setIfAbsent("org.bytedeco.javacpp.maxphysicalbytes", "0");
        try {
            PrivateSoname.load();
            Loader.load(openblas_full.class);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            // an error of this kind leaves the initialiser as it is, with its line
            throw (Error) new UnsatisfiedLinkError(reason(e)).initCause(e);
        }
        openblas_full.openblas_set_num_threads(1);
    }

    private static String reason(LinkageError e) {
        return isForThisMachine()
                ? "OpenBLAS could not be loaded: " + e.getMessage()
                : "OpenBLAS could not be loaded (" + e.getMessage()
                        + "); add the artifact org.bytedeco:openblas with the" + " classifier of this machine, "
                        + Loader.getPlatform() + ", to the class path";
    }

    private static boolean isForThisMachine() {
        return openblas_full.class.getResource("/org/bytedeco/openblas/" + Loader.getPlatform()) != null;
    }

    private static void setIfAbsent(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** Loads the library once. */
    static void load() {
        // the static initialiser has done it
    }

    /** Its name and version, such as {@code OpenBLAS 0.3.31}. */
    public static String library() {
        String[] words = openblas_full.openblas_get_config().getString().split(" ");
        return words[0] + " " + words[1];
    }

    /** The kernels it computes with, as it calls them, such as {@code Cooperlake}. */
    public static String kernels() {
        return openblas_full.openblas_get_corename().getString();
    }

    /** What rounding depends on, such as {@code OpenBLAS 0.3.31 Cooperlake}. */
    public static String libraryAndKernels() {
        return library() + " " + kernels();
    }

    /** {@code c = alpha · op(a) · op(b) + beta · c}, where op transposes when told to. */
    public static void multiply(
            Workers workers,
            float alpha,
            NativeMatrix a,
            boolean transposeA,
            NativeMatrix b,
            boolean transposeB,
            float beta,
            NativeMatrix c) {
        int m = transposeA ? a.cols() : a.rows();
        int k = transposeA ? a.rows() : a.cols();
        int n = transposeB ? b.rows() : b.cols();
        if (k != (transposeB ? b.cols() : b.rows()) || m != c.rows() || n != c.cols()) {
            throw new IllegalArgumentException("shapes do not fit: " + a + " · " + b + " → " + c);
        }
        boolean byRows = m >= n;
        int piece = piece(byRows ? m : n, workers.threads());
        workers.runRanges(byRows ? m : n, piece, (from, to) -> {
            int row = byRows ? from : 0;
            int col = byRows ? 0 : from;
            int rows = byRows ? to - from : m;
            int cols = byRows ? n : to - from;
            multiplyPart(alpha, a, transposeA, b, transposeB, beta, c, row, rows, col, cols);
        });
    }

    /** The {@code rows × cols} part of the product that begins at {@code (row, col)} of {@code c}. */
    private static void multiplyPart(
            float alpha,
            NativeMatrix a,
            boolean transposeA,
            NativeMatrix b,
            boolean transposeB,
            float beta,
            NativeMatrix c,
            int row,
            int rows,
            int col,
            int cols) {
        openblas_full.cblas_sgemm(
                CblasRowMajor,
                transposeA ? CblasTrans : CblasNoTrans,
                transposeB ? CblasTrans : CblasNoTrans,
                rows,
                cols,
                transposeA ? a.rows() : a.cols(),
                alpha,
                transposeA ? a.at(0, row) : a.at(row, 0),
                a.cols(),
                transposeB ? b.at(col, 0) : b.at(0, col),
                b.cols(),
                beta,
                c.at(row, col),
                c.cols());
    }

    /** One thread's {@code a · bᵀ}, into the first columns of {@code scores}. */
    public static void dots(NativeMatrix a, NativeMatrix b, NativeMatrix scores) {
        multiplyPart(1, a, false, b, true, 0, scores, 0, a.rows(), 0, b.rows());
    }

    /** One thread's {@code a · b}, into the first rows of {@code c}. */
    public static void product(NativeMatrix a, NativeMatrix b, NativeMatrix c) {
        multiplyPart(1, a, false, b, false, 0, c, 0, a.rows(), 0, b.cols());
    }

    /**
     * One thread's {@code a · bᵀ} over {@code width} columns from {@code col} on alone, into the first columns of {@code
     * scores}.
     */
    public static void partDots(NativeMatrix a, NativeMatrix b, int col, int width, NativeMatrix scores) {
        openblas_full.cblas_sgemm(
                CblasRowMajor,
                CblasNoTrans,
                CblasTrans,
                a.rows(),
                b.rows(),
                width,
                1,
                a.at(0, col),
                a.cols(),
                b.at(0, col),
                b.cols(),
                0,
                scores.at(0, 0),
                scores.cols());
    }

    /** {@code gram = matrix · matrixᵀ}: half the work of a product. */
    public static void gram(Workers workers, NativeMatrix matrix, NativeMatrix gram) {
        symmetric(workers, matrix, false, gram);
    }

    /** {@code gram = matrixᵀ · matrix}: half the work of a product. */
    public static void columnGram(Workers workers, NativeMatrix matrix, NativeMatrix gram) {
        symmetric(workers, matrix, true, gram);
    }

    /** One thread's {@code gram = matrixᵀ · matrix}, the lower half of it alone. */
    public static void lowerColumnGram(NativeMatrix matrix, NativeMatrix gram) {
        lowerPart(matrix, true, 0, gram.rows(), gram);
    }

    /** Computes the tiles on and below the diagonal and mirrors them. */
    private static void symmetric(Workers workers, NativeMatrix matrix, boolean transpose, NativeMatrix gram) {
        int n = gram.rows();
        int tiles = (n + TILE - 1) / TILE;
        workers.run(tiles * (tiles + 1) / 2, task -> {
            int i = (int) ((Math.sqrt(8.0 * task + 1) - 1) / 2);
            int j = task - i * (i + 1) / 2;
            int row = i * TILE;
            int col = j * TILE;
            int rows = Math.min(TILE, n - row);
            int cols = Math.min(TILE, n - col);
            if (i == j) {
                lowerPart(matrix, transpose, row, rows, gram);
            } else {
                multiplyPart(1, matrix, transpose, matrix, !transpose, 0, gram, row, rows, col, cols);
            }
            mirror(gram, row, rows, col, cols);
        });
    }

    /** The lower half of the tile of {@code rows × rows} on the diagonal of a symmetric product. */
    private static void lowerPart(NativeMatrix matrix, boolean transpose, int row, int rows, NativeMatrix gram) {
        openblas_full.cblas_ssyrk(
                CblasRowMajor,
                CblasLower,
                transpose ? CblasTrans : CblasNoTrans,
                rows,
                transpose ? matrix.rows() : matrix.cols(),
                1,
                transpose ? matrix.at(0, row) : matrix.at(row, 0),
                matrix.cols(),
                0,
                gram.at(row, row),
                gram.cols());
    }

    /** Copies a tile to the other side of the diagonal; on the diagonal, its lower half to its upper. */
    private static void mirror(NativeMatrix gram, int row, int rows, int col, int cols) {
        float[] from = new float[rows * cols];
        for (int r = 0; r < rows; r++) {
            gram.get(row + r, col, from, r * cols, cols);
        }
        float[] line = new float[rows];
        for (int c = 0; c < cols; c++) {
            int first = row == col ? c : 0;
            for (int r = first; r < rows; r++) {
                line[r] = from[r * cols + c];
            }
            gram.put(col + c, row + first, line, first, rows - first);
        }
    }

    /**
     * Eigenvalues, ascending, of a symmetric matrix; its eigenvectors replace the matrix, one a row, in the same order.
     */
    public static double[] eigen(double[] matrix, int n, int threads) {
        double[] values = new double[n];
        openblas_full.openblas_set_num_threads(n < MANY_ROWS_FOR_THREADS ? 1 : threads);
        try {
            // LAPACK reads columns: a symmetric matrix is its own transpose, and eigenvectors in columns become rows
            int failed = openblas_full.LAPACKE_dsyevd(
                    openblas_full.LAPACK_COL_MAJOR, (byte) 'V', (byte) 'L', n, matrix, n, values);
            if (failed != 0) {
                throw new IllegalStateException("LAPACK's dsyevd failed with " + failed);
            }
        } finally {
            openblas_full.openblas_set_num_threads(1);
        }
        return values;
    }

    /**
     * Eigenvalues λ, ascending, of {@code a · x = λ · b · x} for symmetric matrices, of which b is positive definite; the
     * eigenvectors replace a, one a row, in the same order, each with {@code xᵀ · b · x = 1}. b is overwritten.
     *
     * @throws ArithmeticException when b is not positive definite
     */
    public static double[] eigen(double[] a, double[] b, int n, int threads) {
        double[] values = new double[n];
        openblas_full.openblas_set_num_threads(n < MANY_ROWS_FOR_THREADS ? 1 : threads);
        try {
            int failed = openblas_full.LAPACKE_dsygvd(
                    openblas_full.LAPACK_COL_MAJOR, 1, (byte) 'V', (byte) 'L', n, a, n, b, n, values);
            if (failed > n) {
                throw new ArithmeticException("the second matrix is not positive definite");
            }
            if (failed != 0) {
                throw new IllegalStateException("LAPACK's dsygvd failed with " + failed);
            }
        } finally {
            openblas_full.openblas_set_num_threads(1);
        }
        return values;
    }

    /** One thread's {@code a · b} in double precision, row-major: a is m × k, b is k × n. */
    public static double[] product(double[] a, double[] b, int m, int k, int n) {
        double[] c = new double[Math.multiplyExact(m, n)];
        openblas_full.cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n);
        return c;
    }

    /**
     * The orthogonal matrix nearest to a square one (row-major) in the sum of squares: {@code U · Vᵀ} of its singular value
     * decomposition. The matrix is overwritten. On one thread: many small steps make up a decomposition, and waiting for
     * each other after every one, threads lose where the cores are not all theirs (15 to 28 times the time, measured).
     */
    public static double[] nearestOrthogonal(double[] matrix, int n) {
        double[] values = new double[n];
        double[] left = new double[Math.multiplyExact(n, n)];
        double[] right = new double[n * n];
        double[] nearest = new double[n * n];
        // LAPACK reads columns: it is given the transpose V · S · Uᵀ, and its V and Uᵀ read by rows are Vᵀ and U
        int failed = openblas_full.LAPACKE_dgesdd(
                openblas_full.LAPACK_COL_MAJOR, (byte) 'A', n, n, matrix, n, values, left, n, right, n);
        if (failed != 0) {
            throw new IllegalStateException("LAPACK's dgesdd failed with " + failed);
        }
        openblas_full.cblas_dgemm(
                CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, right, n, left, n, 0, nearest, n);
        return nearest;
    }

    private static int piece(int count, int threads) {
        int even = (count + threads - 1) / threads;
        int rounded = (even + 15) / 16 * 16; // whole kernel rows
        return Math.max(SMALLEST_PIECE, rounded);
    }
}
