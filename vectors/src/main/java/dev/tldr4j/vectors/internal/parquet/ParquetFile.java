package dev.tldr4j.vectors.internal.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A Parquet file: its columns, and what is in them, one group of rows after the other. */
public final class ParquetFile implements Closeable {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);
    /** A file of thousands of columns and row groups has some megabytes of description. */
    private static final int MAX_FOOTER = 1 << 28;

    private final FileChannel channel;
    private final Allowance allowance;
    private final Map<Integer, Pages> pages = new HashMap<>();
    private ListReader lists;
    private final List<Column> columns;
    private final List<RowGroup> rowGroups = new ArrayList<>();

    /** Some rows: how many, and where their columns lie. */
    record RowGroup(long rows, List<Chunk> chunks) {}

    /** Where the pages of one column and row group lie. */
    record Chunk(boolean elsewhere, int codec, long values, long from, long bytes) {}

    /** @throws ParquetException if the file is not one that can be read */
    public static ParquetFile open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            return new ParquetFile(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private ParquetFile(FileChannel channel) throws IOException {
        this.channel = channel;
        this.allowance = new Allowance(channel.size());
        Schema schema = new Schema();
        CompactReader in = new CompactReader(footer());
        in.struct((id, type) -> {
            switch (id) {
                case 2 -> in.list(type, element -> schema.add(in, element));
                case 4 -> in.list(type, element -> rowGroups.add(rowGroup(in, element)));
                default -> in.skip(type);
            }
        });
        this.columns = schema.columns();
        for (RowGroup group : rowGroups) {
            if (group.chunks.size() != columns.size() || group.rows < 0) {
                throw ParquetException.damaged("a group of rows has " + group.chunks.size() + " columns, where "
                        + columns.size() + " are described");
            }
        }
    }

    private ByteBuffer footer() throws IOException {
        long size = channel.size();
        if (size < 12) {
            throw new ParquetException("is not a Parquet file (it has " + size + " bytes)");
        }
        byte[] begin = read(0, 4).array();
        ByteBuffer end = read(size - 8, 8);
        byte[] magic = Arrays.copyOfRange(end.array(), 4, 8);
        if (Arrays.equals(magic, ENCRYPTED)) {
            throw new ParquetException("is encrypted; write it again without encryption");
        }
        if (!Arrays.equals(begin, MAGIC)) {
            throw new ParquetException("is not a Parquet file (it does not begin with PAR1)");
        }
        if (!Arrays.equals(magic, MAGIC)) {
            throw new ParquetException(
                    "is truncated or no Parquet file (it does not end with PAR1);" + " copy or make the file again");
        }
        int length = end.getInt(0);
        if (length < 0 || length > size - 12 || length > MAX_FOOTER) {
            throw ParquetException.damaged("its description claims " + length + " bytes");
        }
        return read(size - 8 - length, length);
    }

    private RowGroup rowGroup(CompactReader in, int elementType) {
        in.requireStruct(elementType);
        long[] rows = {0};
        List<Chunk> chunks = new ArrayList<>();
        in.struct((id, type) -> {
            switch (id) {
                case 1 -> in.list(type, element -> chunks.add(chunk(in, element)));
                case 3 -> rows[0] = in.whole(type);
                default -> in.skip(type);
            }
        });
        if (chunks.isEmpty()) {
            throw ParquetException.damaged("a group of rows has no columns");
        }
        return new RowGroup(rows[0], chunks);
    }

    private static Chunk chunk(CompactReader in, int elementType) {
        in.requireStruct(elementType);
        boolean[] elsewhere = {false};
        long[] numbers = new long[12];
        int[] seen = {0};
        in.struct((id, type) -> {
            switch (id) {
                case 1, 8 -> { // in another file, or encrypted
                    elsewhere[0] = true;
                    in.skip(type);
                }
                case 3 -> {
                    in.requireStruct(type);
                    in.struct((field, fieldType) -> {
                        switch (field) {
                            case 4, 5, 7, 9, 11 -> {
                                numbers[field] = in.whole(fieldType);
                                seen[0]++;
                            }
                            default -> in.skip(fieldType);
                        }
                    });
                }
                default -> in.skip(type);
            }
        });
        if (seen[0] < 4 && !elsewhere[0]) {
            throw ParquetException.damaged("it does not say where a column lies");
        }
        long data = numbers[9];
        long dictionary = numbers[11];
        long from = dictionary > 0 && dictionary < data ? dictionary : data;
        return new Chunk(elsewhere[0], (int) numbers[4], numbers[5], from, numbers[7]);
    }

    public List<Column> columns() {
        return columns;
    }

    public int rowGroups() {
        return rowGroups.size();
    }

    public long rows(int rowGroup) {
        return rowGroups.get(rowGroup).rows;
    }

    /** The rows that all groups claim to have together. */
    public double rows() {
        return rowGroups.stream().mapToDouble(RowGroup::rows).sum();
    }

    /** The values a column claims to have in all row groups together. */
    public double values(Column column) {
        return rowGroups.stream()
                .mapToDouble(group -> group.chunks.get(column.index()).values)
                .sum();
    }

    /** Hears of lists of numbers, one a row. */
    public interface NumberListener {
        /** The next row begins. */
        void row() throws IOException;

        /** The next numbers of the row, as little-endian bytes. */
        void numbers(byte[] numbers, int from, int count) throws IOException;
    }

    /** Hears of ids, one a row. */
    public interface IdListener {
        void id(String text, boolean number) throws IOException;
    }

    /** Hears how far the file is read. */
    public interface PlaceListener {
        void at(long place);
    }

    /** Reads the lists of one row group; a list or a number that is not there is refused. */
    public void readNumbers(int rowGroup, Column column, NumberListener to, PlaceListener place) throws IOException {
        if (lists == null) {
            lists = new ListReader(column, to);
        }
        lists.read(pages(rowGroup, column, place));
    }

    /** Reads the ids of one row group; one that is not there is refused. */
    public void readIds(int rowGroup, Column column, IdListener to, PlaceListener place) throws IOException {
        IdReader.read(pages(rowGroup, column, place), column, rowGroups.get(rowGroup).rows, to);
    }

    private Pages pages(int rowGroup, Column column, PlaceListener place) throws IOException {
        Chunk chunk = rowGroups.get(rowGroup).chunks.get(column.index());
        if (chunk.elsewhere) {
            throw new ParquetException(
                    "keeps the column in another file, or encrypted; write it again as one plain file");
        }
        long size = channel.size();
        if (chunk.values > 0 && isOutside(chunk, size)) {
            throw ParquetException.damaged("a column lies outside of the file");
        }
        if (chunk.values < 0) {
            throw ParquetException.damaged("a column claims " + chunk.values + " values");
        }
        Pages ofColumn = pages.computeIfAbsent(column.index(), index -> new Pages(this, column, allowance));
        ofColumn.begin(chunk, place);
        return ofColumn;
    }

    private static boolean isOutside(Chunk chunk, long size) {
        return chunk.from < 4 || chunk.bytes < 0 || chunk.from > size || chunk.bytes > size - chunk.from;
    }

    /** Reads some bytes of the file, which must be there. */
    ByteBuffer read(long place, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        read(place, bytes);
        return bytes.flip();
    }

    /** Fills the buffer up to its limit. */
    void read(long place, ByteBuffer into) throws IOException {
        long at = place;
        while (into.hasRemaining()) {
            int read = channel.read(into, at);
            if (read < 0) {
                throw ParquetException.damaged("it was shortened meanwhile");
            }
            at += read;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
