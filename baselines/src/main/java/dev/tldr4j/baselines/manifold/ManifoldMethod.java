package dev.tldr4j.baselines.manifold;

import dev.tldr4j.baselines.method.MemoryNeed;
import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Reduction;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.SampleSize;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.util.Locale;

/**
 * A method that finds a place for every row from where its neighbours are. There is no encoder: new rows are placed by the
 * rows learned from, which are needed for it.
 */
public abstract class ManifoldMethod implements Method {
    private final String name;
    private final int neighbors;
    private final SampleSize sample;

    public ManifoldMethod(String name, MethodSettings settings, int neighbors) {
        this.name = name;
        this.neighbors = neighbors;
        this.sample = settings.parsed(
                "sample", SampleSize.ALL, SampleSize::parse, "a number of rows, or a share of them such as 10%");
        Requirements.require(neighbors >= 2, name + ": neighbors must be at least 2, not " + neighbors);
    }

    /** Finds the places of all rows of the material, of which the neighbours are given. */
    protected abstract Embedding embed(TrainingContext material, Neighborhoods near, int dims, long seed);

    /** Memory that is needed at once to embed so many rows, in bytes. */
    protected abstract MemoryNeed need(int k, int dims);

    /** Refuses numbers of dimensions that this method cannot give. */
    protected void requireDims(int dims) {}

    final String name() {
        return name;
    }

    @Override
    public final Encoder fit(TrainingContext material, int dims, long seed) {
        throw new InvalidInputException(name + " gives no encoder: it finds places for the rows themselves; use it in"
                + " tldr4j compare, or choose a method that gives one");
    }

    @Override
    public final boolean givesEncoder() {
        return false;
    }

    @Override
    public final Reduction reduce(TrainingContext material, int dims, long seed) {
        Vectors all = material.vectors();
        Requirements.dims(all, dims);
        requireDims(dims);
        Requirements.require(
                material.metric() != Metric.DOT,
                name + ": a dot product is no distance; take neighbours by l2 or cosine");
        int count = sample.of(all.rows());
        int k = Math.min(neighbors, count - 1);
        Requirements.require(k >= 2, name + ": needs at least 3 rows to learn from, not " + count);
        need(k, dims).require(name, count);
        int[] rows = count < all.rows() ? RandomRows.draw(all.rows(), count, seed) : null;
        TrainingContext learned = material;
        if (rows != null) {
            material.listener()
                    .note(String.format(
                            Locale.ROOT,
                            "%s learns from a sample of %,d of %,d rows (%.3g %%); the others are placed as new rows are",
                            name,
                            count,
                            all.rows(),
                            100.0 * count / all.rows()));
            learned = new TrainingContext(all.select(rows), material.metric(), material.threads());
            learned.listener(material.listener());
        }
        learned.pca().requireDirections(learned.vectors().name(), dims);
        Embedding embedding = embed(learned, Neighborhoods.within(learned, k), dims, seed);
        return new ManifoldReduction(all, learned, rows, k, dims, embedding);
    }

    @Override
    public int neighbors() {
        // a sample has neighbours of its own
        return sample == SampleSize.ALL ? neighbors : 0;
    }
}
