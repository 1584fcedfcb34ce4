package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.encoder.internal.TemporaryFolder;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.RowIds;
import dev.tldr4j.vectors.VectorFile;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Keeps ids in two temporary files, since they may be more than memory holds: all their texts, and where each of them
 * ends.
 */
final class IdStore implements Closeable {
    /** Far longer than an id is; a text may be in a column by mistake. */
    static final int MAX_BYTES = 1 << 16;

    private final Reading reading;
    private final String column;
    private final Path texts;
    private final Path ends;
    private final OutputStream textOut;
    private final DataOutputStream endOut;
    private final long fileBytes;
    private long end;
    private int rows;
    private boolean numbers = true;

    /** @param folder for the files, and closed by whoever made it */
    IdStore(Reading reading, String column, TemporaryFolder folder) throws IOException {
        this.reading = reading;
        this.column = column;
        this.fileBytes = new VectorFile(reading.path(), null).bytes();
        this.texts = folder.file("ids");
        this.ends = folder.file("ends");
        this.textOut = new BufferedOutputStream(Files.newOutputStream(texts), 1 << 16);
        this.endOut = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(ends), 1 << 16));
    }

    /** The id of the next row. */
    void add(String id, boolean number) throws IOException {
        byte[] text = id.getBytes(StandardCharsets.UTF_8);
        if (text.length > MAX_BYTES) {
            throw new InvalidInputException(reading.name() + ": the id of row " + rows + " in column "
                    + Json.quote(column) + " has " + text.length + " bytes, more than the " + MAX_BYTES
                    + " an id may have; name another column");
        }
        Unpacked.requireIds(reading.name(), rows, end + text.length, fileBytes);
        numbers &= number;
        try {
            textOut.write(text);
            end += text.length;
            endOut.writeLong(end);
        } catch (IOException e) {
            throw FileFailure.of(texts, e);
        }
        rows++;
    }

    Stored finish(int expected) throws IOException {
        if (rows != expected) {
            throw new InvalidInputException(reading.name() + ": there are " + rows + " ids in column "
                    + Json.quote(column) + " for " + expected + " rows; make the file again");
        }
        close();
        var layout =
                new Layout(reading.name(), ends, ElementType.I8, ByteOrder.BIG_ENDIAN, rows, 1, true, 0, Long.BYTES);
        return new Stored(
                column, numbers, MappedRows.of(layout, null), texts, FileChannel.open(texts, StandardOpenOption.READ));
    }

    @Override
    public void close() throws IOException {
        try (textOut;
                endOut) {
            textOut.flush();
            endOut.flush();
        } catch (IOException e) {
            throw FileFailure.of(texts, e);
        }
    }

    /** The ids, once all of them are there. */
    record Stored(String column, boolean areNumbers, MappedRows ends, Path file, FileChannel texts)
            implements RowIds, Closeable {
        @Override
        public String get(int row) {
            Objects.checkIndex(row, ends.rows());
            long[] places = new long[2];
            if (row == 0) {
                long[] first = new long[1];
                ends.readWhole(0, 1, first);
                places[1] = first[0];
            } else {
                ends.readWhole(row - 1, 2, places);
            }
            ByteBuffer text = ByteBuffer.allocate((int) (places[1] - places[0]));
            try {
                while (text.hasRemaining() && texts.read(text, places[0] + text.position()) >= 0) {
                    // until all of it is read
                }
            } catch (IOException e) {
                throw new UncheckedIOException(FileFailure.of(file, e));
            }
            return new String(text.array(), StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            ends.close();
            try {
                texts.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
