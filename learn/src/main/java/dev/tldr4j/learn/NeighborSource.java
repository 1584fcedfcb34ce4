package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.checkpoint.CheckpointFolder;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Where a fit has its neighbours from: those given, those of an interrupted fit, or a search. */
final class NeighborSource {
    private final FitPlan settings;
    private final NeighborGraph given;
    private final Metric metric;
    private final ProgressListener listener;

    /** @param given may be null */
    NeighborSource(FitPlan settings, NeighborGraph given, Metric metric, ProgressListener listener) {
        this.settings = settings;
        this.given = given;
        this.metric = metric;
        this.listener = listener;
    }

    /**
     * Finds them.
     *
     * @param folder where to keep them, or null
     * @param every how often to keep the state of a search
     * @param device where to search, or null for the CPU
     */
    NeighborSearch.Found find(Vectors vectors, CheckpointFolder folder, Duration every, OpenDevice device)
            throws IOException {
        if (given != null) {
            return new NeighborSearch.Found(given, null, Double.NaN);
        }
        GraphCheckpoint kept = folder == null ? null : new GraphCheckpoint(folder);
        Optional<NeighborSearch.Found> known = kept == null ? Optional.empty() : kept.load();
        if (known.isPresent()) {
            requireFits(known.get().graph(), vectors, settings);
            return known.get();
        }
        NeighborSearch.Found found = search(vectors, kept, every, device);
        if (found.method() != SearchMethod.EXACT) {
            listener.note(String.format(
                    Locale.ROOT,
                    "neighbours were searched by %s and have a recall of %.3f; --search exact finds all",
                    found.method(),
                    found.recall()));
        }
        if (kept != null) {
            kept.save(found);
        }
        return found;
    }

    private NeighborSearch.Found search(Vectors vectors, GraphCheckpoint kept, Duration every, OpenDevice device)
            throws IOException {
        int k = settings.neighbors();
        boolean exact = settings.search() == SearchMethod.AUTO || settings.search() == SearchMethod.EXACT;
        if (device != null && exact && k <= device.mostNeighbors()) {
            ExactSearch.requireNeighbors(vectors, k);
            int[] found = device.neighbors(vectors, k, metric, listener);
            IntRows rows = new IntRows("neighbours of " + vectors.name(), vectors.rows(), k, found);
            return new NeighborSearch.Found(new NeighborGraph(rows), SearchMethod.EXACT, 1);
        }
        NeighborSearch search = new NeighborSearch(
                metric,
                settings.search(),
                settings.recall(),
                NeighborSearch.USUAL_BYTES,
                settings.threads(),
                settings.seed());
        return kept == null
                ? search.graph(vectors, k, listener)
                : search.graph(vectors, k, kept.search(), true, every, listener);
    }

    /** A graph from a file, the user's or a checkpoint's, may be of anything. */
    static void requireFits(NeighborGraph graph, Vectors vectors, FitPlan settings) {
        if (graph.rows() != vectors.rows()) {
            throw new InvalidInputException(graph.name() + " has the neighbours of " + graph.rows() + " rows, but "
                    + vectors.name() + " has " + vectors.rows()
                    + (settings.sample() > 0
                            ? " after sampling; leave out one of the two"
                            : "; build it from this file"));
        }
        if (graph.k() < settings.neighbors()) {
            throw new InvalidInputException(graph.name() + " has " + graph.k() + " neighbours a row, fewer than the "
                    + settings.neighbors() + " asked for");
        }
    }
}
