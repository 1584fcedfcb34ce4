package dev.tldr4j.benchmarks;

import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.quantization.ProductQuantizer;
import dev.tldr4j.learn.quantization.QuantizedVectors;
import dev.tldr4j.vectors.Vectors;
import io.github.jbellis.jvector.graph.ListRandomAccessVectorValues;
import io.github.jbellis.jvector.quantization.PQVectors;
import io.github.jbellis.jvector.quantization.ProductQuantization;
import io.github.jbellis.jvector.vector.VectorizationProvider;
import io.github.jbellis.jvector.vector.types.VectorFloat;
import io.github.jbellis.jvector.vector.types.VectorTypeSupport;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;

/**
 * Product quantization beside that of JVector, on the rows of a file, which both have in memory: the time to train and to
 * encode all rows, the part of the variance that is lost, and how many of the true 10 nearest are among the 10 nearest of
 * the decoded rows, for 1,000 queries drawn from the file and left out of everything else.
 *
 * <p>Argument: the file. JVector's quantizer learns from at most 128,000 rows, ours from 65,536.
 */
public final class ProductQuantizers {
    private static final int[] BYTES = {8, 16, 32, 64};
    private static final int QUERIES = 1000;
    private static final int NEAREST = 10;
    private static final int THREADS = 2;
    private static final ProgressListener SILENT = ProgressListener.SILENT;
    private static final VectorTypeSupport TYPES =
            VectorizationProvider.getInstance().getVectorTypeSupport();

    private final Vectors base;
    private final Vectors queries;
    private final ForkJoinPool pool = new ForkJoinPool(THREADS);
    private final ListRandomAccessVectorValues list;

    private ProductQuantizers(Vectors base, Vectors queries) {
        this.base = base;
        this.queries = queries;
        this.list = asJVectors(base);
    }

    public static void main(String[] args) throws IOException {
        try (Vectors vectors = Vectors.open(Path.of(args[0]))) {
            List<Integer> order = new ArrayList<>();
            for (int row = 0; row < vectors.rows(); row++) {
                order.add(row);
            }
            Collections.shuffle(order, new Random(1));
            int[] rows = order.stream().mapToInt(Integer::intValue).toArray();
            Vectors queries = inMemory(vectors.select(Arrays.copyOf(rows, QUERIES)));
            int warmUpEnd = Math.min(rows.length, QUERIES + 8192);
            Vectors few = inMemory(vectors.select(Arrays.copyOfRange(rows, QUERIES, warmUpEnd)));
            new ProductQuantizers(few, queries).warmUp();
            Vectors base = inMemory(vectors.select(Arrays.copyOfRange(rows, QUERIES, rows.length)));
            new ProductQuantizers(base, queries).report();
        }
    }

    /** Rows in memory in the form in which JVector takes them. */
    static ListRandomAccessVectorValues asJVectors(Vectors vectors) {
        List<VectorFloat<?>> rows = new ArrayList<>();
        for (int row = 0; row < vectors.rows(); row++) {
            float[] values = new float[vectors.dims()];
            vectors.read(row, 1, FloatBuffer.wrap(values));
            rows.add(TYPES.createFloatVector(values));
        }
        return new ListRandomAccessVectorValues(rows, vectors.dims());
    }

    private static Vectors inMemory(Vectors vectors) {
        float[] values = new float[Math.multiplyExact(vectors.rows(), vectors.dims())];
        vectors.read(0, vectors.rows(), FloatBuffer.wrap(values));
        return Vectors.of(values, vectors.dims());
    }

    private void warmUp() {
        theirs(16);
        ours(16, false);
        ours(16, true);
    }

    private void report() {
        int[] nearest = nearest(base);
        double variance = variance();
        System.out.printf(
                "%d × %d, %d threads, Java %s, JVector with %s%n",
                base.rows(),
                base.dims(),
                THREADS,
                Runtime.version().feature(),
                VectorizationProvider.getInstance().getClass().getSimpleName());
        System.out.println("| bytes | quantizer | training s | encoding s | variance lost | recall 10 in 10 |");
        System.out.println("|---|---|---|---|---|---|");
        for (int bytes : BYTES) {
            print(bytes, "JVector PQ", theirs(bytes), variance, nearest);
            print(bytes, "tldr4j PQ", ours(bytes, false), variance, nearest);
            print(bytes, "tldr4j OPQ", ours(bytes, true), variance, nearest);
        }
    }

    private void print(int bytes, String name, Run run, double variance, int[] nearest) {
        System.out.printf(
                "| %d | %s | %.2f | %.2f | %.4f | %.3f |%n",
                bytes,
                name,
                run.training,
                run.encoding,
                squaredDifference(run.decoded) / variance,
                recall(nearest, nearest(run.decoded)));
    }

    private Run theirs(int bytes) {
        long begin = System.nanoTime();
        ProductQuantization quantizer = ProductQuantization.compute(list, bytes, 256, true, -1f, pool, pool);
        long trained = System.nanoTime();
        PQVectors codes = quantizer.encodeAll(list, pool);
        long encoded = System.nanoTime();
        float[] decoded = new float[base.rows() * base.dims()];
        VectorFloat<?> row = TYPES.createFloatVector(base.dims());
        for (int i = 0; i < base.rows(); i++) {
            quantizer.decode(codes.get(i), row);
            for (int j = 0; j < base.dims(); j++) {
                decoded[i * base.dims() + j] = row.get(j);
            }
        }
        return new Run(trained - begin, encoded - trained, Vectors.of(decoded, base.dims()));
    }

    private Run ours(int bytes, boolean optimized) {
        long begin = System.nanoTime();
        ProductQuantizer quantizer = ProductQuantizer.train(base, bytes, optimized, THREADS, 1, SILENT);
        long trained = System.nanoTime();
        QuantizedVectors codes = quantizer.quantize(base, THREADS, SILENT);
        long encoded = System.nanoTime();
        return new Run(trained - begin, encoded - trained, codes);
    }

    private record Run(double training, double encoding, Vectors decoded) {
        Run(long training, long encoding, Vectors decoded) {
            this(training / 1e9, encoding / 1e9, decoded);
        }
    }

    private int[] nearest(Vectors rows) {
        return new ExactSearch(Metric.L2, THREADS).nearest(rows, queries, NEAREST, SILENT);
    }

    private static double recall(int[] expected, int[] found) {
        int hits = 0;
        for (int query = 0; query < QUERIES; query++) {
            Set<Integer> wanted = new HashSet<>();
            for (int i = query * NEAREST; i < (query + 1) * NEAREST; i++) {
                wanted.add(expected[i]);
            }
            for (int i = query * NEAREST; i < (query + 1) * NEAREST; i++) {
                hits += wanted.contains(found[i]) ? 1 : 0;
            }
        }
        return (double) hits / expected.length;
    }

    private double variance() {
        double[] mean = new double[base.dims()];
        double squares = 0;
        float[] row = new float[base.dims()];
        for (int i = 0; i < base.rows(); i++) {
            base.read(i, 1, FloatBuffer.wrap(row));
            for (int j = 0; j < row.length; j++) {
                mean[j] += (double) row[j] / base.rows();
                squares += (double) row[j] * row[j] / base.rows();
            }
        }
        return squares - Arrays.stream(mean).map(value -> value * value).sum();
    }

    private double squaredDifference(Vectors decoded) {
        double sum = 0;
        int block = 256;
        for (int from = 0; from < base.rows(); from += block) {
            int count = Math.min(block, base.rows() - from);
            float[] before = new float[count * base.dims()];
            float[] after = new float[count * base.dims()];
            base.read(from, count, FloatBuffer.wrap(before));
            decoded.read(from, count, FloatBuffer.wrap(after));
            for (int i = 0; i < before.length; i++) {
                double difference = (double) before[i] - after[i];
                sum += difference * difference;
            }
        }
        return sum / base.rows();
    }
}
