package dev.tldr4j.baselines.manifold;

import dev.tldr4j.baselines.method.MemoryNeed;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.util.SplittableRandom;

/**
 * Uniform manifold approximation and projection (McInnes, Healy and Melville, 2018): neighbours attract, others, drawn at
 * random, repel, by as much as the fuzzy graph of the rows says. It starts at the first principal components.
 */
public final class UmapMethod extends ManifoldMethod {
    /** So far from the centre the farthest point starts. */
    private static final double START_EXTENT = 10;

    /** Keeps equal rows from starting, and staying, at one point. */
    private static final double START_NOISE = 1e-4;

    /** Fewer rows can afford, and need, more. */
    private static final int FEW_ROWS = 10_000;

    private final double minDistance;
    private final int epochs;

    public UmapMethod(MethodSettings settings) {
        super("umap", settings, settings.count("neighbors", 15));
        this.minDistance = settings.number("min-dist", 0.1);
        this.epochs = settings.count("epochs", 0);
        Requirements.require(
                minDistance >= 0 && minDistance <= 1, "umap: min-dist must be from 0 to 1, not " + minDistance);
        Requirements.require(epochs >= 0, "umap: epochs must be at least 1, not " + epochs);
    }

    @Override
    protected MemoryNeed need(int k, int dims) {
        // neighbours, distances and weights; twice as many entries when symmetric, while they are merged
        return new MemoryNeed(52L * k + 24L * dims, 0);
    }

    @Override
    protected Embedding embed(TrainingContext material, Neighborhoods near, int dims, long seed) {
        int rows = near.rows();
        NeighborMatrix graph = NeighborMatrix.symmetric(
                near, FuzzyWeights.of(near, material.threads()), (one, other) -> one + other - one * other);
        UmapCurve curve = UmapCurve.of(minDistance);
        int count = epochs > 0 ? epochs : rows <= FEW_ROWS ? 500 : 200;
        // new rows move among points at rest; where these are many, they begin near their place
        int placingPart = rows <= FEW_ROWS ? 3 : 6;
        float[] points = start(material, dims, seed);
        new UmapLayout(curve, dims, seed, material.threads()).settle(points, graph, count, material.listener());
        return new Embedding() {
            @Override
            public float[] points() {
                return points;
            }

            @Override
            public float[] place(NewRows rows) {
                return new UmapLayout(curve, dims, seed, rows.threads())
                        .place(
                                points,
                                rows.near(),
                                FuzzyWeights.of(rows.near(), rows.threads()),
                                Math.max(1, count / placingPart));
            }
        };
    }

    /** The first principal components, scaled, and with a little noise. */
    static float[] start(TrainingContext material, int dims, long seed) {
        float[] points = new float[Math.multiplyExact(material.vectors().rows(), dims)];
        try (Vectors principal = new BatchEncoder(material.pca().encoder(dims, 0), material.threads())
                .encode(material.vectors(), material.listener())) {
            principal.read(0, principal.rows(), FloatBuffer.wrap(points));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        float largest = Float.MIN_NORMAL;
        for (float value : points) {
            largest = Math.max(largest, Math.abs(value));
        }
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < points.length; i++) {
            points[i] = (float) (points[i] * START_EXTENT / largest + START_NOISE * random.nextGaussian());
        }
        return points;
    }

    @Override
    public boolean isRandom() {
        return true;
    }
}
