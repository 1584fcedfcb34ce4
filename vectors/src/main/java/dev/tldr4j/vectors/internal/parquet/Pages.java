package dev.tldr4j.vectors.internal.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Goes through the pages of a column in one row group, and unpacks them. */
final class Pages {
    private static final int DATA = 0;
    private static final int DICTIONARY = 2;
    private static final int DATA_V2 = 3;
    private static final int USUAL_HEADER = 1 << 10;
    /** With statistics of long texts in it. */
    private static final int MAX_HEADER = 1 << 22;

    private final ParquetFile file;
    private final Column column;
    private final Allowance allowance;
    private ParquetFile.Chunk chunk;
    private ParquetFile.PlaceListener listener;
    private long end;
    private long place;
    private long values;
    private Dictionary dictionary;
    private ByteBuffer headerBytes = ByteBuffer.allocate(USUAL_HEADER);
    private byte[] packed = new byte[0];
    private byte[] unpacked = new byte[0];

    private static final class Header {
        private int type = -1;
        private int unpacked = -1;
        private int packed = -1;
        private int values = -1;
        private int encoding = -1;
        private int repetitions = -1;
        private int definitions = -1;
        private boolean isPacked = true;
    }

    Pages(ParquetFile file, Column column, Allowance allowance) {
        this.file = file;
        this.column = column;
        this.allowance = allowance;
    }

    /** Goes on with another group of rows. */
    void begin(ParquetFile.Chunk next, ParquetFile.PlaceListener newListener) {
        chunk = next;
        listener = newListener;
        place = next.from();
        end = next.from() + next.bytes();
        values = 0;
        dictionary = null;
        allowance.read(next.bytes());
    }

    /** The next page of values; null after the last. Its bytes are good until the next is asked for. */
    Page next() throws IOException {
        while (values < chunk.values()) {
            Header header = header();
            require(header);
            listener.at(place);
            long begin = place;
            place += header.packed;
            switch (header.type) {
                case DATA, DATA_V2 -> {
                    values += header.values;
                    if (header.values < 0 || values > chunk.values()) {
                        throw ParquetException.damaged("a page claims " + header.values + " values");
                    }
                    return page(header, begin);
                }
                case DICTIONARY -> {
                    if (dictionary != null) {
                        throw ParquetException.damaged("a column has two dictionaries");
                    }
                    if (header.encoding != Values.PLAIN && header.encoding != Values.PLAIN_DICTIONARY) {
                        throw ParquetException.damaged("a dictionary is of encoding " + header.encoding);
                    }
                    int length = unpack(header, begin, 0);
                    dictionary = Dictionary.of(column, header.values, unpacked, length);
                }
                default -> {} // an index, which is not needed
            }
        }
        return null;
    }

    /** The values that pages refer to; null if there are none. */
    Dictionary dictionary() {
        return dictionary;
    }

    private Page page(Header header, long begin) throws IOException {
        if (header.type == DATA) {
            int length = unpack(header, begin, 0);
            return new Page(header.values, header.encoding, unpacked, -1, -1, length);
        }
        long levels = (long) header.repetitions + header.definitions;
        if (header.repetitions < 0 || header.definitions < 0 || levels > Math.min(header.packed, header.unpacked)) {
            throw ParquetException.damaged("the levels of a page claim " + levels + " bytes");
        }
        int length = unpack(header, begin, (int) levels);
        return new Page(header.values, header.encoding, unpacked, header.repetitions, header.definitions, length);
    }

    /** Puts a page's bytes into {@link #unpacked}; the first of them, the levels of a newer page, are never packed. */
    private int unpack(Header header, long begin, int levels) throws IOException {
        allowance.unpack(header.unpacked, header.type == DICTIONARY);
        packed = atLeast(packed, header.packed);
        unpacked = atLeast(unpacked, header.unpacked);
        file.read(begin, ByteBuffer.wrap(packed, 0, header.packed));
        System.arraycopy(packed, 0, unpacked, 0, levels);
        int codec = header.isPacked ? chunk.codec() : Codec.UNCOMPRESSED;
        Codec.unpack(codec, packed, levels, header.packed - levels, unpacked, levels, header.unpacked - levels);
        return header.unpacked;
    }

    private static byte[] atLeast(byte[] buffer, int length) {
        return buffer.length >= length ? buffer : new byte[length];
    }

    /** Reads the header at the place, and goes behind it. */
    private Header header() throws IOException {
        for (int length = USUAL_HEADER; ; length *= 8) {
            int there = (int) Math.min(length, end - place);
            if (headerBytes.capacity() < there) {
                headerBytes = ByteBuffer.allocate(there);
            }
            ByteBuffer bytes = headerBytes.clear().limit(there);
            file.read(place, bytes);
            bytes.flip();
            try {
                Header header = header(new CompactReader(bytes));
                place += bytes.position();
                return header;
            } catch (ParquetException e) {
                // the header may go on where the bytes end
                if (there == end - place || length >= MAX_HEADER) {
                    throw e;
                }
            }
        }
    }

    private void require(Header header) {
        if (header.packed < 0 || header.packed > end - place) {
            throw ParquetException.damaged("a page claims " + header.packed + " bytes");
        }
        if (header.unpacked < 0
                || header.unpacked > Allowance.MAX_PAGE
                || header.packed > Allowance.MAX_PAGE
                || !Codec.isPossible(header.isPacked ? chunk.codec() : 0, header.packed, header.unpacked)) {
            throw ParquetException.damaged("a page of " + header.packed + " bytes claims to unpack to "
                    + header.unpacked + "; at most " + Allowance.MAX_PAGE + " are read");
        }
    }

    private static Header header(CompactReader in) {
        Header header = new Header();
        in.struct((id, type) -> {
            switch (id) {
                case 1 -> header.type = in.integer(type);
                case 2 -> header.unpacked = in.integer(type);
                case 3 -> header.packed = in.integer(type);
                case 5, 7 -> {
                    in.requireStruct(type);
                    in.struct((field, fieldType) -> {
                        switch (field) {
                            case 1 -> header.values = in.integer(fieldType);
                            case 2 -> header.encoding = in.integer(fieldType);
                            default -> in.skip(fieldType);
                        }
                    });
                }
                case 8 -> {
                    in.requireStruct(type);
                    in.struct((field, fieldType) -> newer(in, field, fieldType, header));
                }
                default -> in.skip(type);
            }
        });
        return header;
    }

    private static void newer(CompactReader in, int field, int type, Header header) {
        switch (field) {
            case 1 -> header.values = in.integer(type);
            case 4 -> header.encoding = in.integer(type);
            case 5 -> header.definitions = in.integer(type);
            case 6 -> header.repetitions = in.integer(type);
            case 7 -> header.isPacked = type != CompactReader.FALSE;
            default -> in.skip(type);
        }
    }
}
