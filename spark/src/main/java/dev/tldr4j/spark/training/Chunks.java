package dev.tldr4j.spark.training;

import java.io.IOException;
import java.io.Serializable;
import java.nio.FloatBuffer;

/** Rows of a partition in memory, in arrays of a few thousand rows: one array could not hold them all. */
final class Chunks implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int ROWS = 4096;

    private final int rows;
    private final int width;
    private final float[][] chunks;

    Chunks(int rows, int width) {
        this.rows = rows;
        this.width = width;
        this.chunks = new float[(rows + ROWS - 1) / ROWS][];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = new float[Math.min(ROWS, rows - i * ROWS) * width];
        }
    }

    int rows() {
        return rows;
    }

    int width() {
        return width;
    }

    /** All arrays, one after the other. */
    void each(FitFile.Floats handler) throws IOException {
        for (float[] chunk : chunks) {
            handler.handle(chunk);
        }
    }

    void set(int row, float[] from, int at) {
        System.arraycopy(from, at, chunks[row / ROWS], row % ROWS * width, width);
    }

    void copy(int row, float[] into, int at) {
        System.arraycopy(chunks[row / ROWS], row % ROWS * width, into, at, width);
    }

    void read(int row, FloatBuffer into) {
        into.put(chunks[row / ROWS], row % ROWS * width, width);
    }
}
