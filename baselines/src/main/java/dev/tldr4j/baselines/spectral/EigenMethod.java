package dev.tldr4j.baselines.spectral;

import dev.tldr4j.baselines.manifold.ManifoldMethod;
import dev.tldr4j.baselines.method.MemoryNeed;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.learn.internal.DenseSymmetric;

/** A manifold method whose coordinates are eigenvectors of a matrix of all rows, the constant one left out. */
abstract class EigenMethod extends ManifoldMethod {
    EigenMethod(String name, MethodSettings settings, int neighbors) {
        super(name, settings, neighbors);
    }

    @Override
    protected MemoryNeed need(int k, int dims) {
        // the neighbours and a few blocks of vectors; and the whole matrix
        return new MemoryNeed(40L * k + 8L * 4 * (2 * dims + 12), DenseSymmetric.BYTES);
    }

    /** The eigenvectors that follow the first, smallest eigenvalue first. */
    static SmallestEigenvectors.Found afterTheFirst(DenseSymmetric matrix, int dims, TrainingContext material) {
        SmallestEigenvectors.Found found =
                SmallestEigenvectors.of(matrix, dims + 1, material.threads(), material.listener());
        return new SmallestEigenvectors.Found(
                java.util.Arrays.copyOfRange(found.values(), 1, dims + 1),
                java.util.Arrays.copyOfRange(found.vectors(), 1, dims + 1));
    }

    /** Coordinates by row, each with a mean square of 1 over all rows, and the largest positive, since signs are arbitrary. */
    static float[] points(double[][] vectors) {
        int dims = vectors.length;
        int rows = vectors[0].length;
        float[] points = new float[Math.multiplyExact(rows, dims)];
        for (int c = 0; c < dims; c++) {
            double squares = 0;
            double largest = 0;
            for (double value : vectors[c]) {
                squares += value * value;
                largest = Math.abs(value) > Math.abs(largest) ? value : largest;
            }
            double scale = Math.copySign(Math.sqrt(rows / squares), largest);
            for (int i = 0; i < rows; i++) {
                points[i * dims + c] = (float) (vectors[c][i] * scale);
            }
        }
        return points;
    }

    @Override
    public boolean isRandom() {
        return false;
    }
}
