package dev.tldr4j.vectors.internal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where a {@link RowWriter} puts its numbers once they are checked; the file is the writer's. */
interface RowSink {
    /** Takes all of the buffer: little-endian numbers, not always up to the end of a row. */
    void write(ByteBuffer numbers) throws IOException;

    /** Writes what is left to be written of a file that got this many rows. */
    void finish(long rows) throws IOException;
}
