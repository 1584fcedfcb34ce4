package dev.tldr4j.benchmarks;

import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;
import static org.bytedeco.openblas.global.openblas_full.cblas_sgemm;
import static org.bytedeco.openblas.global.openblas_full.openblas_set_num_threads;

import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.FloatPointer;

/**
 * The exact neighbour graph beside the full n × n × D matrix product by the same OpenBLAS with threads of its own. Half of
 * the products suffice, since distances are symmetric.
 */
public final class ExactNeighbors {
    private static final int ROWS = 10_240;
    private static final int DIMS = 2048;
    private static final int PANEL = 1024;
    private static final int THREADS = 2;

    private ExactNeighbors() {}

    public static void main(String[] args) {
        SplittableRandom random = new SplittableRandom(1);
        float[] values = new float[ROWS * DIMS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble();
        }
        Vectors vectors = Vectors.of(values, DIMS);
        FloatPointer rows = new FloatPointer(values);
        FloatPointer scores = new FloatPointer((long) PANEL * ROWS);
        ExactSearch search = new ExactSearch(Metric.L2, THREADS);
        Ratio.measure(
                "exact neighbours, " + ROWS + " × " + DIMS + ", k 3, " + THREADS + " threads",
                (double) ROWS * ROWS * DIMS / 1e9, // half of the product
                THREADS,
                () -> search.graph(vectors, 3, ProgressListener.SILENT),
                "the full matrix product alone",
                () -> fullProduct(rows, scores),
                5,
                0.62);
    }

    private static void fullProduct(FloatPointer rows, FloatPointer scores) {
        openblas_set_num_threads(THREADS);
        for (long from = 0; from < ROWS; from += PANEL) {
            cblas_sgemm(
                    CblasRowMajor,
                    CblasNoTrans,
                    CblasTrans,
                    PANEL,
                    ROWS,
                    DIMS,
                    1,
                    rows.getPointer(from * DIMS),
                    DIMS,
                    rows,
                    DIMS,
                    0,
                    scores,
                    ROWS);
        }
        openblas_set_num_threads(1);
    }
}
