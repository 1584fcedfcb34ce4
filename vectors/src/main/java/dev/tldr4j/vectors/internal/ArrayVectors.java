package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Objects;

/** Vectors in one array, row after row. */
public final class ArrayVectors implements Vectors {
    private static final String NAME = "the array of vectors";

    private final float[] values;
    private final int dims;

    public ArrayVectors(float[] values, int dims) {
        if (dims < 1 || values.length == 0 || values.length % dims != 0) {
            throw new InvalidInputException(NAME + ": " + values.length + " numbers do not make whole rows of " + dims
                    + "; there must be a multiple of that, and at least one row");
        }
        this.values = values;
        this.dims = dims;
    }

    public static ArrayVectors copyOf(float[][] rows) {
        if (rows.length == 0 || rows[0].length == 0) {
            throw new InvalidInputException(NAME + ": is empty; there must be at least one row of one number");
        }
        int dims = rows[0].length;
        if ((long) rows.length * dims > Integer.MAX_VALUE - 8) {
            throw new InvalidInputException(NAME + ": " + rows.length + " rows of " + dims
                    + " are too many for one array; write them to a file and open that");
        }
        float[] values = new float[rows.length * dims];
        for (int row = 0; row < rows.length; row++) {
            if (rows[row].length != dims) {
                throw new InvalidInputException(NAME + ": row " + row + " has " + rows[row].length
                        + " numbers where row 0 has " + dims + "; all rows must be of equal width");
            }
            System.arraycopy(rows[row], 0, values, row * dims, dims);
        }
        return new ArrayVectors(values, dims);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int rows() {
        return values.length / dims;
    }

    @Override
    public int dims() {
        return dims;
    }

    @Override
    public ElementType type() {
        return ElementType.F4;
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        Objects.checkFromIndexSize(from, count, rows());
        into.put(values, from * dims, count * dims);
    }
}
