package dev.tldr4j.vectors.internal.hdf5;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The rows of a dataset, a block after the other. */
public interface RowBlocks extends Closeable {
    /** How many rows a block has; the last one has what is left. */
    int blockRows();

    /** How many bytes unpacking all of it takes. */
    double bytes();

    /** The numbers of a block as they lie in the file, valid until the next call. */
    ByteBuffer read(long firstRow) throws IOException;

    @Override
    default void close() {}
}
