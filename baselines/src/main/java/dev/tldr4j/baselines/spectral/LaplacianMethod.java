package dev.tldr4j.baselines.spectral;

import dev.tldr4j.baselines.manifold.Embedding;
import dev.tldr4j.baselines.manifold.NeighborMatrix;
import dev.tldr4j.baselines.manifold.Neighborhoods;
import dev.tldr4j.baselines.method.MemoryNeed;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.TrainingContext;
import java.util.Arrays;

/**
 * Laplacian eigenmaps (Belkin and Niyogi, 2003) of the graph in which two rows are joined when one is among the other's
 * neighbours: the smallest eigenvectors of L y = λ D y, which are the largest of W y = (1 − λ) D y. New rows are placed by Nyström's formula, the mean of their
 * neighbours divided by 1 − λ (Bengio and others, 2004).
 */
public final class LaplacianMethod extends EigenMethod {
    public LaplacianMethod(MethodSettings settings) {
        super("laplacian", settings, settings.count("neighbors", 15));
    }

    @Override
    protected MemoryNeed need(int k, int dims) {
        // the neighbours, twice as many when symmetric, and the vectors
        return new MemoryNeed(40L * k + 8L * (LargestEigenvectors.MOST_PRODUCTS + 2 * dims), 0);
    }

    @Override
    protected Embedding embed(TrainingContext material, Neighborhoods near, int dims, long seed) {
        NeighborMatrix graph = Bridges.join(material, NeighborMatrix.symmetric(near, near.distances(), Math::max));
        int rows = graph.rows();
        double[] scale = new double[rows];
        for (int i = 0; i < rows; i++) {
            scale[i] = 1 / Math.sqrt(graph.starts()[i + 1] - graph.starts()[i]);
        }
        LargestEigenvectors.Found found = LargestEigenvectors.of(
                (vector, from, to, product) -> {
                    for (int i = from; i < to; i++) {
                        double sum = 0;
                        for (int at = graph.starts()[i]; at < graph.starts()[i + 1]; at++) {
                            int other = graph.columns()[at];
                            sum += scale[other] * vector[other];
                        }
                        product[i] = scale[i] * sum;
                    }
                },
                rows,
                dims + 1,
                material.threads(),
                material.listener());
        // the first is constant
        double[][] vectors = Arrays.copyOfRange(found.vectors(), 1, dims + 1);
        for (double[] vector : vectors) {
            for (int i = 0; i < rows; i++) {
                vector[i] *= scale[i];
            }
        }
        return new NystromEmbedding(points(vectors), Arrays.copyOfRange(found.values(), 1, dims + 1));
    }

    /** @param values 1 − λ */
    private record NystromEmbedding(float[] points, double[] values) implements Embedding {
        @Override
        public float[] place(NewRows rows) {
            int dims = values.length;
            double[] weights = new double[rows.near().neighbors().length];
            Arrays.fill(weights, 1.0 / rows.near().k());
            float[] placed = BarycentricEmbedding.mixed(points, rows.near(), weights, dims);
            for (int i = 0; i < placed.length; i++) {
                placed[i] /= (float) values[i % dims];
            }
            return placed;
        }
    }
}
