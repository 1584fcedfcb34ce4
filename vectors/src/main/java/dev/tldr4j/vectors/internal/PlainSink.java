package dev.tldr4j.vectors.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongFunction;

/** A file that is the numbers themselves, after a header if it has one. */
final class PlainSink implements RowSink {
    private final FileChannel channel;
    private final LongFunction<byte[]> header;

    /** @param header of a file with so many rows, of always the same length */
    PlainSink(Path file, LongFunction<byte[]> header) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        this.header = header;
        channel.position(header.apply(0).length); // its place, until the rows have been counted
    }

    @Override
    public void write(ByteBuffer numbers) throws IOException {
        while (numbers.hasRemaining()) {
            channel.write(numbers);
        }
    }

    /** The same at a place of its own, counted in bytes of numbers; by any thread. */
    void write(ByteBuffer numbers, long place) throws IOException {
        long at = header.apply(0).length + place;
        while (numbers.hasRemaining()) {
            at += channel.write(numbers, at);
        }
    }

    @Override
    public void finish(long rows) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(header.apply(rows));
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
        channel.close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
