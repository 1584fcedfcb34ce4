package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.internal.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;

/** A file that is the numbers themselves, after a header if it has one. */
final class PlainSink implements RowSink {
    private final AtomicFile file;
    private final LongFunction<byte[]> header;

    /** @param header of a file with so many rows, of always the same length */
    PlainSink(AtomicFile file, LongFunction<byte[]> header) throws IOException {
        this.file = file;
        this.header = header;
        file.position(header.apply(0).length); // its place, until the rows have been counted
    }

    @Override
    public void write(ByteBuffer numbers) throws IOException {
        file.write(numbers);
    }

    /** The same at a place of its own, counted in bytes of numbers; by any thread. */
    void write(ByteBuffer numbers, long place) throws IOException {
        file.write(numbers, header.apply(0).length + place);
    }

    @Override
    public void finish(long rows) throws IOException {
        file.write(ByteBuffer.wrap(header.apply(rows)), 0);
    }
}
