package dev.tldr4j.spark.neighbors;

import dev.tldr4j.encoder.internal.FloatVectors;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.spark.rows.ContentHash;
import dev.tldr4j.vectors.Vectors;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A division of space into cells, each of them what is nearest to its centre. Near rows are mostly in the same cell or in
 * neighbouring ones, so a row that goes to several of its nearest cells meets most of its neighbours in one of them.
 */
public final class Cells implements Serializable {
    private static final long serialVersionUID = 1;

    /** How many bits of a key are the piece of a cell. */
    private static final int PIECE_BITS = 24;

    private final float[] centres;
    private final int width;
    private final int perRow;
    private final boolean byDirection;
    private final int[] pieces;

    /**
     * @param centres one after another
     * @param perRow to how many of its nearest cells a row goes
     * @param byDirection whether the length of a row does not count
     */
    public Cells(float[] centres, int width, int perRow, boolean byDirection) {
        this(centres, width, perRow, byDirection, new int[centres.length / width]);
        Arrays.fill(pieces, 1);
    }

    private Cells(float[] centres, int width, int perRow, boolean byDirection, int[] pieces) {
        this.centres = centres;
        this.width = width;
        this.perRow = Math.min(perRow, centres.length / width);
        this.byDirection = byDirection;
        this.pieces = pieces;
    }

    public int count() {
        return pieces.length;
    }

    int perRow() {
        return perRow;
    }

    float[] centres() {
        return centres.clone();
    }

    /** The same with every cell that has more rows than wanted cut into so many pieces, at random. */
    Cells cut(long[] rows, long most) {
        int[] cut = new int[pieces.length];
        for (int i = 0; i < cut.length; i++) {
            cut[i] = (int) Math.min((1 << PIECE_BITS) - 1, Math.max(1, (rows[i] + most - 1) / most));
        }
        return new Cells(centres, width, perRow, byDirection, cut);
    }

    /** The nearest cells of every row, {@link #perRow} each, nearest first. */
    public int[] nearest(float[] rows, int count, int threads) {
        float[] values = Arrays.copyOf(rows, count * width);
        if (byDirection) {
            toLengthOne(values, width);
        }
        return new ExactSearch(Metric.L2, threads)
                .nearest(Vectors.of(centres, width), Vectors.of(values, width), perRow, ProgressListener.SILENT);
    }

    /** The key under which a row meets others in a cell. */
    public long key(int cell, long row) {
        long piece = pieces[cell] == 1 ? 0 : Long.remainderUnsigned(ContentHash.mix(row), pieces[cell]);
        return (long) cell << PIECE_BITS | piece;
    }

    /** Zeros stay zeros. */
    static void toLengthOne(float[] values, int width) {
        for (int at = 0; at < values.length; at += width) {
            FloatVectors.toLengthOne(values, at, at + width);
        }
    }
}
