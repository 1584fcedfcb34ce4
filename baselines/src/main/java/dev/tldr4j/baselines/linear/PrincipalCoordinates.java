package dev.tldr4j.baselines.linear;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.pca.Pca;

/**
 * Turns rows into whitened principal coordinates, in which all directions are of the same size: what is small in the vectors
 * is not lost in the rounding of what is large.
 */
final class PrincipalCoordinates implements AutoCloseable {
    /** Rows turned at once, at most. */
    static final int BLOCK = 4096;

    private final Workers workers;
    private final NativeMatrix components;
    private final NativeMatrix rows;

    PrincipalCoordinates(Pca pca, int count, Workers workers) {
        this.workers = workers;
        int dims = pca.mean().length;
        this.components = new NativeMatrix(count, dims);
        components.buffer().put(0, pca.scaledComponents(count, 1));
        this.rows = new NativeMatrix(BLOCK, dims);
    }

    /** The same map as {@link #turn}, row-major [count × input dimensions], to give a direction found there as weights. */
    static double[] components(Pca pca, int count) {
        float[] single = pca.scaledComponents(count, 1);
        double[] components = new double[single.length];
        for (int i = 0; i < components.length; i++) {
            components[i] = single[i];
        }
        return components;
    }

    /** Gives the numbers of row {@code i} of a block, less the mean. */
    @FunctionalInterface
    interface Source {
        void read(int i, float[] row);
    }

    /** The coordinates of the first {@code into.rows()} rows of the source. */
    void turn(Source source, NativeMatrix into) {
        workers.runRanges(into.rows(), 64, (from, to) -> {
            float[] row = new float[rows.cols()];
            for (int i = from; i < to; i++) {
                source.read(i, row);
                rows.put(i, 0, row, 0, row.length);
            }
        });
        OpenBlas.multiply(workers, 1, rows.rows(0, into.rows()), false, components, true, 0, into);
    }

    @Override
    public void close() {
        components.close();
        rows.close();
    }
}
