package dev.tldr4j.learn.neighbors;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.quantization.ProductQuantizer;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Finds every row's nearest neighbours, by a method that suits the rows.
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

    /** The same search by another metric. */
    public NeighborSearch by(Metric other) {
        return new NeighborSearch(other, method, recall, bytes, threads, seed);
    }

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
     * @param resume whether to continue from the newest state there, if there is one; a folder of another search is refused
     * @param every how long the search goes on between two states
     */
    public Found graph(Vectors vectors, int k, Path folder, boolean resume, Duration every, ProgressListener listener)
            throws IOException {
        try (SearchStates states = SearchStates.open(folder, identity(vectors, k), resume, every, listener::note)) {
            return graph(vectors, k, states, listener);
        }
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
                "kernels", OpenBlas.libraryAndKernels(),
                "data_fingerprint", vectors.fingerprint());
    }

    private Found graph(Vectors vectors, int k, SearchStates states, ProgressListener listener) throws IOException {
        ExactSearch.requireNeighbors(vectors, k);
        return switch (choice(vectors, k)) {
            case PQ, OPQ -> compressed(vectors, k, states, listener);
            case FOREST -> forest(vectors, k, states, listener);
            default -> exact(vectors, k, states, listener);
        };
    }

    private SearchMethod choice(Vectors vectors, int k) {
        boolean compressed = method == SearchMethod.PQ || method == SearchMethod.OPQ;
        if (compressed || method == SearchMethod.EXACT) {
            return method;
        }
        boolean quick = method == SearchMethod.AUTO && vectors.rows() <= QUICK;
        return quick || recall == 1 || k > ForestSearch.MOST_NEIGHBORS ? SearchMethod.EXACT : SearchMethod.FOREST;
    }

    private Found exact(Vectors vectors, int k, SearchStates states, ProgressListener listener) throws IOException {
        NeighborGraph graph = new ExactSearch(metric, threads).graph(vectors, k, states, listener);
        return new Found(graph, SearchMethod.EXACT, 1);
    }

    private Found forest(Vectors vectors, int k, SearchStates states, ProgressListener listener) throws IOException {
        listener.note(String.format(
                Locale.ROOT,
                "neighbours of %,d rows are searched by a forest of random trees, until at least %s of the true ones"
                        + " are found; an exact search finds all, and compares every row with every other",
                vectors.rows(),
                recall));
        try (Workers workers = new Workers(threads);
                ScoredRows rows = ScoredRows.of(vectors, metric, workers, listener)) {
            rows.holdIfRoom(workers);
            SampledRecall sample = SampledRecall.of(vectors, k, new ExactSearch(metric, threads), seed);
            int kept = Math.min(k + SPARE, vectors.rows() - 1);
            TopK top = new ForestSearch(vectors, rows, kept, seed, workers).search(recall, sample, states, listener);
            if (top != null) {
                NeighborGraph graph = NeighborGraph.of(vectors, k, ExactSearch.settle(rows, rows, top, k, workers));
                return new Found(graph, SearchMethod.FOREST, sample.of(graph));
            }
        }
        listener.note("that would take longer than an exact search, which is made instead");
        try (SearchStates second = states == null ? null : states.second()) {
            return exact(vectors, k, second, listener);
        }
    }

    /** Rows in full precision look for neighbours among decoded ones, as in the paper. */
    private Found compressed(Vectors vectors, int k, SearchStates states, ProgressListener listener)
            throws IOException {
        ProductQuantizer quantizer =
                ProductQuantizer.train(vectors, bytes, method == SearchMethod.OPQ, threads, seed, listener);
        Vectors decoded = quantizer.quantize(vectors, threads, listener);
        ExactSearch exact = new ExactSearch(metric, threads);
        // one more than asked for, since a row may find its own code
        int[] found = exact.roughlyNearest(decoded, vectors, k + 1, states, listener);
        int[] neighbors = new int[Math.multiplyExact(vectors.rows(), k)];
        for (int row = 0; row < vectors.rows(); row++) {
            System.arraycopy(SampledRecall.others(found, row, k, row), 0, neighbors, row * k, k);
        }
        NeighborGraph graph = NeighborGraph.of(vectors, k, neighbors);
        return new Found(
                graph, method, SampledRecall.of(vectors, k, exact, seed).of(graph));
    }
}
