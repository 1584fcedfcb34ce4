package dev.tldr4j.learn.quantization;

import dev.tldr4j.learn.internal.NativeMatrix;

/**
 * The centroids of all subspaces as one matrix: its row c is centroid c of the first subspace, then that of the second,
 * and so on, so that a row and its centroids have the same columns. Immutable.
 */
final class Codebook implements AutoCloseable {
    /** What a byte can tell apart. */
    static final int MOST_CENTROIDS = 256;

    private final Subspaces subspaces;
    private final float[] values;
    private final float[] halfSquares;
    private final NativeMatrix matrix;

    /** Takes the array as it is: row-major, centroids × dimensions. */
    Codebook(Subspaces subspaces, float[] values) {
        int dims = subspaces.dims();
        int centroids = values.length / dims;
        this.subspaces = subspaces;
        this.values = values;
        this.halfSquares = new float[subspaces.count() * centroids];
        for (int s = 0; s < subspaces.count(); s++) {
            for (int c = 0; c < centroids; c++) {
                double squares = 0;
                for (int j = subspaces.first(s); j < subspaces.first(s + 1); j++) {
                    squares += (double) values[c * dims + j] * values[c * dims + j];
                }
                halfSquares[s * centroids + c] = (float) (squares / 2);
            }
        }
        this.matrix = new NativeMatrix(centroids, dims);
        matrix.buffer().put(0, values);
    }

    Subspaces subspaces() {
        return subspaces;
    }

    /** How many centroids every subspace has, at most 256. */
    int centroids() {
        return matrix.rows();
    }

    /** The centroids outside the heap, for products. */
    NativeMatrix matrix() {
        return matrix;
    }

    /** The centroids as an array, not to be changed. */
    float[] values() {
        return values;
    }

    /** Half the squared length of a centroid. */
    float halfSquare(int subspace, int centroid) {
        return halfSquares[subspace * centroids() + centroid];
    }

    /** Puts the centroids that a code of one byte a subspace names side by side. */
    void decode(byte[] codes, int at, float[] into) {
        for (int s = 0; s < subspaces.count(); s++) {
            int first = subspaces.first(s);
            int centroid = codes[at + s] & 0xff;
            System.arraycopy(values, centroid * subspaces.dims() + first, into, first, subspaces.width(s));
        }
    }

    @Override
    public void close() {
        matrix.close();
    }
}
