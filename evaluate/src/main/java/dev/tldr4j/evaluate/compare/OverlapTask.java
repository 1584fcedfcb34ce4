package dev.tldr4j.evaluate.compare;

import dev.tldr4j.evaluate.NeighborOverlap;
import dev.tldr4j.evaluate.VectorTransform;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Nothing but vectors: how many of their nearest neighbours stay among the nearest. */
public final class OverlapTask implements Task {
    private static final long SEED = 0;

    private final Vectors vectors;
    private final int k;
    private final Metric metric;
    private final int threads;
    private NeighborOverlap overlap;

    /** @param k how many neighbours are looked at */
    public OverlapTask(Vectors vectors, int k, Metric metric, int threads) {
        this.vectors = vectors;
        this.k = k;
        this.metric = metric;
        this.threads = threads;
    }

    @Override
    public String kind() {
        return "overlap";
    }

    @Override
    public Vectors training() {
        return vectors;
    }

    @Override
    public String main() {
        return "overlap@" + k;
    }

    @Override
    public Map<String, Object> describe() {
        Map<String, Object> task = new LinkedHashMap<>();
        task.put("files", Map.of("input", FileName.of(vectors.name())));
        task.put("metric", metric.toString());
        task.put("k", k);
        task.put("rows", vectors.rows());
        task.put("dims", vectors.dims());
        task.put("fingerprint", vectors.fingerprint());
        return task;
    }

    @Override
    public Prepared prepare(VectorTransform preparation, ProgressListener listener) throws IOException {
        if (overlap == null) {
            overlap = new NeighborOverlap(vectors, k, metric, threads, SEED, listener);
        }
        return PreparedPair.of(
                preparation,
                vectors,
                vectors,
                metric,
                threads,
                listener,
                (stored, reduced, told) -> Map.of(main(), overlap.share(stored, reduced, told)));
    }
}
