package dev.tldr4j.learn.quantization;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Objects;

/**
 * Stores a vector in a few bytes (Jégou, Douze and Schmid, "Product Quantization for Nearest Neighbor Search", 2011). The
 * dimensions are split into as many subspaces as a code has bytes, and each byte says which of 256 centroids is nearest
 * there. An optimized quantizer first turns the vectors so that this loses least (Ge, He, Ke and Sun, 2013).
 *
 * <p>Immutable and safe for many threads.
 */
public final class ProductQuantizer {
    /** Entries that a table for a query has for every byte of a code, whether or not there are so many centroids. */
    public static final int TABLE_WIDTH = Codebook.MOST_CENTROIDS;

    private final Coordinates coordinates;
    private final Codebook codebook;

    ProductQuantizer(Coordinates coordinates, Codebook codebook) {
        this.coordinates = coordinates;
        this.codebook = codebook;
    }

    /**
     * Learns from all rows, or from 65,536 of them drawn at random where there are more. The sample is held outside the
     * heap, once for a plain and twice for an optimized quantizer. The same seed and number of threads give the same bits, on the
     * same kernels.
     *
     * @param bytes the length of a code, from 1 to the number of dimensions, which need not be a multiple of it
     * @param optimized whether to learn a rotation too: a smaller error for longer training (its time grows with the cube
     *     of the dimensions) and, in encoding and decoding, one more product a row
     */
    public static ProductQuantizer train(
            Vectors vectors, int bytes, boolean optimized, int threads, long seed, ProgressListener listener) {
        if (bytes < 1 || bytes > vectors.dims()) {
            throw new InvalidInputException(vectors.name() + ": has " + vectors.dims()
                    + " dimensions, so a code must be 1 to " + vectors.dims() + " bytes long, not " + bytes);
        }
        return QuantizerTraining.run(vectors, bytes, optimized, threads, seed, listener);
    }

    /** The length of a code. */
    public int bytes() {
        return codebook.subspaces().count();
    }

    /** The dimensions of the vectors. */
    public int dims() {
        return coordinates.dims();
    }

    /** Encodes some rows, one code after the other, on the caller's thread; refuses a row that is not finite, by name. */
    public byte[] encode(Vectors vectors, int from, int count) {
        requireDims(vectors);
        Objects.checkFromIndexSize(from, count, vectors.rows());
        byte[] codes = new byte[Math.multiplyExact(count, bytes())];
        try (RowQuantizer workspace = rowQuantizer()) {
            for (int done = 0; done < count; done += RowQuantizer.BLOCK) {
                int block = Math.min(RowQuantizer.BLOCK, count - done);
                workspace.encode(vectors, from + done, block, codes, done * bytes());
            }
        }
        return codes;
    }

    /** Encodes all rows; their codes are kept in memory. Refuses a row that is not finite, by name. */
    public QuantizedVectors quantize(Vectors vectors, int threads, ProgressListener listener) {
        requireDims(vectors);
        return QuantizedVectors.of(this, vectors, threads, listener);
    }

    /** Puts the vectors that some codes stand for into the buffer at its position, and moves the position. */
    public void decode(byte[] codes, FloatBuffer into) {
        if (codes.length % bytes() != 0) {
            throw new IllegalArgumentException(codes.length + " bytes are not whole codes of " + bytes());
        }
        decode(codes, 0, codes.length / bytes(), into);
    }

    void decode(byte[] codes, int at, int count, FloatBuffer into) {
        float[] row = new float[dims()];
        if (coordinates.rotation() == null) {
            for (int i = 0; i < count; i++) {
                codebook.decode(codes, at + i * bytes(), row);
                into.put(coordinates.addCentre(row));
            }
            return;
        }
        int block = Math.min(RowQuantizer.BLOCK, Math.max(1, count));
        try (NativeMatrix turned = new NativeMatrix(block, dims());
                NativeMatrix centred = new NativeMatrix(block, dims())) {
            for (int from = 0; from < count; from += block) {
                int rows = Math.min(block, count - from);
                for (int i = 0; i < rows; i++) {
                    codebook.decode(codes, at + (from + i) * bytes(), row);
                    turned.put(i, 0, row, 0, row.length);
                }
                OpenBlas.product(turned.rows(0, rows), coordinates.rotation(), centred);
                for (int i = 0; i < rows; i++) {
                    centred.get(i, 0, row, 0, row.length);
                    into.put(coordinates.addCentre(row));
                }
            }
        }
    }

    /**
     * The mean over the rows of the squared distance between a row and what its code stands for. Beside the rows' total
     * variance, it says which part of them is lost.
     */
    public double meanSquaredError(Vectors vectors, int threads, ProgressListener listener) {
        requireDims(vectors);
        int rows = vectors.rows();
        int blocks = (rows + RowQuantizer.BLOCK - 1) / RowQuantizer.BLOCK;
        double[] sums = new double[blocks]; // added up in order, so that rounding is always the same
        ProgressCounter done = new ProgressCounter("measuring", blocks, listener);
        try (Workers workers = new Workers(threads)) {
            workers.run(blocks, this::rowQuantizer, (block, workspace) -> {
                int from = block * RowQuantizer.BLOCK;
                int count = Math.min(RowQuantizer.BLOCK, rows - from);
                byte[] codes = new byte[count * bytes()];
                workspace.encode(vectors, from, count, codes, 0);
                FloatBuffer before = FloatBuffer.allocate(count * dims());
                FloatBuffer after = FloatBuffer.allocate(count * dims());
                vectors.read(from, count, before);
                decode(codes, after);
                for (int i = 0; i < count * dims(); i++) {
                    double difference = (double) before.get(i) - after.get(i);
                    sums[block] += difference * difference;
                }
                done.oneMore();
            });
        }
        double sum = 0;
        for (double ofBlock : sums) {
            sum += ofBlock;
        }
        return sum / rows;
    }

    /**
     * A table for one query, not quantized itself: the entries that a code names, one for every byte, sum up to the
     * squared distance between the query and the vector the code stands for. Byte i names the entry {@code i · 256 +
     * (byte & 0xff)}; {@link QuantizedVectors#sum} adds them up.
     */
    public float[] squaredDistances(float[] query) {
        requireDims(query);
        float[] turned = coordinates.of(query, true);
        return table((j, centroid) -> {
            double difference = turned[j] - centroid;
            return difference * difference;
        });
    }

    /** Such a table for the dot product of the query and the vector a code stands for. */
    public float[] dotProducts(float[] query) {
        requireDims(query);
        float[] turned = coordinates.of(query, false);
        double withCentre = 0;
        for (int j = 0; j < query.length; j++) {
            withCentre += (double) query[j] * coordinates.centre()[j];
        }
        float[] table = table((j, centroid) -> (double) turned[j] * centroid);
        for (int i = 0; i < TABLE_WIDTH; i++) {
            table[i] += (float) withCentre; // every code names one entry of the first subspace
        }
        return table;
    }

    private float[] table(Term term) {
        Subspaces subspaces = codebook.subspaces();
        float[] table = new float[bytes() * TABLE_WIDTH];
        for (int s = 0; s < bytes(); s++) {
            for (int c = 0; c < codebook.centroids(); c++) {
                double sum = 0;
                for (int j = subspaces.first(s); j < subspaces.first(s + 1); j++) {
                    sum += term.of(j, codebook.values()[c * dims() + j]);
                }
                table[s * TABLE_WIDTH + c] = (float) sum;
            }
        }
        return table;
    }

    /** What dimension j of a centroid adds to an entry. */
    private interface Term {
        double of(int j, float centroid);
    }

    private void requireDims(Vectors vectors) {
        if (vectors.dims() != dims()) {
            throw new InvalidInputException(vectors.name() + " has " + vectors.dims()
                    + " dimensions, but the quantizer takes " + dims() + "; encode what it was trained for");
        }
    }

    private void requireDims(float[] query) {
        if (query.length != dims()) {
            throw new InvalidInputException("a query has " + query.length + " dimensions, but the quantizer takes "
                    + dims() + "; both must come from the same model");
        }
    }

    RowQuantizer rowQuantizer() {
        return new RowQuantizer(coordinates, codebook);
    }

    Coordinates coordinates() {
        return coordinates;
    }

    Codebook codebook() {
        return codebook;
    }
}
