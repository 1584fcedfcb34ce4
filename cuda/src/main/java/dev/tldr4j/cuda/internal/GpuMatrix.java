package dev.tldr4j.cuda.internal;

import dev.tldr4j.learn.backend.Matrix;

/**
 * A matrix on the card. Where products read bfloat16, it has a shadow, a copy in that form, from its first product on; whoever
 * writes the matrix writes the shadow too, or says that it is out of date.
 */
final class GpuMatrix implements Matrix {
    private final Gpu gpu;
    private final int rows;
    private final int cols;
    private final long pointer;
    /** The matrix that this is a part of, or itself. */
    private final GpuMatrix whole;

    /** Of the whole: 0 as long as there is none. */
    private long shadow;

    private boolean shadowIsCurrent;

    /** Zeros. */
    GpuMatrix(Gpu gpu, int rows, int cols) {
        this.gpu = gpu;
        this.rows = rows;
        this.cols = cols;
        this.pointer = gpu.allocate(bytes());
        this.whole = this;
        gpu.zero(pointer, bytes());
    }

    private GpuMatrix(GpuMatrix whole, int rows, long pointer) {
        this.gpu = whole.gpu;
        this.rows = rows;
        this.cols = whole.cols;
        this.pointer = pointer;
        this.whole = whole;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int cols() {
        return cols;
    }

    @Override
    public GpuMatrix rows(int from, int count) {
        return new GpuMatrix(whole, count, pointer + (long) from * cols * Float.BYTES);
    }

    long count() {
        return (long) rows * cols;
    }

    long bytes() {
        return count() * Float.BYTES;
    }

    long pointer() {
        return pointer;
    }

    /** A current shadow. */
    long shadow() {
        if (whole.shadow == 0) {
            whole.shadow = gpu.allocate(whole.count() * Short.BYTES);
        }
        if (!whole.shadowIsCurrent) {
            whole.refresh();
        }
        return shadowPointer();
    }

    private long shadowPointer() {
        return whole.shadow + (pointer - whole.pointer) / 2;
    }

    private void refresh() {
        gpu.launch("to_bf16_array", Gpu.MANY_BLOCKS, 1, 256, 1, pointer, shadow, count());
        shadowIsCurrent = true;
    }

    /** The shadow, to be written together with the whole matrix, or 0 where there is none. It counts as current from now on. */
    long shadowToWrite() {
        shadowIsCurrent = shadow != 0;
        return shadow;
    }

    /** The matrix, or this part of it, was written without its shadow. */
    void changed() {
        whole.shadowIsCurrent = false;
    }

    /** Numbers came from the host: a recorded step does not look whether the shadow is current. */
    void changedByHost() {
        if (whole.shadow != 0) {
            whole.refresh();
        }
    }

    @Override
    public void close() {
        if (whole == this) {
            gpu.free(pointer);
            if (shadow != 0) {
                gpu.free(shadow);
            }
        }
    }
}
