package dev.tldr4j.evaluate.inspect;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * Goes once through all rows, or through blocks of them that are spread evenly over the file, and keeps two numbers of each: its
 * length, and a hash by which its copies are known. The rows seen have places from 0 on, in the order of the file.
 */
final class Scan {
    /** Numbers in a block: some hundred kilobytes, which stay in the cache while they are looked at. */
    private static final int BLOCK_NUMBERS = 65_536;

    /** A small part of a large file comes from at least so many places of it. */
    private static final int LEAST_BLOCKS = 64;

    private final Vectors vectors;
    private final int block;
    private final double[] lengths;
    private final long[] hashes;
    private final boolean[] varies;
    private final int firstFinite;

    /** @param rows how many rows to look at, at least 1; all of them if there are no more */
    Scan(Vectors vectors, int rows, int threads, ProgressListener listener) {
        int count = Math.min(rows, vectors.rows());
        this.vectors = vectors;
        this.block = Math.max(1, Math.min(BLOCK_NUMBERS / vectors.dims(), count / LEAST_BLOCKS));
        this.lengths = new double[count];
        this.hashes = new long[count];
        this.varies = new boolean[vectors.dims()];
        float[] reference = new float[vectors.dims()];
        this.firstFinite = findFinite(reference);
        lookAtAll(reference, threads, listener);
    }

    /** How many rows were looked at. */
    int rows() {
        return lengths.length;
    }

    /** The row's number in the file. What is left out lies between the blocks, as evenly as whole numbers allow. */
    int row(int place) {
        int gaps = Math.max(1, blocks() - 1);
        long leftOut = vectors.rows() - (long) rows();
        return place + (int) (leftOut * (place / block) / gaps);
    }

    boolean isFinite(int place) {
        return !Double.isNaN(lengths[place]);
    }

    /** The Euclidean length of a row; NaN if it has a number that is not finite. */
    double length(int place) {
        return lengths[place];
    }

    /** Equal for equal rows; two different ones share it by a chance of about 1 in 10¹⁹. */
    long hash(int place) {
        return hashes[place];
    }

    /** Whether two finite rows differ in this dimension. */
    boolean varies(int dimension) {
        return varies[dimension];
    }

    int finiteRows() {
        return (int)
                Arrays.stream(lengths).filter(length -> !Double.isNaN(length)).count();
    }

    /** The first of the rows seen that is finite, or -1. */
    int firstFinite() {
        return firstFinite;
    }

    /** Places of finite rows drawn at random, ascending: so many, or all where there are no more. */
    int[] draw(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int left = finiteRows();
        int[] drawn = new int[Math.min(count, left)];
        for (int place = 0, have = 0; have < drawn.length; place++) {
            if (isFinite(place)) {
                // of those left, as many are needed: each row gets the same chance
                if (random.nextInt(left) < drawn.length - have) {
                    drawn[have++] = place;
                }
                left--;
            }
        }
        return drawn;
    }

    /**
     * Some rows, held in memory, every number times the power of two that brings {@code longest} to 1 or a little more. Products
     * of very large or very small floats leave the range of floats; at that scale they do not, and shares, ratios and angles are
     * the same at any.
     */
    Vectors read(int[] places, double longest) {
        int dims = vectors.dims();
        float[] values = new float[Math.multiplyExact(places.length, dims)];
        for (int i = 0; i < places.length; i++) {
            vectors.read(row(places[i]), 1, FloatBuffer.wrap(values, i * dims, dims));
        }
        double factor = longest == 0 ? 1 : Math.scalb(1.0, -Math.getExponent(longest));
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (values[i] * factor);
        }
        return Vectors.of(values, dims);
    }

    private int blocks() {
        return (rows() - 1) / block + 1;
    }

    private int findFinite(float[] row) {
        for (int place = 0; place < rows(); place++) {
            vectors.read(row(place), 1, FloatBuffer.wrap(row));
            if (!Double.isNaN(length(row, 0, row.length))) {
                return place;
            }
        }
        return -1;
    }

    private void lookAtAll(float[] reference, int threads, ProgressListener listener) {
        ForkJoinPool pool = new ForkJoinPool(threads);
        int[] done = new int[1];
        try {
            pool.submit(() -> IntStream.range(0, blocks()).parallel().forEach(number -> {
                        lookAtBlock(number * block, Math.min(rows(), (number + 1) * block), reference);
                        synchronized (done) {
                            listener.progress(Progress.of("looking at rows", ++done[0], blocks()));
                        }
                    }))
                    .join();
        } finally {
            pool.shutdown();
        }
    }

    private void lookAtBlock(int from, int to, float[] reference) {
        int dims = vectors.dims();
        float[] values = new float[(to - from) * dims];
        vectors.read(row(from), to - from, FloatBuffer.wrap(values));
        int[] constant = IntStream.range(0, dims).filter(j -> !varies[j]).toArray();
        for (int place = from, at = 0; place < to; place++, at += dims) {
            lengths[place] = length(values, at, dims);
            if (isFinite(place)) {
                hashes[place] = hash(values, at, dims);
                for (int j : constant) {
                    if (values[at + j] != reference[j]) {
                        varies[j] = true; // of threads that write here at once, all write the same
                    }
                }
            }
        }
    }

    /** In double precision no finite float is too large or too small to be squared. */
    private static double length(float[] values, int at, int dims) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int j = at;
        int end = at + dims;
        for (; j + 3 < end; j += 4) {
            sum0 += (double) values[j] * values[j];
            sum1 += (double) values[j + 1] * values[j + 1];
            sum2 += (double) values[j + 2] * values[j + 2];
            sum3 += (double) values[j + 3] * values[j + 3];
        }
        for (; j < end; j++) {
            sum0 += (double) values[j] * values[j];
        }
        double squares = sum0 + sum1 + sum2 + sum3;
        return Double.isFinite(squares) ? Math.sqrt(squares) : Double.NaN;
    }

    /** In four strands, since each step must wait for the one before it. */
    private static long hash(float[] values, int at, int dims) {
        long hash0 = 0x243F6A8885A308D3L; // any four numbers do that have little in common: these are of π
        long hash1 = 0x13198A2E03707344L;
        long hash2 = 0xA4093822299F31D0L;
        long hash3 = 0x082EFA98EC4E6C89L;
        int j = at;
        int end = at + dims;
        for (; j + 3 < end; j += 4) {
            hash0 = mixed(hash0 ^ bits(values[j]));
            hash1 = mixed(hash1 ^ bits(values[j + 1]));
            hash2 = mixed(hash2 ^ bits(values[j + 2]));
            hash3 = mixed(hash3 ^ bits(values[j + 3]));
        }
        for (; j < end; j++) {
            hash0 = mixed(hash0 ^ bits(values[j]));
        }
        return mixed(mixed(mixed(hash0 ^ mixed(hash1)) ^ hash2) ^ hash3);
    }

    /** The two zeros are the same number, and adding one makes them so. */
    private static int bits(float value) {
        return Float.floatToRawIntBits(value + 0f);
    }

    /** Multiplying carries differences up only, so the upper half is brought down: small whole numbers differ there alone. */
    private static long mixed(long hash) {
        long product = hash * 0x9E3779B97F4A7C15L;
        return product ^ product >>> 32;
    }
}
