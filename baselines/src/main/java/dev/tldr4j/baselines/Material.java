package dev.tldr4j.baselines;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.EvenedSpace;
import dev.tldr4j.learn.NeighborWhitening;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Optional;

/**
 * Vectors to learn from, and what several methods want to know of them: found out when it is first asked for, and then kept.
 * For one thread at a time.
 */
public final class Material {
    private final Vectors vectors;
    private final Metric metric;
    private final int threads;
    private ProgressListener listener = ProgressListener.SILENT;
    private Pca pca;
    private NeighborWhitening neighborWhitening;
    private NeighborGraph graph;
    private NeighborGraph evened;

    /** @param metric what near means for those that look at neighbours */
    public Material(Vectors vectors, Metric metric, int threads) {
        this.vectors = vectors;
        this.metric = metric;
        this.threads = threads;
    }

    /** Who is told from now on how far the work has come. */
    public void listener(ProgressListener listener) {
        this.listener = listener;
    }

    /** Takes a graph that is known already, at least as long as no longer one is asked for. */
    public void graph(NeighborGraph known) {
        this.graph = ofThese(known);
    }

    /** The same for one of {@link #evenedNeighbors}. */
    public void evenedGraph(NeighborGraph known) {
        this.evened = ofThese(known);
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

    /** The same where the default recipe of TLDR looks for them; inner products are those of the vectors as they are. */
    public NeighborGraph evenedNeighbors(int k) throws IOException {
        if (evened == null || evened.k() < k) {
            Optional<Encoder> space = metric == Metric.DOT ? Optional.empty() : EvenedSpace.of(vectors, pca(), threads);
            evened = space.isEmpty() ? neighbors(k) : neighborsIn(space, k);
        }
        return evened;
    }

    private NeighborGraph neighborsIn(Optional<Encoder> space, int k) throws IOException {
        return EvenedSpace.search(space, vectors, metric, threads, listener, (rows, by) -> usualSearch()
                        .by(by)
                        .graph(rows, k, listener))
                .graph();
    }

    private NeighborSearch usualSearch() {
        return new NeighborSearch(metric, SearchMethod.AUTO, NeighborSearch.USUAL_RECALL, 16, threads, 0);
    }
}
