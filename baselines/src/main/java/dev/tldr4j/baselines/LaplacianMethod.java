package dev.tldr4j.baselines;

import dev.tldr4j.learn.internal.DenseSymmetric;

/**
 * Laplacian eigenmaps (Belkin and Niyogi, 2003) of the graph in which two rows are joined when one is among the other's
 * neighbours: the smallest eigenvectors of L y = λ D y. New rows are placed by Nyström's formula, the mean of their
 * neighbours divided by 1 − λ (Bengio and others, 2004).
 */
final class LaplacianMethod extends EigenMethod {
    LaplacianMethod(MethodSettings settings) {
        super("laplacian", settings, settings.count("neighbors", 15));
    }

    @Override
    Embedding embed(Material material, Neighborhoods near, int dims, long seed) {
        NeighborMatrix graph = Bridges.join(material, NeighborMatrix.symmetric(near, near.distances(), Math::max));
        int rows = graph.rows();
        double[] scale = new double[rows];
        for (int i = 0; i < rows; i++) {
            scale[i] = 1 / Math.sqrt(graph.starts()[i + 1] - graph.starts()[i]);
        }
        try (DenseSymmetric matrix = new DenseSymmetric(rows)) {
            for (int i = 0; i < rows; i++) {
                matrix.add(i, i, 1);
                for (int at = graph.starts()[i]; at < graph.starts()[i + 1]; at++) {
                    int other = graph.columns()[at];
                    if (other < i) {
                        matrix.add(i, other, -scale[i] * scale[other]);
                    }
                }
            }
            SmallestEigenvectors.Found found = afterTheFirst(matrix, dims, material);
            for (double[] vector : found.vectors()) {
                for (int i = 0; i < rows; i++) {
                    vector[i] *= scale[i];
                }
            }
            return new NystromEmbedding(points(found.vectors()), found.values());
        }
    }

    private record NystromEmbedding(float[] points, double[] values) implements Embedding {
        @Override
        public float[] place(NewRows rows) {
            int dims = values.length;
            double[] weights = new double[rows.near().neighbors().length];
            java.util.Arrays.fill(weights, 1.0 / rows.near().k());
            float[] placed = BarycentricEmbedding.mixed(points, rows.near(), weights, dims);
            for (int i = 0; i < placed.length; i++) {
                placed[i] /= (float) (1 - values[i % dims]);
            }
            return placed;
        }
    }
}
