package dev.tldr4j.learn.selection;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import java.io.IOException;
import java.util.Arrays;

/**
 * How much of its neighbourhood a row keeps that was not learned from: the share of its ten nearest rows in the full space
 * that are among its ten nearest in the reduced one. It needs no labels.
 */
public final class NeighborRecall implements Validation {
    public static final String NAME = "neighbours kept";

    private static final int NEIGHBORS = 10;

    private final HeldOutSearch search;
    private final Metric metric;
    private final int k;
    private final int[] nearest;

    public NeighborRecall(HeldOutSearch search, Metric metric) {
        this.search = search;
        this.metric = metric;
        this.k = Math.min(NEIGHBORS, search.rows());
        this.nearest = search.nearest(k, metric);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double score(Encoder encoder) throws IOException {
        return shareKept(nearest, search.nearest(k, metric, encoder), k);
    }

    /** How many of the first lists' numbers are in the second lists, both of k numbers a row, as a share. */
    public static double shareKept(int[] wanted, int[] found, int k) {
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
