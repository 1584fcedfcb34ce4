package dev.tldr4j.baselines.manifold;

import dev.tldr4j.baselines.method.MemoryNeed;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.Workers;

/**
 * t-distributed stochastic neighbour embedding (van der Maaten and Hinton, 2008), with the forces between points that are far
 * from each other summed up in a tree (van der Maaten, 2014). It places the rows it learns from and no others.
 */
public final class TsneMethod extends ManifoldMethod {
    /** Neighbours looked at for every unit of perplexity; those beyond have next to no weight. */
    private static final int NEIGHBORS = 3;

    /** The tree has two branches for every dimension, to the power of their number. */
    private static final int MOST_DIMS = 3;

    private static final int HALVINGS = 100;
    private static final int RANGE = 64;

    private final double perplexity;
    private final int iterations;

    public TsneMethod(MethodSettings settings) {
        super("tsne", settings, (int) Math.max(2, Math.ceil(NEIGHBORS * settings.number("perplexity", 30))));
        this.perplexity = settings.number("perplexity", 30);
        this.iterations = settings.count("iterations", 1000);
        Requirements.require(
                perplexity >= 2 && perplexity <= 1000, "tsne: perplexity must be from 2 to 1000, not " + perplexity);
        Requirements.require(iterations >= 1, "tsne: iterations must be at least 1, not " + iterations);
    }

    @Override
    protected void requireDims(int dims) {
        Requirements.require(
                dims <= MOST_DIMS,
                "tsne: its forces are summed in a tree for up to " + MOST_DIMS + " dimensions, not " + dims);
    }

    @Override
    protected MemoryNeed need(int k, int dims) {
        return new MemoryNeed(52L * k + 400, 0);
    }

    @Override
    protected Embedding embed(TrainingContext material, Neighborhoods near, int dims, long seed) {
        float[] weights = weights(near, Math.min(perplexity, near.k() / 2.0), material.threads());
        float share = 1f / (2 * near.rows());
        NeighborMatrix graph = NeighborMatrix.symmetric(near, weights, (one, other) -> (one + other) * share);
        double[] start = start(UmapMethod.start(material, dims, seed), dims);
        float[] points = new TsneLayout(graph, dims, material.threads()).settle(start, iterations, material.listener());
        return new Embedding() {
            @Override
            public float[] points() {
                return points;
            }

            @Override
            public float[] place(NewRows near) {
                throw new UnsupportedOperationException("t-SNE has no rule for new rows");
            }

            @Override
            public void requireRule() {
                throw new InvalidInputException(
                        "tsne places the rows it learns from and has no rule for others; measure"
                                + " it on those, with compare --input, or look at its map");
            }
        };
    }

    /** Small, so that points can still pass each other. */
    private static double[] start(float[] principal, int dims) {
        double squares = 0;
        for (int i = 0; i < principal.length; i += dims) {
            squares += (double) principal[i] * principal[i];
        }
        double scale = 1e-4 / Math.sqrt(squares * dims / principal.length);
        double[] start = new double[principal.length];
        for (int i = 0; i < start.length; i++) {
            start[i] = principal[i] * scale;
        }
        return start;
    }

    /** Of every row's neighbours: those of a normal distribution as wide as gives them the perplexity, with a sum of 1. */
    private static float[] weights(Neighborhoods near, double perplexity, int threads) {
        float[] weights = new float[near.distances().length];
        int k = near.k();
        double wanted = Math.log(perplexity);
        try (Workers workers = new Workers(threads)) {
            workers.runRanges(near.rows(), RANGE, (from, to) -> {
                double[] found = new double[k];
                for (int i = from; i < to; i++) {
                    double low = 0;
                    double high = Double.POSITIVE_INFINITY;
                    double precision = 1;
                    for (int round = 0; round < HALVINGS; round++) {
                        double entropy = entropy(near, i, precision, found);
                        if (Math.abs(entropy - wanted) < 1e-5) {
                            break;
                        }
                        if (entropy > wanted) {
                            low = precision;
                        } else {
                            high = precision;
                        }
                        precision = high == Double.POSITIVE_INFINITY ? 2 * precision : (low + high) / 2;
                    }
                    for (int j = 0; j < k; j++) {
                        weights[i * k + j] = (float) found[j];
                    }
                }
            });
        }
        return weights;
    }

    private static double entropy(Neighborhoods near, int row, double precision, double[] weights) {
        int from = row * near.k();
        double nearest = (double) near.distances()[from] * near.distances()[from];
        double sum = 0;
        double moment = 0;
        for (int j = 0; j < weights.length; j++) {
            double distance = near.distances()[from + j];
            double beyond = distance * distance - nearest;
            weights[j] = Math.exp(-precision * beyond);
            sum += weights[j];
            moment += weights[j] * beyond;
        }
        for (int j = 0; j < weights.length; j++) {
            weights[j] /= sum;
        }
        return Math.log(sum) + precision * moment / sum;
    }

    @Override
    public boolean isRandom() {
        return true; // in the noise it starts with
    }
}
