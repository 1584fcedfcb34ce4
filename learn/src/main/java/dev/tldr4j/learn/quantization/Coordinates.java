package dev.tldr4j.learn.quantization;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/**
 * The coordinates in which rows are quantized: less a centre, which keeps numbers and their rounding small, and for an
 * optimized quantizer turned by a rotation. Immutable.
 *
 * @param centre what is taken off every row
 * @param rotation the new axes as rows, or null where they are the old ones
 */
record Coordinates(float[] centre, NativeMatrix rotation) {
    int dims() {
        return centre.length;
    }

    /** Fills the first rows of {@code into}, less the centre but not turned; refuses what is not finite, by name. */
    void readCentred(Vectors vectors, int from, int count, NativeMatrix into) {
        float[] row = new float[dims()];
        FloatBuffer view = FloatBuffer.wrap(row);
        for (int i = 0; i < count; i++) {
            vectors.read(from + i, 1, view.clear());
            double squares = 0;
            for (int j = 0; j < row.length; j++) {
                row[j] -= centre[j];
                squares += row[j] * row[j]; // overflows in float on purpose: so would the products
            }
            if (!Double.isFinite(squares) || squares > Float.MAX_VALUE / 4) {
                vectors.requireFinite(from + i, 1);
                throw new InvalidInputException(vectors.name() + ": row " + vectors.sourceRow(from + i)
                        + " is too long to be quantized in floats; scale the vectors");
            }
            into.put(i, 0, row, 0, row.length);
        }
    }

    /** One thread's {@code turned = rotation · centred} for every row; where there is no rotation, the same matrix. */
    NativeMatrix turn(NativeMatrix centred, NativeMatrix turned) {
        if (rotation == null) {
            return centred;
        }
        OpenBlas.dots(centred, rotation, turned);
        return turned;
    }

    /** Adds the centre to a row, in place, and returns it. */
    float[] addCentre(float[] row) {
        for (int j = 0; j < row.length; j++) {
            row[j] += centre[j];
        }
        return row;
    }

    /** One vector in these coordinates, less the centre or not. */
    float[] of(float[] vector, boolean centred) {
        float[] row = vector.clone();
        for (int j = 0; centred && j < row.length; j++) {
            row[j] -= centre[j];
        }
        try (NativeMatrix from = new NativeMatrix(1, dims());
                NativeMatrix to = new NativeMatrix(1, dims())) {
            from.put(0, 0, row, 0, row.length);
            turn(from, to).get(0, 0, row, 0, row.length);
        }
        return row;
    }
}
