package dev.tldr4j.learn.quantization;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;

/**
 * The rotations of optimized product quantization (Ge, He, Ke and Sun, "Optimized Product Quantization", 2013): the axes it
 * starts from, and those that bring rows as near as possible to what their codes stand for.
 */
final class RotationFit {
    /** Directions with less than this part of the largest variance count as if they had so much. */
    private static final double NEGLIGIBLE = 1e-7;

    private static final int BLOCK = 4096;

    private RotationFit() {}

    /**
     * The principal axes of the rows, which have mean zero, dealt out so that the product of the variances is about the
     * same in every subspace: the optimum where the rows are Gaussian.
     */
    static NativeMatrix ofPrincipalAxes(NativeMatrix rows, Subspaces subspaces, Workers workers) {
        int dims = subspaces.dims();
        double[] axes;
        try (NativeMatrix gram = new NativeMatrix(dims, dims)) {
            OpenBlas.columnGram(workers, rows, gram);
            axes = toDoubles(gram);
        }
        double[] ascending = OpenBlas.eigen(axes, dims, 1);
        int[] places = places(ascending, subspaces);
        NativeMatrix rotation = new NativeMatrix(dims, dims);
        float[] axis = new float[dims];
        for (int i = 0; i < dims; i++) {
            for (int j = 0; j < dims; j++) {
                axis[j] = (float) axes[i * dims + j];
            }
            rotation.put(places[i], 0, axis, 0, dims);
        }
        return rotation;
    }

    /** The dimension each axis becomes: the largest goes first, to the subspace with room whose product is smallest. */
    private static int[] places(double[] ascending, Subspaces subspaces) {
        int[] places = new int[ascending.length];
        int[] filled = new int[subspaces.count()];
        double[] logs = new double[subspaces.count()];
        double least = Math.max(Double.MIN_NORMAL, NEGLIGIBLE * ascending[ascending.length - 1]);
        for (int i = ascending.length - 1; i >= 0; i--) {
            int next = -1;
            for (int s = 0; s < filled.length; s++) {
                boolean room = filled[s] < subspaces.width(s);
                next = room && (next < 0 || logs[s] < logs[next]) ? s : next;
            }
            places[i] = subspaces.first(next) + filled[next]++;
            // relative to the least, so that every axis makes a product larger
            logs[next] += Math.log(Math.max(least, ascending[i]) / least);
        }
        return places;
    }

    /** The rotation that takes the rows nearest to their codes' centroids, in the sum of squares (Procrustes). */
    static NativeMatrix towards(KMeans codes, NativeMatrix rows, Workers workers) {
        int dims = rows.cols();
        double[] nearest;
        int block = Math.min(BLOCK, rows.rows());
        try (NativeMatrix correlation = new NativeMatrix(dims, dims);
                NativeMatrix decoded = new NativeMatrix(block, dims)) {
            for (int from = 0; from < rows.rows(); from += block) {
                int count = Math.min(block, rows.rows() - from);
                codes.decode(from, count, decoded);
                NativeMatrix part = decoded.rows(0, count);
                OpenBlas.multiply(workers, 1, part, true, rows.rows(from, count), false, 1, correlation);
            }
            nearest = OpenBlas.nearestOrthogonal(toDoubles(correlation), dims);
        }
        NativeMatrix rotation = new NativeMatrix(dims, dims);
        for (int i = 0; i < nearest.length; i++) {
            rotation.buffer().put(i, (float) nearest[i]);
        }
        return rotation;
    }

    private static double[] toDoubles(NativeMatrix matrix) {
        double[] values = new double[Math.multiplyExact(matrix.rows(), matrix.cols())];
        for (int i = 0; i < values.length; i++) {
            values[i] = matrix.buffer().get(i);
        }
        return values;
    }
}
