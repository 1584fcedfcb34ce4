package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.encoder.internal.TemporaryFolder;
import dev.tldr4j.vectors.ElementType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Takes the rows of a file that cannot be mapped, one after the other, into a temporary file that can. The file is gone
 * when the rows are closed, or when the process ends.
 */
final class DecodedRows implements Closeable {
    /** Of formats in which a row says only at its end how wide it is: no embedding is nearly so wide. */
    static final int MAX_WIDTH = 1 << 20;

    private static final int BUFFER_BYTES = 1 << 18;
    /** How often to look whether there is still room, and how much room to leave to others. */
    private static final long LOOK_BYTES = 1L << 26;

    private final Reading reading;
    private final ElementType type;
    private final TemporaryFolder folder;
    private final Path file;
    private final FileStore disk;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final IdStore ids;
    private long written;
    private long rows;
    private int column;
    private int width = -1;

    /** @param idColumn the column that ids come from; null if none do */
    DecodedRows(Reading reading, ElementType type, String idColumn) throws IOException {
        this.reading = reading;
        this.type = type;
        this.folder = TemporaryFolder.of(reading.path());
        this.file = folder.file("decoded");
        try {
            this.disk = Files.getFileStore(folder.path());
            this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            this.ids = idColumn == null ? null : new IdStore(reading, idColumn, folder);
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /** The row that is under way; messages name it. */
    long row() {
        return rows;
    }

    /** Refuses at once what will not fit. */
    void requireRoomFor(double bytes) throws IOException {
        long free = disk.getUsableSpace();
        if (bytes > free) {
            throw noRoom((long) bytes + " bytes are needed, " + free + " are free");
        }
    }

    /** The next number of the row. */
    void put(float value) throws IOException {
        if (buffer.remaining() < Float.BYTES) {
            flush();
        }
        grow(1);
        buffer.putFloat(value);
    }

    /** The next numbers of the row, as little-endian bytes of the type. */
    void put(byte[] numbers, int from, int count) throws IOException {
        grow(count);
        int left = count * type.bytes();
        int at = from;
        while (left > 0) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int part = Math.min(left, buffer.remaining());
            buffer.put(numbers, at, part);
            at += part;
            left -= part;
        }
    }

    private void grow(int count) {
        column += count;
        if (column > (width < 0 ? MAX_WIDTH : width)) {
            throw width < 0
                    ? refused("row " + rows + " has more than " + MAX_WIDTH + " numbers, the most there can be")
                    : unequal("more than " + width);
        }
    }

    /** The row's id; every row needs one if any has. */
    void id(String id, boolean number) throws IOException {
        ids.add(id, number);
    }

    void endRow() throws IOException {
        if (width < 0) {
            if (column == 0) {
                throw refused("row 0 has no numbers; remove or fill that row");
            }
            width = column;
        } else if (column != width) {
            throw unequal(Integer.toString(column));
        }
        column = 0;
        if (++rows > Integer.MAX_VALUE) {
            throw refused("has more than " + Integer.MAX_VALUE + " rows, the most there can be; split the file");
        }
    }

    /** Ends a row of a text, whose number of rows is guessed by the first, to refuse at once what will not fit. */
    void endRow(TextInput text) throws IOException {
        endRow();
        if (rows == 1) {
            // half of what such rows would need: the first may be longer than the others
            requireRoomFor(0.5 * text.size() / text.position() * width * Float.BYTES);
        }
    }

    private InvalidInputException unequal(String numbers) {
        return refused("rows of unequal width: row " + rows + " has " + numbers + " numbers where row 0 has " + width
                + "; make the file again with rows of one width");
    }

    private InvalidInputException refused(String what) {
        return new InvalidInputException(reading.name() + ": " + what);
    }

    private void flush() throws IOException {
        if (written / LOOK_BYTES != (written + buffer.position()) / LOOK_BYTES && disk.getUsableSpace() < LOOK_BYTES) {
            throw noRoom("only " + disk.getUsableSpace() + " bytes are left");
        }
        written += buffer.position();
        buffer.flip();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            throw FileFailure.of(file, e);
        }
        buffer.clear();
    }

    private InvalidInputException noRoom(String what) {
        return refused("no room to decode it in the folder for temporary files ("
                + folder.path().getParent() + "): " + what
                + "; make room, or name another folder with TLDR4J_OPTS=-Djava.io.tmpdir=FOLDER");
    }

    /** Maps what was taken. */
    MappedRows map() throws IOException {
        return map(false);
    }

    /** The same for what has one dimension only. */
    MappedRows mapFlat() throws IOException {
        return map(true);
    }

    private MappedRows map(boolean flat) throws IOException {
        if (rows == 0) {
            throw refused("is empty; there must be at least one row");
        }
        flush();
        long stride = (long) width * type.bytes();
        var layout =
                new Layout(reading.name(), file, type, ByteOrder.LITTLE_ENDIAN, (int) rows, width, flat, 0, stride);
        return MappedRows.of(layout, ids == null ? null : ids.finish((int) rows));
    }

    @Override
    public void close() throws IOException {
        try (folder;
                channel) {
            if (ids != null) {
                ids.close();
            }
        }
    }
}
