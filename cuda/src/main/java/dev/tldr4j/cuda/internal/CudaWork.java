package dev.tldr4j.cuda.internal;

import dev.tldr4j.cuda.internal.CublasLt.Inputs;
import dev.tldr4j.cuda.internal.CublasLt.Shape;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.device.Precision;

/** What operations on a card share: products in the precision of the fit, and memory that does not outlive an operation. */
final class CudaWork implements AutoCloseable {
    /** As in the kernels: columns of a block, and blocks that add up a long array. */
    static final int TILE = 32;

    static final int SUMS = 1024;

    /** Results of products are bfloat16 where their rows are whole words for the card. */
    private static final int BF16_WIDTH = 8;

    private final Gpu gpu;
    private final Precision precision;
    private final long sums;
    private long scratch;
    private long scratchBytes;

    CudaWork(Gpu gpu, Precision precision) {
        this.gpu = gpu;
        this.precision = precision;
        this.sums = gpu.allocate(2L * SUMS * Double.BYTES);
    }

    /** Room for what {@link #SUMS} blocks add up, twice. */
    long sums() {
        return sums;
    }

    boolean inBf16(Matrix result) {
        return precision == Precision.BF16 && result.cols() % BF16_WIDTH == 0;
    }

    void multiply(
            Inputs inputs,
            boolean bf16Result,
            float alpha,
            GpuMatrix a,
            boolean transposeA,
            GpuMatrix b,
            boolean transposeB,
            float beta,
            GpuMatrix c) {
        int k = transposeA ? a.rows() : a.cols();
        Shape shape = new Shape(c.rows(), c.cols(), k, transposeA, transposeB, inputs, bf16Result);
        boolean bf16 = inputs == Inputs.BF16;
        gpu.multiply(
                shape,
                alpha,
                bf16 ? a.bfloats() : a.floats(),
                bf16 ? b.bfloats() : b.floats(),
                beta,
                bf16Result ? c.bfloatsToWrite() : c.floatsToWrite());
    }

    /** In floats, whatever the precision. */
    void multiplyFp32(GpuMatrix a, boolean transposeA, GpuMatrix b, boolean transposeB, GpuMatrix c) {
        multiply(Inputs.FLOAT, false, 1, a, transposeA, b, transposeB, 0, c);
    }

    Inputs inputs() {
        return switch (precision) {
            case BF16 -> Inputs.BF16;
            case TF32 -> Inputs.TF32;
            case FP32 -> Inputs.FLOAT;
        };
    }

    /** A kernel that loops over long arrays. */
    void overAll(String kernel, Object... arguments) {
        gpu.launch(kernel, Gpu.MANY_BLOCKS, 1, 256, 1, arguments);
    }

    static int tiles(int cols) {
        return (cols + TILE - 1) / TILE;
    }

    /** Floats for what does not outlive an operation. It only grows, so that a recorded step finds it again. */
    long scratch(long floats) {
        if (floats * Float.BYTES > scratchBytes) {
            if (scratch != 0) {
                gpu.await();
                gpu.free(scratch);
            }
            scratchBytes = floats * Float.BYTES;
            scratch = gpu.allocate(scratchBytes);
        }
        return scratch;
    }

    static GpuMatrix on(Matrix matrix) {
        return (GpuMatrix) matrix;
    }

    /** To be called once the card has nothing left to do. */
    @Override
    public void close() {
        if (scratch != 0) {
            gpu.free(scratch);
        }
        gpu.free(sums);
    }
}
