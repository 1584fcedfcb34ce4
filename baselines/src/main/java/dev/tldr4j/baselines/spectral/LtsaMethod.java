package dev.tldr4j.baselines.spectral;

import dev.tldr4j.baselines.manifold.Embedding;
import dev.tldr4j.baselines.manifold.MetricRows;
import dev.tldr4j.baselines.manifold.Neighborhoods;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.learn.internal.DenseSymmetric;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;

/**
 * Local tangent space alignment (Zhang and Zha, 2004): a row and its neighbours have coordinates in the plane of their own
 * first principal components, and places are sought of which these are affine maps. They are the smallest eigenvectors of
 * the sum of what every plane leaves unexplained.
 */
public final class LtsaMethod extends EigenMethod {
    /** Rows whose planes are found before they are added up in order. */
    private static final int BLOCK = 512;

    private final int neighbors;

    public LtsaMethod(MethodSettings settings) {
        super("ltsa", settings, settings.count("neighbors", 40));
        this.neighbors = settings.count("neighbors", 40);
    }

    @Override
    protected void requireDims(int dims) {
        Requirements.require(
                neighbors > dims,
                "ltsa: " + neighbors + " neighbours span no more than " + neighbors
                        + " directions; ask for more than the " + dims + " dimensions, as with ltsa:neighbors="
                        + (dims + 10));
    }

    @Override
    protected Embedding embed(TrainingContext material, Neighborhoods near, int dims, long seed) {
        MetricRows rows = new MetricRows(material.vectors(), material.metric());
        int size = near.k() + 1;
        Requirements.require(size > dims + 1, "ltsa: " + near.rows() + " rows are too few for " + dims + " dimensions");
        try (Workers workers = new Workers(material.threads());
                DenseSymmetric matrix = new DenseSymmetric(near.rows())) {
            double[][] unexplained = new double[BLOCK][];
            for (int from = 0; from < near.rows(); from += BLOCK) {
                int first = from;
                int count = Math.min(BLOCK, near.rows() - from);
                workers.run(count, i -> unexplained[i] = unexplained(rows, members(near, first + i), dims));
                for (int i = 0; i < count; i++) {
                    int[] members = members(near, first + i);
                    for (int a = 0; a < size; a++) {
                        for (int b = 0; b <= a; b++) {
                            matrix.add(members[a], members[b], unexplained[i][a * size + b]);
                        }
                    }
                }
            }
            float[] points = points(afterTheFirst(matrix, dims, material).vectors());
            return new BarycentricEmbedding(points, rows, dims);
        }
    }

    private static int[] members(Neighborhoods near, int row) {
        int[] members = new int[near.k() + 1];
        System.arraycopy(near.neighbors(), row * near.k(), members, 0, near.k());
        members[near.k()] = row;
        return members;
    }

    /** I less the projection onto constants and onto the coordinates in the plane. */
    private static double[] unexplained(MetricRows rows, int[] members, int dims) {
        int size = members.length;
        float[][] values = new float[size][rows.dims()];
        float[] mean = new float[rows.dims()];
        for (int i = 0; i < size; i++) {
            rows.read(members[i], values[i]);
            for (int c = 0; c < mean.length; c++) {
                mean[c] += values[i][c] / size;
            }
        }
        for (float[] value : values) {
            for (int c = 0; c < mean.length; c++) {
                value[c] -= mean[c];
            }
        }
        double[] gram = withoutConstants(BarycentricWeights.gram(values), size);
        OpenBlas.eigen(gram, size, 1);
        double[] left = new double[size * size];
        for (int a = 0; a < size; a++) {
            for (int b = 0; b <= a; b++) {
                double explained = 1.0 / size;
                for (int c = 0; c < dims; c++) {
                    int vector = (size - 1 - c) * size; // LAPACK gives the largest last
                    explained += gram[vector + a] * gram[vector + b];
                }
                left[a * size + b] = (a == b ? 1 : 0) - explained;
            }
        }
        return left;
    }

    /** Makes constants the last eigenvector to the last bit: the plane's must be at right angles to them, and are taken first. */
    private static double[] withoutConstants(double[] gram, int size) {
        double[] means = new double[size];
        double mean = 0;
        double trace = 0;
        for (int i = 0; i < size; i++) {
            trace += gram[i * size + i];
            for (int j = 0; j < size; j++) {
                means[i] += gram[i * size + j] / size;
            }
            mean += means[i] / size;
        }
        double behind = (trace > 0 ? trace : 1) / size;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                gram[i * size + j] += mean - means[i] - means[j] - behind;
            }
        }
        return gram;
    }
}
