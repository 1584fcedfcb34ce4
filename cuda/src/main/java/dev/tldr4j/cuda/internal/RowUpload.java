package dev.tldr4j.cuda.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.stream.IntStream;

/** Brings many rows to the card, block by block through pinned memory, each block read by all processors. */
final class RowUpload {
    /** Of pinned memory. */
    static final long STAGING_BYTES = 64L << 20;

    private RowUpload() {}

    /** Reads a row into a buffer that is at its place. */
    @FunctionalInterface
    interface Reader {
        void read(int row, FloatBuffer into);
    }

    /** Puts a block on the card; it is waited for afterwards. */
    @FunctionalInterface
    interface Block {
        void put(MemorySegment staging, int firstRow, int rows);
    }

    static int blockRows(int rows, int cols) {
        return (int) Math.max(1, Math.min(rows, STAGING_BYTES / Float.BYTES / cols));
    }

    static void run(Gpu gpu, int rows, int cols, Reader reader, Block block) {
        int blockRows = blockRows(rows, cols);
        MemorySegment staging = gpu.allocatePinned((long) blockRows * cols * Float.BYTES);
        try {
            FloatBuffer buffer =
                    staging.asByteBuffer().order(ByteOrder.nativeOrder()).asFloatBuffer();
            for (int from = 0; from < rows; from += blockRows) {
                int first = from;
                int count = Math.min(blockRows, rows - from);
                IntStream.range(0, count)
                        .parallel()
                        .forEach(row ->
                                reader.read(first + row, buffer.duplicate().position(row * cols)));
                block.put(staging, first, count);
                gpu.await();
            }
        } finally {
            gpu.freePinned(staging);
        }
    }
}
