package dev.tldr4j.baselines.manifold;

import dev.tldr4j.baselines.method.Reduction;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;

/** Gives the rows that were learned from the places found for them, and finds others by their nearest among those. */
final class ManifoldReduction implements Reduction {
    /** New rows placed at once, which bounds the memory for what they are near to. */
    private static final int BLOCK = 1 << 16;

    private final Vectors all;
    private final Vectors base;
    private final Metric metric;
    private final int[] rows;
    private final int k;
    private final int dims;
    private final Embedding embedding;

    /** @param rows those of {@code all} that were learned from, or null where all were */
    ManifoldReduction(Vectors all, TrainingContext learned, int[] rows, int k, int dims, Embedding embedding) {
        this.all = all;
        this.base = learned.vectors();
        this.metric = learned.metric();
        this.rows = rows;
        this.k = k;
        this.dims = dims;
        this.embedding = embedding;
    }

    @Override
    public Vectors apply(Vectors vectors, int threads, ProgressListener listener) {
        vectors.requireSameDims(all);
        boolean known = vectors == all
                || vectors.rows() == all.rows() && vectors.fingerprint().equals(all.fingerprint());
        if (known && rows == null) {
            return Vectors.of(embedding.points(), dims);
        }
        embedding.requireRule();
        float[] placed = new float[Math.multiplyExact(vectors.rows(), dims)];
        for (int from = 0; from < vectors.rows(); from += BLOCK) {
            int count = Math.min(BLOCK, vectors.rows() - from);
            Vectors some = count == vectors.rows() ? vectors : vectors.select(range(from, count));
            Neighborhoods near = Neighborhoods.among(base, some, k, metric, threads, listener);
            float[] found = embedding.place(new Embedding.NewRows(new MetricRows(some, metric), near, threads));
            System.arraycopy(found, 0, placed, from * dims, found.length);
        }
        for (int i = 0; known && i < rows.length; i++) {
            System.arraycopy(embedding.points(), i * dims, placed, rows[i] * dims, dims);
        }
        return Vectors.of(placed, dims);
    }

    private static int[] range(int from, int count) {
        int[] range = new int[count];
        for (int i = 0; i < count; i++) {
            range[i] = from + i;
        }
        return range;
    }
}
