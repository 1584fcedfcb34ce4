package dev.tldr4j.vectors.internal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Where a {@link RowWriter} puts its numbers once they are checked. */
interface RowSink extends Closeable {
    /** Takes all of the buffer: little-endian numbers, not always up to the end of a row. */
    void write(ByteBuffer numbers) throws IOException;

    /** Completes and closes the file, which got this many rows. */
    void finish(long rows) throws IOException;
}
