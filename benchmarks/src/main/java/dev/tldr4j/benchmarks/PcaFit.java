package dev.tldr4j.benchmarks;

import static org.bytedeco.openblas.global.openblas_full.CblasLower;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;
import static org.bytedeco.openblas.global.openblas_full.LAPACKE_dsyevd;
import static org.bytedeco.openblas.global.openblas_full.LAPACK_COL_MAJOR;
import static org.bytedeco.openblas.global.openblas_full.cblas_ssyrk;
import static org.bytedeco.openblas.global.openblas_full.openblas_set_num_threads;

import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.FloatPointer;

/**
 * PCA of a file of 500,000 × 768 beside what it cannot avoid: the symmetric products of as many rows that are in memory
 * already, and LAPACK's eigenvectors of the sum. The file is written just before, so it is read from the system's cache.
 *
 * <p>With an argument, only writes the file, there.
 */
public final class PcaFit {
    private static final int ROWS = 500_000;
    private static final int DIMS = 768;
    private static final int BLOCK = 4096;
    private static final int THREADS = 2;

    private PcaFit() {}

    public static void main(String[] args) throws IOException {
        if (args.length > 0) {
            write(Path.of(args[0]));
            return;
        }
        Path folder = Files.createTempDirectory("tldr4j-benchmark");
        Path file = folder.resolve("vectors.npy");
        try {
            write(file);
            FloatPointer block = new FloatPointer(rows(BLOCK, new SplittableRandom(2)));
            FloatPointer gram = new FloatPointer((long) DIMS * DIMS * THREADS);
            String what = "PCA of a file of " + ROWS + " × " + DIMS + ", " + THREADS + " threads";
            Ratio.measure(
                    what,
                    (double) ROWS * DIMS * DIMS / 1e9,
                    THREADS,
                    () -> fit(file),
                    "symmetric products and eigenvectors alone, on OpenBLAS's threads",
                    () -> onTheirThreads(block, gram),
                    5,
                    1.2);
            Ratio.measure(
                    what,
                    (double) ROWS * DIMS * DIMS / 1e9,
                    THREADS,
                    () -> fit(file),
                    "the same, each thread with blocks of its own",
                    () -> onOurThreads(block, gram),
                    5,
                    1.2);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    private static void write(Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, DIMS)) {
            for (int row = 0; row < ROWS; row += BLOCK) {
                writer.write(FloatBuffer.wrap(rows(Math.min(BLOCK, ROWS - row), random)));
            }
            writer.finish();
        }
    }

    /** Later dimensions vary less, as principal components of real embeddings do; none has mean zero. */
    private static float[] rows(int count, SplittableRandom random) {
        float[] rows = new float[count * DIMS];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) ((random.nextDouble() - 0.3) / (1 + i % DIMS / 32.0));
        }
        return rows;
    }

    private static void fit(Path file) {
        try (Vectors vectors = Vectors.open(file)) {
            Pca.fit(vectors, THREADS, ProgressListener.SILENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void onTheirThreads(FloatPointer block, FloatPointer gram) {
        openblas_set_num_threads(THREADS);
        products(block, gram, 0, 1);
        eigenvectors(gram, 1);
    }

    /** Their threads spin while they wait for each other, which costs much where the cores are not all theirs. */
    private static void onOurThreads(FloatPointer block, FloatPointer grams) {
        openblas_set_num_threads(1);
        IntStream.range(0, THREADS)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> products(block, grams.getPointer((long) i * DIMS * DIMS), i, THREADS)))
                .toList()
                .forEach(CompletableFuture::join);
        eigenvectors(grams, THREADS);
    }

    /** Every so many-th block. */
    private static void products(FloatPointer block, FloatPointer gram, int first, int step) {
        for (int row = first * BLOCK; row < ROWS; row += step * BLOCK) {
            int count = Math.min(BLOCK, ROWS - row);
            float beta = row == first * BLOCK ? 0 : 1;
            cblas_ssyrk(CblasRowMajor, CblasLower, CblasTrans, DIMS, count, 1, block, DIMS, beta, gram, DIMS);
        }
    }

    /** Of the sum of the lower halves. */
    private static void eigenvectors(FloatPointer grams, int count) {
        float[] values = new float[count * DIMS * DIMS];
        grams.get(values);
        double[] matrix = new double[DIMS * DIMS];
        for (int i = 0; i < DIMS; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int gram = 0; gram < count; gram++) {
                    sum += values[(gram * DIMS + i) * DIMS + j];
                }
                matrix[i * DIMS + j] = sum;
                matrix[j * DIMS + i] = sum;
            }
        }
        openblas_set_num_threads(THREADS);
        LAPACKE_dsyevd(LAPACK_COL_MAJOR, (byte) 'V', (byte) 'L', DIMS, matrix, DIMS, new double[DIMS]);
        openblas_set_num_threads(1);
    }
}
