package dev.tldr4j.learn.neighbors;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.quantization.ProductQuantizer;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Finds every row's nearest others, by a method that suits the rows.
 *
 * @param bytes how many bytes a row's code has, with product quantization
 * @param recall the share of the true neighbours that is enough, above 0 and at most 1; 1 asks for an exact search
 */
public record NeighborSearch(Metric metric, SearchMethod method, double recall, int bytes, int threads, long seed) {
    /** Unless told otherwise. */
    public static final double USUAL_RECALL = 0.95;

    /** Unless told otherwise. */
    public static final int USUAL_BYTES = 16;

    /** Fewer rows than this are compared with each other in seconds. */
    private static final int QUICK = 30_000;

    /** Candidates kept beyond k: neighbours to meet others by, and for the rounding to be wrong about. */
    private static final int SPARE = 5;

    public NeighborSearch {
        if (!(recall > 0 && recall <= 1)) {
            throw new InvalidInputException("the recall must be above 0 and at most 1, not " + recall);
        }
        if (threads < 1) {
            throw new InvalidInputException("the number of threads must be at least 1, not " + threads);
        }
    }

    /**
     * What was found.
     *
     * @param method the one that was taken
     * @param recall the share of the true neighbours that was found, measured on a sample; 1 for an exact search
     */
    public record Found(NeighborGraph graph, SearchMethod method, double recall) {}

    public Found graph(Vectors vectors, int k, ProgressListener listener) {
        try {
            return graph(vectors, k, (SearchStates) null, listener);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // without states nothing is read or written
        }
    }

    /**
     * The same, keeping states of the search in a folder.
     *
     * @param resume whether to go on from the newest state there, if there is one; a folder of another search is refused
     * @param every how long the search goes on between two states
     */
    public Found graph(Vectors vectors, int k, Path folder, boolean resume, Duration every, ProgressListener listener)
            throws IOException {
        return graph(vectors, k, SearchStates.open(folder, identity(vectors, k), resume, every), listener);
    }

    private Map<String, String> identity(Vectors vectors, int k) {
        return Map.of(
                "search", method.name(),
                "recall", Double.toString(recall),
                "bytes", Integer.toString(bytes),
                "metric", metric.name(),
                "neighbors", Integer.toString(k),
                "seed", Long.toString(seed),
                "threads", Integer.toString(threads),
                "data_fingerprint", vectors.fingerprint());
    }

    private Found graph(Vectors vectors, int k, SearchStates states, ProgressListener listener) throws IOException {
        ExactSearch exact = new ExactSearch(metric, threads);
        ExactSearch.requireNeighbors(vectors, k);
        if (method == SearchMethod.PQ || method == SearchMethod.OPQ) {
            return compressed(vectors, k, exact, listener);
        }
        boolean quick = vectors.rows() <= QUICK && method == SearchMethod.AUTO;
        if (method == SearchMethod.EXACT || quick || recall == 1 || k > ForestSearch.MOST_NEIGHBORS) {
            return new Found(exact.graph(vectors, k, states, listener), SearchMethod.EXACT, 1);
        }
        try (Workers workers = new Workers(threads)) {
            ScoredRows rows = ScoredRows.of(vectors, metric, workers, listener);
            SampledRecall sample = SampledRecall.of(vectors, k, exact, seed);
            int kept = Math.min(k + SPARE, vectors.rows() - 1);
            TopK top = new ForestSearch(vectors, rows, kept, seed, workers).search(recall, sample, states, listener);
            if (top == null) {
                listener.note(
                        "a recall of " + recall + " is not to be had for less than an exact search, which is made");
                return new Found(exact.graph(vectors, k, listener), SearchMethod.EXACT, 1);
            }
            int[] neighbors = ExactSearch.settle(rows, rows, top, k, workers);
            NeighborGraph graph =
                    new NeighborGraph(new IntRows("neighbours of " + vectors.name(), vectors.rows(), k, neighbors));
            return new Found(graph, SearchMethod.FOREST, sample.of(graph));
        }
    }

    /** Rows in full precision look for neighbours among decoded ones, as in the paper. */
    private Found compressed(Vectors vectors, int k, ExactSearch exact, ProgressListener listener) {
        ProductQuantizer quantizer =
                ProductQuantizer.train(vectors, bytes, method == SearchMethod.OPQ, threads, seed, listener);
        int[] found = exact.nearest(quantizer.quantize(vectors, threads, listener), vectors, k + 1, listener);
        int[] neighbors = new int[Math.multiplyExact(vectors.rows(), k)];
        for (int row = 0; row < vectors.rows(); row++) {
            int at = row * k;
            for (int i = row * (k + 1); i < (row + 1) * (k + 1) && at < (row + 1) * k; i++) {
                if (found[i] != row) {
                    neighbors[at++] = found[i];
                }
            }
        }
        NeighborGraph graph =
                new NeighborGraph(new IntRows("neighbours of " + vectors.name(), vectors.rows(), k, neighbors));
        return new Found(
                graph, method, SampledRecall.of(vectors, k, exact, seed).of(graph));
    }
}
