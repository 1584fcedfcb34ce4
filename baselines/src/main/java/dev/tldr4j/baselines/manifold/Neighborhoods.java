package dev.tldr4j.baselines.manifold;

import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;

/**
 * For every row, its nearest rows among some base, nearest first, and how far they are.
 *
 * @param neighbors rows × k row numbers of the base
 * @param distances as many; Euclidean, with the metric cosine between rows scaled to length 1
 */
public record Neighborhoods(int rows, int k, int[] neighbors, float[] distances) {
    private static final int RANGE = 64;

    /** The neighbours of rows among themselves. */
    static Neighborhoods within(TrainingContext material, int k) {
        Vectors vectors = material.vectors();
        NeighborGraph graph = material.neighbors(k);
        int[] neighbors = new int[Math.multiplyExact(vectors.rows(), k)];
        for (int i = 0; i < neighbors.length; i++) {
            neighbors[i] = graph.neighbor(i / k, i % k);
        }
        MetricRows rows = new MetricRows(vectors, material.metric());
        return measured(rows, rows, k, neighbors, material.threads());
    }

    /** The neighbours of other rows among those of a base. */
    public static Neighborhoods among(
            Vectors base, Vectors others, int k, Metric metric, int threads, ProgressListener listener) {
        int[] neighbors = new ExactSearch(metric, threads).nearest(base, others, k, listener);
        return measured(new MetricRows(base, metric), new MetricRows(others, metric), k, neighbors, threads);
    }

    private static Neighborhoods measured(MetricRows base, MetricRows asking, int k, int[] neighbors, int threads) {
        float[] distances = new float[neighbors.length];
        int rows = neighbors.length / k;
        try (Workers workers = new Workers(threads)) {
            workers.runRanges(rows, RANGE, (from, to) -> {
                float[] one = new float[base.dims()];
                float[] other = new float[base.dims()];
                for (int i = from; i < to; i++) {
                    asking.read(i, one);
                    for (int j = i * k; j < (i + 1) * k; j++) {
                        base.read(neighbors[j], other);
                        distances[j] = (float) Math.sqrt(MetricRows.squaredDistance(one, other));
                    }
                }
            });
        }
        return new Neighborhoods(rows, k, neighbors, distances);
    }
}
