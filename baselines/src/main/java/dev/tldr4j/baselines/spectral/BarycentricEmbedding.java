package dev.tldr4j.baselines.spectral;

import dev.tldr4j.baselines.manifold.Embedding;
import dev.tldr4j.baselines.manifold.MetricRows;
import dev.tldr4j.baselines.manifold.Neighborhoods;

/**
 * New rows are put together from the places of their neighbours by the weights by which they are put together from the
 * neighbours themselves (Saul and Roweis, 2003).
 */
record BarycentricEmbedding(float[] points, MetricRows base, int dims) implements Embedding {
    @Override
    public float[] place(NewRows rows) {
        Neighborhoods near = rows.near();
        double[] weights = BarycentricWeights.of(rows.rows(), base, near, rows.threads());
        return mixed(points, near, weights, dims);
    }

    /** Places of neighbours, added up by weights. */
    static float[] mixed(float[] points, Neighborhoods near, double[] weights, int dims) {
        float[] placed = new float[Math.multiplyExact(near.rows(), dims)];
        for (int i = 0; i < near.rows(); i++) {
            for (int c = 0; c < dims; c++) {
                double sum = 0;
                for (int j = i * near.k(); j < (i + 1) * near.k(); j++) {
                    sum += weights[j] * points[near.neighbors()[j] * dims + c];
                }
                placed[i * dims + c] = (float) sum;
            }
        }
        return placed;
    }
}
