package dev.tldr4j.learn.internal;

import dev.tldr4j.learn.backend.Matrix;
import java.nio.FloatBuffer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;

/** A row-major matrix of floats outside the heap, where OpenBLAS can reach it without a copy. */
public final class NativeMatrix implements Matrix {
    /** A direct buffer holds at most 2³¹ - 1 bytes. */
    private static final long LARGEST = Integer.MAX_VALUE / Float.BYTES;

    private final int rows;
    private final int cols;
    private final FloatPointer pointer;
    private final FloatBuffer buffer;

    static {
        OpenBlas.load();
    }

    /** Filled with zeros. */
    public NativeMatrix(int rows, int cols) {
        long size = (long) rows * cols;
        if (rows < 1 || cols < 1 || size > LARGEST) {
            throw new IllegalArgumentException("a matrix of " + rows + " × " + cols + " cannot be held");
        }
        this.rows = rows;
        this.cols = cols;
        this.pointer = new FloatPointer(size);
        Pointer.memset(pointer, 0, size * Float.BYTES);
        this.buffer = pointer.asBuffer();
    }

    private NativeMatrix(NativeMatrix whole, int from, int count) {
        this.rows = count;
        this.cols = whole.cols;
        this.pointer = whole.at(from, 0);
        this.buffer = whole.buffer.slice(from * cols, count * cols);
    }

    @Override
    public NativeMatrix rows(int from, int count) {
        return new NativeMatrix(this, from, count);
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int cols() {
        return cols;
    }

    /** The whole matrix; use absolute access only, since all threads share it. */
    public FloatBuffer buffer() {
        return buffer;
    }

    /** The address of one number. */
    FloatPointer at(int row, int col) {
        return pointer.getPointer((long) row * cols + col);
    }

    /** Copies part of a row out to {@code into[offset…]}. */
    public void get(int row, int col, float[] into, int offset, int count) {
        buffer.get(row * cols + col, into, offset, count);
    }

    /** Copies {@code count} numbers into a row. */
    public void put(int row, int col, float[] from, int offset, int count) {
        buffer.put(row * cols + col, from, offset, count);
    }

    /** Copies a row to a matrix as wide. */
    public void copyRow(int row, NativeMatrix to, int toRow) {
        to.buffer.put(toRow * cols, buffer, row * cols, cols);
    }

    @Override
    public void close() {
        pointer.deallocate();
    }
}
