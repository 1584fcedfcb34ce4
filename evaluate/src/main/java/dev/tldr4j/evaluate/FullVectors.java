package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.internal.FloatVectors;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/**
 * Other vectors as they are or, on request, each row divided by its Euclidean length as it is read; a row of zeros stays
 * one. Closing this leaves the others open.
 */
final class FullVectors implements Vectors {
    private final Vectors vectors;
    private final boolean normalize;

    FullVectors(Vectors vectors, boolean normalize) {
        this.vectors = vectors;
        this.normalize = normalize;
    }

    @Override
    public String name() {
        return vectors.name();
    }

    @Override
    public int rows() {
        return vectors.rows();
    }

    @Override
    public int dims() {
        return vectors.dims();
    }

    @Override
    public ElementType type() {
        return normalize ? ElementType.F4 : vectors.type();
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        int start = into.position();
        vectors.read(from, count, into);
        int dims = dims();
        float[] vector = new float[normalize ? dims : 0];
        for (int at = start; normalize && at < start + count * dims; at += dims) {
            into.get(at, vector);
            FloatVectors.toLengthOne(vector);
            into.put(at, vector);
        }
    }

    @Override
    public int sourceRow(int row) {
        return vectors.sourceRow(row);
    }

    /** Looks at the numbers as they are stored: dividing by an infinite length would hide which one is to blame. */
    @Override
    public void requireFinite(int from, int count) {
        vectors.requireFinite(from, count);
    }
}
