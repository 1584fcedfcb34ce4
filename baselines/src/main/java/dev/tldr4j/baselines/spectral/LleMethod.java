package dev.tldr4j.baselines.spectral;

import dev.tldr4j.baselines.manifold.Embedding;
import dev.tldr4j.baselines.manifold.MetricRows;
import dev.tldr4j.baselines.manifold.Neighborhoods;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.learn.internal.DenseSymmetric;

/**
 * Locally linear embedding (Roweis and Saul, 2000): places that neighbours put together by the same weights as the rows. They
 * are the smallest eigenvectors of (I − W)ᵀ (I − W).
 */
public final class LleMethod extends EigenMethod {
    public LleMethod(MethodSettings settings) {
        super("lle", settings, settings.count("neighbors", 15));
    }

    @Override
    protected Embedding embed(TrainingContext material, Neighborhoods near, int dims, long seed) {
        MetricRows rows = new MetricRows(material.vectors(), material.metric());
        double[] weights = BarycentricWeights.of(rows, rows, near, material.threads());
        int k = near.k();
        try (DenseSymmetric matrix = new DenseSymmetric(near.rows())) {
            int[] members = new int[k + 1];
            double[] parts = new double[k + 1];
            for (int i = 0; i < near.rows(); i++) {
                System.arraycopy(near.neighbors(), i * k, members, 0, k);
                members[k] = i;
                for (int j = 0; j < k; j++) {
                    parts[j] = -weights[i * k + j];
                }
                parts[k] = 1;
                for (int a = 0; a <= k; a++) {
                    for (int b = 0; b <= a; b++) {
                        matrix.add(members[a], members[b], parts[a] * parts[b]);
                    }
                }
            }
            float[] points = points(afterTheFirst(matrix, dims, material).vectors());
            return new BarycentricEmbedding(points, rows, dims);
        }
    }
}
