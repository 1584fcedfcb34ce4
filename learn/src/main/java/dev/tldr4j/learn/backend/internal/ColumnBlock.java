package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.learn.internal.NativeMatrix;

/** A heap copy of some columns of one view, on which loops become vector instructions. */
final class ColumnBlock {
    /** Columns in a block: 1,024 rows of them make half a mebibyte, two blocks fill a usual second-level cache. */
    static final int WIDTH = 128;

    final int rows;
    final int width;
    final float[] values;
    private final int firstRow;
    private final int firstCol;

    ColumnBlock(int firstRow, int rows, int firstCol, int width) {
        this.firstRow = firstRow;
        this.rows = rows;
        this.firstCol = firstCol;
        this.width = width;
        this.values = new float[rows * width];
    }

    ColumnBlock load(NativeMatrix from) {
        for (int r = 0; r < rows; r++) {
            from.get(firstRow + r, firstCol, values, r * width, width);
        }
        return this;
    }

    void store(NativeMatrix to) {
        for (int r = 0; r < rows; r++) {
            to.put(firstRow + r, firstCol, values, r * width, width);
        }
    }
}
