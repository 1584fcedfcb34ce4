package dev.tldr4j.vectors.internal.parquet;

import dev.tldr4j.encoder.internal.AtomicFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes vectors, and ids before them, in the plainest form there is, which everybody reads: lists of three levels,
 * plain encoding, no compression (which finds little to save in vectors).
 */
public final class ParquetWriter {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int PAGE_BYTES = 1 << 20;
    private static final long GROUP_BYTES = 1L << 26;

    private final Vectors vectors;
    private final AtomicFile file;
    private final ByteBuffer page;
    private final ByteArrayOutputStream ids = new ByteArrayOutputStream();
    private final List<byte[]> idPages = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();

    private long place;
    private int pageRows;
    private int idRows;
    private long idBytes;
    private Group group = new Group();

    /**
     * What is to be written.
     *
     * @param column of the vectors
     * @param half whether numbers are floats of two bytes, which are of a fixed length to Parquet
     * @param ids the ids' column; null if there are none
     */
    public record Vectors(String column, Column.Type type, boolean half, int dims, String ids, boolean idsAreNumbers) {
        int bytes() {
            return half ? 2 : type.bytes();
        }
    }

    private static final class Group {
        private long rows;
        private long from;
        private long bytes;
        private long idsFrom;
        private long idBytes;
    }

    public ParquetWriter(AtomicFile file, Vectors vectors) throws IOException {
        this.vectors = vectors;
        int rowBytes = Math.multiplyExact(vectors.dims, vectors.bytes());
        this.page = ByteBuffer.allocate(Math.max(1, PAGE_BYTES / rowBytes) * rowBytes);
        this.file = file;
        write(ByteBuffer.wrap(MAGIC));
        group.from = place;
    }

    /** The next numbers, little-endian, not always up to the end of a row. */
    public void numbers(ByteBuffer numbers) throws IOException {
        int rowBytes = vectors.dims * vectors.bytes();
        while (numbers.hasRemaining()) {
            int part = Math.min(numbers.remaining(), page.remaining());
            page.put(page.position(), numbers, numbers.position(), part);
            page.position(page.position() + part);
            numbers.position(numbers.position() + part);
            if (!page.hasRemaining()) {
                pageRows = page.position() / rowBytes;
                endPage();
            }
        }
    }

    /** The id of the next row; it comes before the row's numbers. */
    public void id(String id) throws IOException {
        if (idBytes >= GROUP_BYTES && page.position() > 0) {
            // long ids beside short vectors: a group's ids are held in memory
            pageRows = page.position() / (vectors.dims * vectors.bytes());
            endPage();
        }
        if (vectors.idsAreNumbers) {
            ids.writeBytes(
                    littleEndian(Long.BYTES).putLong(0, Long.parseLong(id)).array());
        } else {
            byte[] text = id.getBytes(StandardCharsets.UTF_8);
            ids.writeBytes(littleEndian(Integer.BYTES).putInt(0, text.length).array());
            ids.writeBytes(text);
        }
        idRows++;
        if (ids.size() >= PAGE_BYTES) {
            endIdPage();
        }
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void endPage() throws IOException {
        byte[] levels = levels();
        write(ByteBuffer.wrap(header(levels.length + page.position(), pageRows * vectors.dims)));
        write(ByteBuffer.wrap(levels));
        write(page.flip());
        page.clear();
        group.rows += pageRows;
        pageRows = 0;
        if (place - group.from + idBytes >= GROUP_BYTES) {
            endGroup();
        }
    }

    /** Repetition levels, 0 where a row begins and 1 inside of it, and definition levels, 1 everywhere. */
    private byte[] levels() {
        Runs repetitions = new Runs();
        if (vectors.dims == 1) {
            repetitions.add(0, pageRows);
        } else {
            for (int i = 0; i < pageRows; i++) {
                repetitions.add(0, 1);
                repetitions.add(1, vectors.dims - 1);
            }
        }
        Runs definitions = new Runs();
        definitions.add(1, pageRows * vectors.dims);
        byte[] both = new byte[repetitions.size() + definitions.size()];
        repetitions.copyTo(both, 0);
        definitions.copyTo(both, repetitions.size());
        return both;
    }

    private void endIdPage() {
        byte[] header = header(ids.size(), idRows);
        idPages.add(header);
        idPages.add(ids.toByteArray());
        idBytes += header.length + ids.size();
        ids.reset();
        idRows = 0;
    }

    private static byte[] header(int bytes, int values) {
        CompactWriter out = new CompactWriter();
        out.element(() -> {
            out.integer(1, 0);
            out.integer(2, bytes);
            out.integer(3, bytes);
            out.struct(5, () -> {
                out.integer(1, values);
                out.integer(2, Values.PLAIN);
                out.integer(3, 3); // RLE, of the levels
                out.integer(4, 3);
            });
        });
        return out.bytes();
    }

    private void endGroup() throws IOException {
        group.bytes = place - group.from;
        if (vectors.ids != null) {
            if (idRows > 0) {
                endIdPage();
            }
            group.idsFrom = place;
            for (byte[] part : idPages) {
                write(ByteBuffer.wrap(part));
            }
            group.idBytes = place - group.idsFrom;
            idPages.clear();
            idBytes = 0;
        }
        groups.add(group);
        group = new Group();
        group.from = place;
    }

    /** Completes and closes the file. */
    public void finish() throws IOException {
        if (page.position() > 0) {
            pageRows = page.position() / (vectors.dims * vectors.bytes());
            endPage();
        }
        if (group.rows > 0) {
            endGroup();
        }
        byte[] footer = footer();
        write(ByteBuffer.wrap(footer));
        write(littleEndian(8).putInt(footer.length).put(MAGIC).flip());
    }

    private byte[] footer() {
        CompactWriter out = new CompactWriter();
        out.element(() -> {
            out.integer(1, 1);
            out.structs(2, vectors.ids == null ? 4 : 5, () -> schema(out));
            out.whole(3, groups.stream().mapToLong(group -> group.rows).sum());
            out.structs(4, groups.size(), () -> groups.forEach(each -> out.element(() -> group(out, each))));
            out.text(6, "tldr4j");
        });
        return out.bytes();
    }

    private void schema(CompactWriter out) {
        out.element(() -> {
            out.text(4, "schema");
            out.integer(5, vectors.ids == null ? 1 : 2);
        });
        if (vectors.ids != null) {
            out.element(() -> {
                out.integer(1, (vectors.idsAreNumbers ? Column.Type.INT64 : Column.Type.BYTE_ARRAY).ordinal());
                out.integer(3, 0);
                out.text(4, vectors.ids);
                if (!vectors.idsAreNumbers) {
                    out.integer(6, 0);
                    out.struct(10, () -> out.struct(1, () -> {})); // a text, in the old and the new way to say it
                }
            });
        }
        out.element(() -> {
            out.integer(3, 0);
            out.text(4, vectors.column);
            out.integer(5, 1);
            out.integer(6, 3);
            out.struct(10, () -> out.struct(3, () -> {})); // a list, both ways
        });
        out.element(() -> {
            out.integer(3, 2);
            out.text(4, "list");
            out.integer(5, 1);
        });
        out.element(() -> {
            out.integer(1, vectors.type.ordinal());
            if (vectors.half) {
                out.integer(2, 2);
            }
            out.integer(3, 0);
            out.text(4, "element");
            if (vectors.half) {
                out.struct(10, () -> out.struct(15, () -> {}));
            }
        });
    }

    private void group(CompactWriter out, Group each) {
        int columns = vectors.ids == null ? 1 : 2;
        out.structs(1, columns, () -> {
            if (vectors.ids != null) {
                Column.Type type = vectors.idsAreNumbers ? Column.Type.INT64 : Column.Type.BYTE_ARRAY;
                chunk(out, type, List.of(vectors.ids), each.rows, each.idsFrom, each.idBytes);
            }
            List<String> path = List.of(vectors.column, "list", "element");
            chunk(out, vectors.type, path, each.rows * vectors.dims, each.from, each.bytes);
        });
        out.whole(2, each.bytes + each.idBytes);
        out.whole(3, each.rows);
    }

    private static void chunk(
            CompactWriter out, Column.Type type, List<String> path, long values, long from, long bytes) {
        out.element(() -> {
            out.whole(2, from);
            out.struct(3, () -> {
                out.integer(1, type.ordinal());
                out.integers(2, 2, () -> {
                    out.zigzag(Values.PLAIN);
                    out.zigzag(3);
                });
                out.texts(3, path.size(), () -> path.forEach(out::text));
                out.integer(4, Codec.UNCOMPRESSED);
                out.whole(5, values);
                out.whole(6, bytes);
                out.whole(7, bytes);
                out.whole(9, from);
            });
        });
    }

    private void write(ByteBuffer bytes) throws IOException {
        place += bytes.remaining();
        file.write(bytes);
    }

    /** Levels of one bit as runs, with their length before them. */
    private static final class Runs {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        void add(int level, int count) {
            int left = count << 1;
            while ((left & ~0x7F) != 0) {
                out.write(left & 0x7F | 0x80);
                left >>>= 7;
            }
            out.write(left);
            out.write(level);
        }

        int size() {
            return Integer.BYTES + out.size();
        }

        void copyTo(byte[] bytes, int at) {
            littleEndian(bytes, at, out.size());
            System.arraycopy(out.toByteArray(), 0, bytes, at + Integer.BYTES, out.size());
        }

        private static void littleEndian(byte[] bytes, int at, int value) {
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
        }
    }
}
