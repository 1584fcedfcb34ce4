package dev.tldr4j.learn.neighbors;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FloatVectors;
import dev.tldr4j.learn.internal.AvailableMemory;
import dev.tldr4j.learn.internal.ColumnMeans;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/**
 * Vectors in the form in which nearness is a matrix product: the score of row x with row y is {@code x · y − penalty(y)}, and
 * the larger it is, the nearer is y to x.
 *
 * <ul>
 *   <li>L2: rows less a common centre, penalty ‖y‖² / 2, since ‖x − y‖² = ‖x‖² − 2 (x · y − ‖y‖² / 2). The centre keeps the
 *       norms small, and with them the rounding;
 *   <li>cosine: rows of length 1, no penalty;
 *   <li>dot: as they are.
 * </ul>
 */
final class ScoredRows implements AutoCloseable {
    private static final int BLOCK = 256;

    /** Rows read at a time where they stand together: some are decoded in one product. */
    private static final int TOGETHER = 64;

    /** Of a float: half of the distance from 1 to the next. */
    private static final double UNIT_ROUNDOFF = 0x1p-24;

    /** Rows in a piece of memory: a block of an exact search, so that it is multiplied where it lies. */
    private static final int PIECE = ScoreTile.MOST;

    private final Vectors vectors;
    private final Metric metric;
    private final float[] centre;
    /** Half the squared norm (L2) or one over the norm (cosine) of every row. */
    private final float[] norms;
    /** The rows as they are multiplied, {@link #PIECE} by piece, or null: then they are read and prepared each time. */
    private NativeMatrix[] held;

    private ScoredRows(Vectors vectors, Metric metric, float[] centre, float[] norms) {
        this.vectors = vectors;
        this.metric = metric;
        this.centre = centre;
        this.norms = norms;
    }

    /** Refuses rows that are not finite and, for cosine, zero rows, by name. */
    static ScoredRows of(Vectors vectors, Metric metric, Workers workers, ProgressListener listener) {
        double[] mean = ColumnMeans.of(vectors, workers, listener);
        float[] centre = new float[mean.length];
        for (int j = 0; metric == Metric.L2 && j < mean.length; j++) {
            centre[j] = (float) mean[j];
        }
        return new ScoredRows(vectors, metric, centre, norms(vectors, metric, centre, workers));
    }

    /** Queries to be scored with these rows. */
    ScoredRows queries(Vectors queries, Workers workers, ProgressListener listener) {
        queries.requireSameDims(vectors);
        ColumnMeans.of(queries, workers, listener); // for its check
        return new ScoredRows(queries, metric, centre, norms(queries, metric, centre, workers));
    }

    private static float[] norms(Vectors vectors, Metric metric, float[] centre, Workers workers) {
        if (metric == Metric.DOT) {
            return null;
        }
        int dims = vectors.dims();
        float[] norms = new float[vectors.rows()];
        workers.runRanges(vectors.rows(), BLOCK, (from, to) -> {
            float[] block = new float[(to - from) * dims];
            vectors.read(from, to - from, FloatBuffer.wrap(block));
            for (int row = from; row < to; row++) {
                double squares = 0;
                for (int j = 0, at = (row - from) * dims; j < dims; j++) {
                    double value = block[at + j] - centre[j];
                    squares += value * value;
                }
                norms[row] = (float) (metric == Metric.L2 ? squares / 2 : 1 / Math.sqrt(squares));
                if (metric == Metric.COSINE && squares == 0) {
                    throw new InvalidInputException(vectors.name() + ": row " + vectors.sourceRow(row)
                            + " is a zero vector, which has no cosine; remove it or measure by l2");
                }
                if (!Float.isFinite(norms[row])) {
                    throw new InvalidInputException(vectors.name() + ": row " + vectors.sourceRow(row) + " is too "
                            + (metric == Metric.L2 ? "long" : "short")
                            + " to be measured in floats; scale the vectors");
                }
            }
        });
        return norms;
    }

    /**
     * Keeps all rows in memory from now on, outside the heap, so that rows here and there are quickly had; not if that takes
     * more than a quarter of the machine's.
     */
    void holdIfRoom(Workers workers) {
        if ((long) rows() * dims() * Float.BYTES > AvailableMemory.total() / 4) {
            return;
        }
        NativeMatrix[] pieces = new NativeMatrix[(rows() + PIECE - 1) / PIECE];
        workers.runRanges(rows(), PIECE, (from, to) -> {
            NativeMatrix piece = new NativeMatrix(to - from, dims());
            load(from, to - from, piece);
            pieces[from / PIECE] = piece;
        });
        held = pieces;
    }

    @Override
    public void close() {
        if (held != null) {
            for (NativeMatrix piece : held) {
                piece.close();
            }
        }
    }

    int rows() {
        return vectors.rows();
    }

    int dims() {
        return vectors.dims();
    }

    /** What is taken off the product of any row with this one. */
    float penalty(int row) {
        return metric == Metric.L2 ? norms[row] : 0;
    }

    /** Consecutive rows where they lie, ready to be multiplied; null unless they are a piece of what is held. */
    NativeMatrix heldPiece(int from, int count) {
        if (held == null || from % PIECE != 0) {
            return null;
        }
        NativeMatrix piece = held[from / PIECE];
        return count <= piece.rows() ? piece : null;
    }

    /**
     * By how much the score of a query with one of these rows may be wrong: a product of n numbers in floats, summed in any
     * order, by n units of rounding times the lengths of both (Higham, Accuracy and Stability of Numerical Algorithms, 3.1);
     * a few units more for centring or scaling the rows and for taking off the penalties.
     */
    double rounding(ScoredRows queries, int query, int row) {
        double lengths =
                switch (metric) {
                    // ‖x‖ · ‖y‖ and both penalties are each at most the sum of the halved squares
                    case L2 -> 2 * ((double) queries.norms[query] + norms[row]);
                    case COSINE -> 1;
                    case DOT -> Double.POSITIVE_INFINITY; // lengths are not known
                };
        return (dims() + 8) * UNIT_ROUNDOFF * lengths;
    }

    /** Fills the matrix's first rows with consecutive ones. */
    void load(int from, int count, NativeMatrix into) {
        if (held != null) {
            for (int i = 0; i < count; i++) {
                copyHeld(from + i, into, i);
            }
            return;
        }
        float[] rows = new float[Math.min(count, TOGETHER) * dims()];
        for (int done = 0; done < count; done += TOGETHER) {
            int together = Math.min(TOGETHER, count - done);
            vectors.read(from + done, together, FloatBuffer.wrap(rows));
            for (int i = 0; i < together; i++) {
                prepare(from + done + i, rows, i * dims());
                into.put(done + i, 0, rows, i * dims(), dims());
            }
        }
    }

    /** Fills the matrix's first rows with any. */
    void load(int[] numbers, NativeMatrix into) {
        float[] row = new float[dims()];
        for (int i = 0; i < numbers.length; i++) {
            if (held != null) {
                copyHeld(numbers[i], into, i);
            } else {
                vectors.read(numbers[i], 1, FloatBuffer.wrap(row));
                prepare(numbers[i], row, 0);
                into.put(i, 0, row, 0, row.length);
            }
        }
    }

    private void copyHeld(int number, NativeMatrix into, int at) {
        held[number / PIECE].copyRow(number % PIECE, into, at);
    }

    /** Brings a row that was read into {@code values[at…]} into the form in which it is multiplied. */
    private void prepare(int number, float[] values, int at) {
        if (metric == Metric.L2) {
            for (int j = 0; j < dims(); j++) {
                values[at + j] -= centre[j];
            }
        } else if (metric == Metric.COSINE) {
            float inverse = norms[number];
            for (int j = 0; j < dims(); j++) {
                values[at + j] *= inverse;
            }
        }
    }

    /**
     * How near two rows are, the smaller the nearer, without the rounding of the scores: squared distance, or the product
     * with its sign turned. Both rows are as they were read.
     */
    double distance(float[] query, float[] row) {
        return metric == Metric.L2 ? FloatVectors.squaredDistance(query, row) : -FloatVectors.dot(query, row);
    }

    /** Reads one row as it is, for {@link #distance}; for cosine it is brought to length 1. */
    void read(int row, float[] into) {
        vectors.read(row, 1, FloatBuffer.wrap(into));
        metric.prepare(into);
    }
}
