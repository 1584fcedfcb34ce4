package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.encoder.internal.FileState;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.ReadListener;
import dev.tldr4j.vectors.RowIds;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads the rows of any {@link Layout} from mapped memory. A Java buffer ends at 2 GiB, so a file is mapped in chunks,
 * each a whole number of rows. Buffers are only ever read at absolute places, which makes this safe for many threads.
 */
public final class MappedRows implements Vectors {
    private static final int CHUNK_BYTES = 1 << 30;

    private final Layout layout;
    private final ElementType type;
    private final int rows;
    private final int width;
    private final int prefix;
    private final int stride;
    private final int rowsPerChunk;
    /** Null if there are none. */
    private final IdStore.Stored ids;
    /** Null once closed. */
    private volatile Chunk[] chunks;

    /** Some rows; {@code floats} is the same memory, for f4 alone. */
    private record Chunk(ByteBuffer bytes, FloatBuffer floats) {}

    /** Opens any file this module reads, labels too. */
    public static MappedRows open(Path file) throws IOException {
        return open(Reading.of(file, ReadListener.NONE));
    }

    /** The same, as it is wanted. */
    public static MappedRows open(Reading reading) throws IOException {
        Path file = reading.path();
        try {
            return requireReadable(file) == FileState.FOLDER
                    ? ParquetRows.read(reading)
                    : FileFormat.of(file).open(reading);
        } catch (AccessDeniedException e) {
            throw new InvalidInputException(file + ": may not be read; change its permissions", e);
        } catch (IOException e) {
            throw FileFailure.of(file, e);
        }
    }

    /** Maps these rows; the ids, null if there are none, are closed with them. */
    static MappedRows of(Layout layout, IdStore.Stored ids) throws IOException {
        return new MappedRows(layout, CHUNK_BYTES, ids);
    }

    /** Opens a file that must have rows and columns. */
    public static MappedRows openVectors(Reading reading) throws IOException {
        MappedRows in = open(reading);
        if (in.isFlat()) {
            throw new InvalidInputException(reading.name() + ": has one dimension of " + in.rows() + " " + in.type()
                    + " numbers, which makes it labels and not vectors; name a file with rows and columns");
        }
        return in;
    }

    MappedRows(Layout layout, int chunkBytes) throws IOException {
        this(layout, chunkBytes, null);
    }

    private MappedRows(Layout layout, int chunkBytes, IdStore.Stored ids) throws IOException {
        this.ids = ids;
        this.layout = layout;
        this.type = layout.type();
        this.rows = layout.rows();
        this.width = layout.width();
        this.prefix = layout.prefix();
        this.stride = Math.toIntExact(layout.stride());
        this.rowsPerChunk = Math.max(1, chunkBytes / stride);
        Chunk[] mapped = new Chunk[(rows - 1) / rowsPerChunk + 1];
        try (FileChannel channel = FileChannel.open(layout.file(), StandardOpenOption.READ)) {
            for (int i = 0; i < mapped.length; i++) {
                int first = i * rowsPerChunk;
                ByteBuffer bytes = channel.map(
                                FileChannel.MapMode.READ_ONLY,
                                layout.start() + (long) first * stride,
                                (long) Math.min(rowsPerChunk, rows - first) * stride)
                        .order(layout.order());
                mapped[i] = new Chunk(bytes, type == ElementType.F4 ? bytes.asFloatBuffer() : null);
            }
        }
        this.chunks = mapped;
        // a cheap look at both ends finds most files that are not what their name says
        place(mapped[0], 0);
        place(mapped[mapped.length - 1], rows - 1);
    }

    @Override
    public String name() {
        return layout.name();
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int dims() {
        return width;
    }

    @Override
    public ElementType type() {
        return type;
    }

    /** Whether the file has one dimension only: labels. */
    public boolean isFlat() {
        return layout.flat();
    }

    /** A good number of rows to read at once when going through all of them. */
    public int blockRows() {
        return Math.max(1, Math.min(rows, 65_536 / width));
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        Chunk[] open = requireRows(from, count);
        int at = into.position();
        if ((long) count * width > into.limit() - at) {
            throw new BufferOverflowException();
        }
        for (int row = from, end = from + count; row < end; ) {
            Chunk chunk = open[row / rowsPerChunk];
            // without prefixes the rows of a chunk are one run of numbers
            int run = prefix > 0 ? 1 : Math.min(end - row, rowsPerChunk - row % rowsPerChunk);
            decode(chunk, place(chunk, row), run * width, into, at);
            at += run * width;
            row += run;
        }
        into.position(at);
    }

    private void decode(Chunk chunk, int place, int count, FloatBuffer into, int at) {
        switch (type) {
            case F4 -> into.put(at, chunk.floats, place >> 2, count);
            case F2 -> Decode.f2(chunk.bytes, place, count, into, at);
            case F8 -> Decode.f8(chunk.bytes, place, count, into, at);
            case U1 -> Decode.u1(chunk.bytes, place, count, into, at);
            case I1 -> Decode.i1(chunk.bytes, place, count, into, at);
            case I4 -> Decode.i4(chunk.bytes, place, count, into, at);
            case I8 -> Decode.i8(chunk.bytes, place, count, into, at);
        }
    }

    /** Reads the rows of an f8 file without rounding. */
    public void readExact(int from, int count, double[] into) {
        Chunk[] open = requireRows(from, count);
        for (int row = from, at = 0; row < from + count; row++) {
            Chunk chunk = open[row / rowsPerChunk];
            int place = place(chunk, row);
            for (int i = 0; i < width; i++, place += Double.BYTES) {
                into[at++] = chunk.bytes.getDouble(place);
            }
        }
    }

    /** Reads the rows of a whole-number file without rounding. */
    public void readWhole(int from, int count, long[] into) {
        Chunk[] open = requireRows(from, count);
        for (int row = from, at = 0; row < from + count; row++) {
            Chunk chunk = open[row / rowsPerChunk];
            int place = place(chunk, row);
            for (int i = 0; i < width; i++, place += type.bytes()) {
                into[at++] = whole(chunk.bytes, place);
            }
        }
    }

    private long whole(ByteBuffer bytes, int place) {
        return switch (type) {
            case U1 -> bytes.get(place) & 0xFF;
            case I1 -> bytes.get(place);
            case I4 -> bytes.getInt(place);
            case I8 -> bytes.getLong(place);
            default -> throw new IllegalStateException(type + " numbers are not whole");
        };
    }

    private Chunk[] requireRows(int from, int count) {
        Objects.checkFromIndexSize(from, count, rows);
        Chunk[] open = chunks;
        if (open == null) {
            throw new IllegalStateException(layout.name() + ": was closed");
        }
        return open;
    }

    /** Where in its chunk the numbers of a row begin; checks the row's own width if it has one. */
    private int place(Chunk chunk, int row) {
        int begin = row % rowsPerChunk * stride;
        if (prefix > 0) {
            int own = chunk.bytes.getInt(begin);
            if (own != width) {
                throw new InvalidInputException(layout.name() + ": rows of unequal width: row " + row + " claims " + own
                        + " numbers where row 0 has " + width + "; make the file again with rows of one width");
            }
        }
        return begin + prefix;
    }

    @Override
    public Optional<RowIds> ids() {
        return Optional.ofNullable(ids);
    }

    @Override
    public void close() {
        chunks = null;
        if (ids != null) {
            ids.close();
        }
    }

    private static FileState requireReadable(Path file) throws IOException {
        FileState there = FileState.of(file);
        if (there == FileState.ABSENT) {
            throw new InvalidInputException(file + ": there is no such file; check the name");
        }
        if (there == FileState.OTHER) {
            throw new InvalidInputException(file + ": is a device; name a file");
        }
        return there;
    }
}
