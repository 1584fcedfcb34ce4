package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Rows that lie in one piece, in the file or in what describes the dataset. */
final class WholeRows implements RowBlocks {
    private static final int BLOCK_BYTES = 1 << 20;

    private final Source source;
    private final long address;
    private final ByteBuffer here;
    private final long rows;
    private final int rowBytes;
    private final int blockRows;
    private ByteBuffer block;

    WholeRows(long[] shape, int bytes, Source source, long address) {
        this(shape, bytes, source, address, null);
        source.place(address, rows * rowBytes);
    }

    WholeRows(long[] shape, int bytes, Piece here) {
        this(shape, bytes, null, 0, here.bytes());
        if (rows * rowBytes > this.here.remaining()) {
            throw Hdf5Exception.damaged("it claims more numbers than there are");
        }
    }

    private WholeRows(long[] shape, int bytes, Source source, long address, ByteBuffer here) {
        long row = bytes;
        for (int i = 1; i < shape.length; i++) {
            row *= shape[i];
        }
        this.source = source;
        this.address = address;
        this.here = here;
        this.rows = shape[0];
        this.rowBytes = Math.toIntExact(row);
        this.blockRows = (int) Math.min(rows, Math.max(1, BLOCK_BYTES / rowBytes));
    }

    @Override
    public int blockRows() {
        return blockRows;
    }

    @Override
    public double bytes() {
        return (double) rows * rowBytes;
    }

    @Override
    public ByteBuffer read(long firstRow) throws IOException {
        int length = (int) Math.min(blockRows, rows - firstRow) * rowBytes;
        if (here != null) {
            return here.slice((int) firstRow * rowBytes, length);
        }
        if (block == null) {
            block = ByteBuffer.allocate(length);
        }
        source.read(address + firstRow * rowBytes, block.clear().limit(length));
        return block.flip();
    }
}
