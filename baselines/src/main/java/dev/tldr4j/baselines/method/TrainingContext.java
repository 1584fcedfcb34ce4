package dev.tldr4j.baselines.method;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Vectors to learn from, and what several methods want to know of them: found out when it is first asked for, and then kept.
 * For one thread at a time.
 */
public final class TrainingContext {
    private final Vectors vectors;
    private final Metric metric;
    private final int threads;
    private ProgressListener listener = ProgressListener.SILENT;
    private Pca pca;
    private NeighborWhitening neighborWhitening;
    private NeighborGraph graph;
    private NeighborGraph whitened;
    private List<Integer> sizes = List.of();
    private final Map<String, Encoder> nested = new HashMap<>();

    /** @param metric of the methods that learn from neighbours */
    public TrainingContext(Vectors vectors, Metric metric, int threads) {
        this.vectors = vectors;
        this.metric = metric;
        this.threads = threads;
    }

    /** Who is told from now on how far the work has come. */
    public void listener(ProgressListener listener) {
        this.listener = listener;
    }

    /** The sizes that encoders will be learned for: one that has several sizes is learned for all of them at once. */
    public void sizes(List<Integer> dims) {
        this.sizes = List.copyOf(dims);
    }

    /** These sizes and another, ascending. */
    public List<Integer> sizesWith(int dims) {
        return Stream.concat(sizes.stream(), Stream.of(dims))
                .distinct()
                .sorted()
                .toList();
    }

    /** An encoder of several sizes: learned when it is first asked for, and kept. */
    public Encoder nested(String name, Learner learner) throws IOException {
        Encoder known = nested.get(name);
        if (known == null) {
            known = learner.learn();
            nested.put(name, known);
        }
        return known;
    }

    /** Learns an encoder. */
    @FunctionalInterface
    public interface Learner {
        Encoder learn() throws IOException;
    }

    /** Takes a graph that is known already, at least as long as no longer one is asked for. */
    public void graph(NeighborGraph known) {
        this.graph = ofThese(known);
    }

    /** The same for one of {@link #whitenedNeighbors}. */
    public void whitenedGraph(NeighborGraph known) {
        this.whitened = ofThese(known);
    }

    private NeighborGraph ofThese(NeighborGraph known) {
        if (known.rows() != vectors.rows()) {
            throw new InvalidInputException(known.name() + " has the neighbours of " + known.rows() + " rows, but "
                    + vectors.name() + " has " + vectors.rows() + "; build it from this file");
        }
        return known;
    }

    public Vectors vectors() {
        return vectors;
    }

    public Metric metric() {
        return metric;
    }

    public int threads() {
        return threads;
    }

    public ProgressListener listener() {
        return listener;
    }

    public Pca pca() {
        if (pca == null) {
            pca = Pca.fit(vectors, threads, listener);
        }
        return pca;
    }

    /** Whitening by neighbours that it finds by itself, whatever the metric. */
    public NeighborWhitening neighborWhitening() throws IOException {
        if (neighborWhitening == null) {
            neighborWhitening = NeighborWhitening.fit(vectors, pca(), threads, listener);
        }
        return neighborWhitening;
    }

    /** At least the k nearest neighbours of every row, by the usual search. */
    public NeighborGraph neighbors(int k) {
        if (graph == null || graph.k() < k) {
            graph = usualSearch().graph(vectors, k, listener).graph();
        }
        return graph;
    }

    /** At least the k nearest neighbours of every row by cosine in the whitened space, where the default recipe looks for them. */
    public NeighborGraph whitenedNeighbors(int k) throws IOException {
        if (whitened == null || whitened.k() < k) {
            NeighborWhitening space = neighborWhitening();
            Encoder encoder = space.encoder(space.rank()).normalized();
            // at length 1, distances are those of angles
            try (Vectors there = new BatchEncoder(encoder, threads).encode(vectors, listener)) {
                whitened = usualSearch().by(Metric.L2).graph(there, k, listener).graph();
            }
        }
        return whitened;
    }

    private NeighborSearch usualSearch() {
        return new NeighborSearch(metric, SearchMethod.AUTO, NeighborSearch.USUAL_RECALL, 16, threads, 0);
    }
}
