package dev.tldr4j.learn.neighbors;

import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** How many of the true nearest neighbours were found, measured on at most 1,000 rows drawn at random. */
public final class SampledRecall {
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

    /** Finds the nearest rows of some among all, themselves included. */
    @FunctionalInterface
    public interface Search {
        /** The numbers of the k nearest of every one of these rows, one after the other, nearest first. */
        int[] nearest(int[] rows, int k);
    }

    /** Compares the sampled rows with all others. */
    static SampledRecall of(Vectors vectors, int k, ExactSearch search, long seed) {
        return of(vectors, k, search, seed, ProgressListener.SILENT);
    }

    /** The same, telling how far it has come. */
    public static SampledRecall of(Vectors vectors, int k, ExactSearch search, long seed, ProgressListener listener) {
        int[] rows = RandomRows.draw(vectors.rows(), Math.min(SAMPLE, vectors.rows()), seed);
        int[][] nearest =
                others(rows, k, (asked, most) -> search.nearest(vectors, vectors.select(asked), most, listener));
        return new SampledRecall(rows, k, nearest);
    }

    /** The k nearest of every row but itself. */
    private static int[][] others(int[] rows, int k, Search search) {
        int[] found = search.nearest(rows, k + 1);
        int[][] nearest = new int[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            nearest[i] = others(found, i, k, rows[i]);
        }
        return nearest;
    }

    /**
     * The k nearest of the {@code i}-th of those asked, of whom k + 1 were found. Among copies, the row itself may not be the
     * nearest, or not be there at all.
     */
    public static int[] others(int[] found, int i, int k, int self) {
        return Arrays.stream(found, i * (k + 1), (i + 1) * (k + 1))
                .filter(row -> row != self)
                .limit(k)
                .toArray();
    }

    /** How many rows were drawn. */
    public int rows() {
        return rows.length;
    }

    /** The share of the true neighbours that are among the k nearest neighbours that another search finds. */
    public double of(Search search) {
        int[][] found = others(rows, k, search);
        return share(i -> found[i]);
    }

    /** The share of the true neighbours that are among all candidates kept. */
    double of(TopK top) {
        return share(i -> candidates(top, rows[i]).toArray());
    }

    /** The same, if those rows met their candidates' candidates. */
    double ofNeighborsOfNeighbors(TopK top) {
        return share(i -> candidates(top, rows[i])
                .flatMap(other -> IntStream.concat(IntStream.of(other), candidates(top, other)))
                .toArray());
    }

    private static IntStream candidates(TopK top, int row) {
        return IntStream.range(0, top.k()).map(i -> top.candidate(row, i)).filter(other -> other != TopK.NONE);
    }

    double of(NeighborGraph graph) {
        return share(sampled -> {
            int[] neighbors = new int[k];
            Arrays.setAll(neighbors, i -> graph.neighbor(rows[sampled], i));
            return neighbors;
        });
    }

    /** The share of the true neighbours that are among those found for the i-th sampled row. */
    private double share(IntFunction<int[]> found) {
        long kept = 0;
        for (int i = 0; i < rows.length; i++) {
            int[] there = found.apply(i).clone();
            Arrays.sort(there);
            for (int row : nearest[i]) {
                kept += Arrays.binarySearch(there, row) >= 0 ? 1 : 0;
            }
        }
        return (double) kept / ((long) rows.length * k);
    }
}
