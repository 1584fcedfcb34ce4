package dev.tldr4j.learn.selection;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.bits.ScalarQuantized;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;

/** Rows that are not learned from look for their nearest among those that are, in the full space and in a reduced one. */
public final class HeldOutSearch {
    /** More rows to look among would take longer and say the same. */
    private static final int MOST_ROWS = 20_000;

    private final Vectors heldOut;
    private final Vectors others;
    private final int threads;

    public HeldOutSearch(Vectors heldOut, Vectors learned, int threads, long seed) {
        this.heldOut = heldOut;
        this.others = learned.rows() <= MOST_ROWS
                ? learned
                : learned.select(RandomRows.draw(learned.rows(), MOST_ROWS, seed));
        this.threads = threads;
    }

    /** How many there are to look among. */
    int rows() {
        return others.rows();
    }

    /** The numbers of the k nearest of every row, nearest first. */
    public int[] nearest(int k, Metric metric) {
        return new ExactSearch(metric, threads).nearest(others, heldOut, k, ProgressListener.SILENT);
    }

    /** The same of an encoder's outputs of length 1, those looked for in so many bits a number, the others in full. */
    int[] nearestQuantized(int k, Encoder encoder, int bits) throws IOException {
        BatchEncoder batches = new BatchEncoder(encoder.normalized(), threads);
        try (Vectors asked = batches.encode(heldOut, ProgressListener.SILENT);
                Vectors among = batches.encode(others, ProgressListener.SILENT)) {
            Vectors quantized = ScalarQuantized.of(among, bits, threads);
            return new ExactSearch(Metric.DOT, threads).nearest(quantized, asked, k, ProgressListener.SILENT);
        }
    }

    /** The same of what an encoder makes of them. */
    public int[] nearest(int k, Metric metric, Encoder encoder) throws IOException {
        BatchEncoder batches = new BatchEncoder(encoder, threads);
        try (Vectors asked = batches.encode(heldOut, ProgressListener.SILENT);
                Vectors among = batches.encode(others, ProgressListener.SILENT)) {
            return new ExactSearch(metric, threads).nearest(among, asked, k, ProgressListener.SILENT);
        }
    }
}
