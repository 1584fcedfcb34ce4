package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;

/** A file of text, byte by byte; knows the line it is at, and tells the listener how far it is. */
final class TextInput implements Closeable {
    private static final int BUFFER_BYTES = 1 << 18;

    private final Reading reading;
    private final InputStream in;
    private final long size;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;
    private long before;
    private long line = 1;

    TextInput(Reading reading) throws IOException {
        this.reading = reading;
        this.size = Files.size(reading.path());
        this.in = Files.newInputStream(reading.path());
        skipByteOrderMark();
    }

    private void skipByteOrderMark() throws IOException {
        if (fill() && end > 2 && buffer[0] == (byte) 0xEF && buffer[1] == (byte) 0xBB && buffer[2] == (byte) 0xBF) {
            at = 3;
        }
    }

    /** The next byte, or -1 at the end; it stays the next one. */
    int peek() throws IOException {
        return at < end || fill() ? buffer[at] & 0xFF : -1;
    }

    /** Takes the next byte, or -1 at the end. */
    int next() throws IOException {
        if (at == end && !fill()) {
            return -1;
        }
        int read = buffer[at++] & 0xFF;
        if (read == '\n') {
            line++;
        }
        return read;
    }

    private boolean fill() throws IOException {
        before += end;
        at = 0;
        end = 0;
        int read = in.read(buffer);
        if (read <= 0) {
            return false;
        }
        end = read;
        reading.listener().read(before, size);
        return true;
    }

    long size() {
        return size;
    }

    /** The bytes taken so far. */
    long position() {
        return before + at;
    }

    /** A message about the line this is at, counted from 1 as editors do. */
    InvalidInputException wrong(String what) {
        return wrong(what, line);
    }

    InvalidInputException wrong(String what, long where) {
        return new InvalidInputException(reading.name() + ": line " + where + ": " + what);
    }

    long line() {
        return line;
    }

    /** All was read. */
    void done() {
        reading.listener().read(size, size);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
