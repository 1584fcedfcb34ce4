package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Rows that are cut into chunks, packed or not. A block has the rows of one chunk, over the whole width. */
final class ChunkedRows implements RowBlocks {
    private static final long MAX_BLOCK = 1 << 28;
    private static final long SMALL_BLOCK = 1 << 23;
    /** How much larger than the file a block may be: chunks are a small part of it, and not packed much better. */
    private static final int BLOCKS_OF_FILE = 16;

    private final Source source;
    private final ChunkTable table;
    private final Filters filters;
    private final long[] shape;
    private final int[] chunk;
    private final int bytes;
    private final ByteBuffer block;
    private byte[] packed = {};
    private ByteBuffer unpacked;

    ChunkedRows(Source source, ChunkTable table, Filters filters) {
        this.source = source;
        this.table = table;
        this.filters = filters;
        this.shape = table.shape();
        this.chunk = table.chunk();
        this.bytes = table.elementBytes();
        double size = bytes;
        for (int i = 1; i < shape.length; i++) {
            size *= shape[i];
        }
        size *= blockRows();
        long most = Math.min(MAX_BLOCK, SMALL_BLOCK + BLOCKS_OF_FILE * source.size());
        if (Math.max(size, table.chunkBytes()) > most) {
            throw new Hdf5Exception(
                    "has chunks of which a row of them takes " + (long) Math.max(size, table.chunkBytes())
                            + " bytes; at most " + most + " are read at once, so write it again in smaller chunks");
        }
        this.block = ByteBuffer.allocate((int) size);
    }

    @Override
    public int blockRows() {
        return (int) Math.min(chunk[0], shape[0]);
    }

    @Override
    public double bytes() {
        return (double) table.count() * table.chunkBytes();
    }

    @Override
    public ByteBuffer read(long firstRow) throws IOException {
        int chunks = (int) (table.count() / table.grid()[0]);
        int first = (int) (firstRow / chunk[0]) * chunks;
        for (int i = 0; i < chunks; i++) {
            unpack(first + i);
            copy(0, first + i, table.count(), 0, 0);
        }
        int rows = (int) Math.min(blockRows(), shape[0] - firstRow);
        return block.clear().limit(block.capacity() / blockRows() * rows);
    }

    private void unpack(int number) throws IOException {
        int size = table.size(number);
        if (packed.length < size) {
            packed = new byte[size];
        }
        source.read(table.address(number), ByteBuffer.wrap(packed, 0, size));
        unpacked = filters.undo(packed, size, table.skippedFilters(number), table.chunkBytes());
    }

    /**
     * Puts a chunk where it belongs in the block.
     *
     * @param number of the chunk within the grid from this dimension on, which has {@code count} of them
     * @param from where it goes on in the chunk, counted in numbers of the dimensions so far; {@code to} in the block
     */
    private void copy(int dimension, int number, int count, int from, int to) {
        int below = (int) (count / table.grid()[dimension]);
        long begin = (long) (number / below) * chunk[dimension];
        int length = (int) Math.min(chunk[dimension], shape[dimension] - begin);
        // the block begins with the chunk's first row
        int start = dimension == 0 ? 0 : Math.toIntExact(to * shape[dimension] + begin);
        int source0 = from * chunk[dimension];
        if (dimension == shape.length - 1) {
            block.put(start * bytes, unpacked, source0 * bytes, length * bytes);
            return;
        }
        for (int i = 0; i < length; i++) {
            copy(dimension + 1, number % below, below, source0 + i, start + i);
        }
    }

    @Override
    public void close() {
        filters.close();
    }
}
