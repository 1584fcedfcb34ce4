package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.SampledRecall;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;

/**
 * How much of the full space's neighbourhoods is left, without any judgment or label: the share of a row's k nearest neighbours
 * that are still among its k nearest neighbours when vectors are reduced and stored. Of many rows, 1,000 drawn at random are
 * looked at; their neighbours are searched among all, exactly. The neighbours in the full space are found once, so that
 * many ways to reduce and to store can be compared. Safe for many threads.
 */
public final class NeighborOverlap {
    private final String name;
    private final int rows;
    private final SampledRecall sample;

    /** @param metric what "near" means in the full space */
    public NeighborOverlap(Vectors full, int k, Metric metric, int threads, long seed, ProgressListener listener) {
        requireNeighbors(k, full);
        this.name = full.name();
        this.rows = full.rows();
        this.sample = SampledRecall.of(full, k, new ExactSearch(metric, threads), seed, listener);
    }

    /** Refuses more neighbours than there are; for those who reduce the vectors first, which takes longer. */
    public static void requireNeighbors(int k, Vectors full) {
        if (k < 1 || k >= full.rows()) {
            throw new InvalidInputException("k is " + k + "; it must be at least 1 and below the " + full.rows()
                    + " rows of " + full.name() + ", since no row is its own neighbour");
        }
    }

    /** How many rows are looked at. */
    public int queries() {
        return sample.rows();
    }

    /**
     * The share of the neighbours that is kept, 0 to 1.
     *
     * @param stored all rows, reduced and in the form in which they are stored
     * @param reduced the same rows, reduced, in full precision: those drawn are the queries
     */
    public double share(Index stored, Vectors reduced, ProgressListener listener) {
        Shapes.requireSameDims(stored, reduced);
        requireRows(stored.name(), stored.rows());
        requireRows(reduced.name(), reduced.rows());
        return sample.of((asked, k) -> stored.nearest(reduced.select(asked), k, listener));
    }

    private void requireRows(String other, int otherRows) {
        if (otherRows != rows) {
            throw new InvalidInputException(other + " has " + otherRows + " rows, but " + name + " has " + rows
                    + "; both must hold the same rows");
        }
    }
}
