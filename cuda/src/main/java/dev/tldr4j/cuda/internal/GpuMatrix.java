package dev.tldr4j.cuda.internal;

import dev.tldr4j.learn.backend.Matrix;

/**
 * A matrix on the card, in up to two forms: floats and, where products read or write them, bfloat16. Each form is made when it
 * is first asked for. Whoever writes one says which; the other is out of date from then on and made anew when it is wanted.
 */
final class GpuMatrix implements Matrix {
    private final Gpu gpu;
    private final int rows;
    private final int cols;
    /** The matrix that this is a part of, or itself. */
    private final GpuMatrix whole;
    /** Numbers of the whole before those of this part. */
    private final long offset;

    /** Of the whole: 0 as long as there is none. */
    private long floats;

    private long bfloats;
    private boolean floatsAreCurrent = true;
    private boolean bfloatsAreCurrent;

    /** Zeros. */
    GpuMatrix(Gpu gpu, int rows, int cols) {
        this.gpu = gpu;
        this.rows = rows;
        this.cols = cols;
        this.whole = this;
        this.offset = 0;
    }

    private GpuMatrix(GpuMatrix whole, int rows, long offset) {
        this.gpu = whole.gpu;
        this.rows = rows;
        this.cols = whole.cols;
        this.whole = whole;
        this.offset = offset;
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
        return new GpuMatrix(whole, count, offset + (long) from * cols);
    }

    long count() {
        return (long) rows * cols;
    }

    long bytes() {
        return count() * Float.BYTES;
    }

    /** Whether the numbers are there in bfloat16 alone. */
    boolean isBfloats() {
        return !whole.floatsAreCurrent;
    }

    /** To be read. */
    long floats() {
        whole.makeFloats();
        whole.floatsAreCurrent = true;
        return floatsPointer();
    }

    /**
     * For the host. A recorded step that is repeated does not say what it writes, so this believes no earlier copy: floats
     * that the last step did not write are made anew each time.
     */
    long floatsForHost() {
        whole.makeFloats();
        return floatsPointer();
    }

    /** To be written, all of this part; with {@link #floats()} before, to be changed. */
    long floatsToWrite() {
        if (whole != this) {
            // the rows beside it must not get lost
            floats();
        }
        whole.allocateFloats();
        whole.floatsAreCurrent = true;
        whole.bfloatsAreCurrent = false;
        return floatsPointer();
    }

    /** To be read. */
    long bfloats() {
        whole.allocateBfloats();
        if (!whole.bfloatsAreCurrent) {
            whole.makeBfloats();
        }
        return bfloatsPointer();
    }

    /** To be written, all of this part; with {@link #bfloats()} before, to be changed. */
    long bfloatsToWrite() {
        if (whole != this) {
            bfloats();
        }
        whole.allocateBfloats();
        whole.bfloatsAreCurrent = true;
        whole.floatsAreCurrent = false;
        return bfloatsPointer();
    }

    /** Bfloats, to be written together with all floats of a whole matrix, or 0 where nobody wanted them yet. */
    long bfloatsBeside() {
        bfloatsAreCurrent = bfloats != 0;
        return bfloats;
    }

    /** Floats came from the host: a recorded step does not look whether bfloats are current. */
    void changedByHost() {
        if (whole.bfloats != 0) {
            whole.makeBfloats();
        }
    }

    private long floatsPointer() {
        return whole.floats + offset * Float.BYTES;
    }

    private long bfloatsPointer() {
        return whole.bfloats + offset * Short.BYTES;
    }

    private void allocateFloats() {
        if (floats == 0) {
            floats = gpu.allocate(bytes());
            gpu.zero(floats, bytes());
        }
    }

    private void allocateBfloats() {
        if (bfloats == 0) {
            bfloats = gpu.allocate(count() * Short.BYTES);
        }
    }

    private void makeFloats() {
        allocateFloats();
        if (!floatsAreCurrent) {
            gpu.launch("from_bf16_array", Gpu.MANY_BLOCKS, 1, 256, 1, bfloats, floats, count());
        }
    }

    private void makeBfloats() {
        allocateFloats();
        gpu.launch("to_bf16_array", Gpu.MANY_BLOCKS, 1, 256, 1, floats, bfloats, count());
        bfloatsAreCurrent = true;
    }

    @Override
    public void close() {
        if (whole == this) {
            if (floats != 0) {
                gpu.free(floats);
            }
            if (bfloats != 0) {
                gpu.free(bfloats);
            }
        }
    }
}
