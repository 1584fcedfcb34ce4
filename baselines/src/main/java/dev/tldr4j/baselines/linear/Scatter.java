package dev.tldr4j.baselines.linear;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.pca.Pca;

/** The sum of z · zᵀ over rows in whitened principal coordinates; a block's in single, all blocks' in double precision. */
final class Scatter implements AutoCloseable {
    /** Less than this part of what it is compared with is rounding. */
    private static final double NEGLIGIBLE = 1e-12;

    private final Workers workers;
    private final PrincipalCoordinates coordinates;
    private final NativeMatrix turned;
    private final NativeMatrix gram;
    private final double[] sum;
    private final int dims;

    Scatter(Pca pca, int dims, Workers workers) {
        this.workers = workers;
        this.dims = dims;
        this.coordinates = new PrincipalCoordinates(pca, dims, workers);
        this.turned = new NativeMatrix(PrincipalCoordinates.BLOCK, dims);
        this.gram = new NativeMatrix(dims, dims);
        this.sum = new double[Math.multiplyExact(dims, dims)];
    }

    /** Adds so many rows, at most {@link PrincipalCoordinates#BLOCK}. */
    void add(int count, PrincipalCoordinates.Source source) {
        NativeMatrix some = turned.rows(0, count);
        coordinates.turn(source, some);
        OpenBlas.columnGram(workers, some, gram);
        workers.runRanges(dims, 64, (from, to) -> {
            float[] line = new float[dims];
            for (int i = from; i < to; i++) {
                gram.get(i, 0, line, 0, dims);
                for (int j = 0; j < dims; j++) {
                    sum[i * dims + j] += line[j];
                }
            }
        });
    }

    /** Row-major; not a copy. */
    double[] sum() {
        return sum;
    }

    double trace() {
        double trace = 0;
        for (int i = 0; i < dims; i++) {
            trace += sum[i * dims + i];
        }
        return trace;
    }

    /** Whether this is no more than the rounding of a scatter with such a trace. */
    boolean isNegligible(double otherTrace) {
        return trace() <= NEGLIGIBLE * otherTrace;
    }

    @Override
    public void close() {
        coordinates.close();
        turned.close();
        gram.close();
    }
}
