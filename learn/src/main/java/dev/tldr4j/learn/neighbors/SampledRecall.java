package dev.tldr4j.learn.neighbors;

import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** How many of the true nearest neighbours were found, measured on rows drawn at random. */
final class SampledRecall {
    private static final int SAMPLE = 1000;

    private final int[] rows;
    private final int k;
    /** The true k nearest of every sampled row. */
    private final int[][] nearest;

    private SampledRecall(int[] rows, int k, int[][] nearest) {
        this.rows = rows;
        this.k = k;
        this.nearest = nearest;
    }

    /** Compares the sampled rows with all others. */
    static SampledRecall of(Vectors vectors, int k, ExactSearch search, long seed) {
        int[] rows = RandomRows.draw(vectors.rows(), Math.min(SAMPLE, vectors.rows()), seed);
        int[] found = search.nearest(vectors, vectors.select(rows), k + 1, ProgressListener.SILENT);
        int[][] nearest = new int[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            int self = rows[i];
            // among duplicates, the row itself may not be the nearest, or not be there at all
            nearest[i] = Arrays.stream(found, i * (k + 1), (i + 1) * (k + 1))
                    .filter(row -> row != self)
                    .limit(k)
                    .toArray();
        }
        return new SampledRecall(rows, k, nearest);
    }

    int rows() {
        return rows.length;
    }

    /** The share of the true neighbours that are among all candidates kept. */
    double of(TopK top) {
        return of(row -> candidates(top, row).toArray());
    }

    /** The same, if those rows met their candidates' candidates. */
    double ofNeighborsOfNeighbors(TopK top) {
        return of(row -> candidates(top, row)
                .flatMap(other -> IntStream.concat(IntStream.of(other), candidates(top, other)))
                .toArray());
    }

    private static IntStream candidates(TopK top, int row) {
        return IntStream.range(0, top.k()).map(i -> top.candidate(row, i)).filter(other -> other != TopK.NONE);
    }

    double of(NeighborGraph graph) {
        return of(row -> {
            int[] neighbors = new int[k];
            Arrays.setAll(neighbors, i -> graph.neighbor(row, i));
            return neighbors;
        });
    }

    /** The share of the true neighbours that are among those found. */
    private double of(IntFunction<int[]> found) {
        long kept = 0;
        for (int i = 0; i < rows.length; i++) {
            int[] there = found.apply(rows[i]).clone();
            Arrays.sort(there);
            for (int row : nearest[i]) {
                kept += Arrays.binarySearch(there, row) >= 0 ? 1 : 0;
            }
        }
        return (double) kept / ((long) rows.length * k);
    }
}
