package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;

/**
 * How much of its neighbourhood a row keeps that was not learned from: the share of its ten nearest rows in the full space
 * that are among its ten nearest in the reduced one. It needs no labels.
 */
final class HeldOutNeighbors implements Validation {
    static final String NAME = "neighbours kept";

    private static final int NEIGHBORS = 10;

    /** More rows to look for neighbours in would take longer and say the same. */
    private static final int MOST_ROWS = 20_000;

    private final Vectors heldOut;
    private final Vectors others;
    private final ExactSearch search;
    private final int threads;
    private final int k;
    private final int[] nearest;

    /** @param learned the rows that are learned from */
    HeldOutNeighbors(Vectors heldOut, Vectors learned, Metric metric, int threads, long seed) {
        this.heldOut = heldOut;
        this.others = learned.rows() <= MOST_ROWS
                ? learned
                : learned.select(RandomRows.draw(learned.rows(), MOST_ROWS, seed));
        this.search = new ExactSearch(metric, threads);
        this.threads = threads;
        this.k = Math.min(NEIGHBORS, others.rows());
        this.nearest = search.nearest(others, heldOut, k, ProgressListener.SILENT);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double figure(Encoder encoder) throws IOException {
        BatchEncoder batches = new BatchEncoder(encoder, threads);
        try (Vectors asked = batches.encode(heldOut, ProgressListener.SILENT);
                Vectors among = batches.encode(others, ProgressListener.SILENT)) {
            return shareKept(nearest, search.nearest(among, asked, k, ProgressListener.SILENT), k);
        }
    }

    /** How many of the first lists' numbers are in the second lists, both of k numbers a row, as a share. */
    static double shareKept(int[] wanted, int[] found, int k) {
        int kept = 0;
        for (int row = 0; row < wanted.length; row += k) {
            int[] there = Arrays.copyOfRange(found, row, row + k);
            Arrays.sort(there);
            for (int i = row; i < row + k; i++) {
                kept += Arrays.binarySearch(there, wanted[i]) >= 0 ? 1 : 0;
            }
        }
        return (double) kept / wanted.length;
    }
}
