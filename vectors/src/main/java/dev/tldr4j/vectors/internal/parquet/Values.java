package dev.tldr4j.vectors.internal.parquet;

/** The numbers of a page, whatever their encoding, as little-endian bytes. */
abstract class Values {
    static final int PLAIN = 0;
    static final int PLAIN_DICTIONARY = 2;
    static final int DELTA_BINARY_PACKED = 5;
    static final int DELTA_LENGTH_BYTE_ARRAY = 6;
    static final int DELTA_BYTE_ARRAY = 7;
    static final int RLE_DICTIONARY = 8;
    private static final int BYTE_STREAM_SPLIT = 9;

    /** Puts the next numbers into the array. */
    abstract void read(byte[] into, int count);

    /**
     * The numbers of this page, from the byte where they begin.
     *
     * @param scratch for as many places in a dictionary as numbers are read at once
     */
    static Values of(Page page, int begin, Column column, Dictionary dictionary, int[] scratch) {
        int width = column.numberBytes();
        return switch (page.encoding()) {
            case PLAIN -> new Plain(page, begin, width);
            case PLAIN_DICTIONARY, RLE_DICTIONARY ->
                new Referred(places(page, begin), required(dictionary), width, scratch);
            case BYTE_STREAM_SPLIT -> new Split(page, begin, width);
            case DELTA_BINARY_PACKED -> {
                if (column.type() != Column.Type.INT32 && column.type() != Column.Type.INT64) {
                    throw ParquetException.damaged("differences of numbers that are not whole");
                }
                yield new Differences(new DeltaReader(page.data(), begin, page.length()), width);
            }
            default -> throw unknown(page);
        };
    }

    static ParquetException unknown(Page page) {
        return new ParquetException("has a column in encoding " + page.encoding()
                + ", which is not read; write it again with plain or dictionary encoding");
    }

    static Dictionary required(Dictionary dictionary) {
        if (dictionary == null) {
            throw ParquetException.damaged("a page refers to a dictionary that is not there");
        }
        return dictionary;
    }

    /** The places in the dictionary; their width stands before them. */
    static HybridReader places(Page page, int begin) {
        // without any value there need not be a width either
        int width = begin < page.length() ? page.data()[begin] : 0;
        return new HybridReader(page.data(), begin + 1, page.length(), width);
    }

    private static final class Plain extends Values {
        private final Page page;
        private final int width;
        private int at;

        Plain(Page page, int begin, int width) {
            this.page = page;
            this.at = begin;
            this.width = width;
        }

        @Override
        void read(byte[] into, int count) {
            if (count * width > page.length() - at) {
                throw ParquetException.damaged("a page ends too early");
            }
            System.arraycopy(page.data(), at, into, 0, count * width);
            at += count * width;
        }
    }

    private static final class Referred extends Values {
        private final HybridReader places;
        private final Dictionary dictionary;
        private final int width;
        private final int[] next;

        Referred(HybridReader places, Dictionary dictionary, int width, int[] scratch) {
            this.places = places;
            this.dictionary = dictionary;
            this.width = width;
            this.next = scratch;
        }

        @Override
        void read(byte[] into, int count) {
            places.read(next, count);
            byte[] numbers = dictionary.bytes();
            for (int i = 0; i < count; i++) {
                if (next[i] < 0 || next[i] >= dictionary.size()) {
                    throw ParquetException.damaged("a value that is not in the dictionary");
                }
                for (int j = 0; j < width; j++) {
                    into[i * width + j] = numbers[next[i] * width + j];
                }
            }
        }
    }

    /** All first bytes, then all second ones, and so on. */
    private static final class Split extends Values {
        private final Page page;
        private final int begin;
        private final int width;
        private final int stride;
        private int done;

        Split(Page page, int begin, int width) {
            this.page = page;
            this.begin = begin;
            this.width = width;
            this.stride = (page.length() - begin) / width;
        }

        @Override
        void read(byte[] into, int count) {
            if (count > stride - done) {
                throw ParquetException.damaged("a page ends too early");
            }
            byte[] data = page.data();
            for (int j = 0; j < width; j++) {
                int from = begin + j * stride + done;
                for (int i = 0; i < count; i++) {
                    into[i * width + j] = data[from + i];
                }
            }
            done += count;
        }
    }

    private static final class Differences extends Values {
        private final DeltaReader numbers;
        private final int width;

        Differences(DeltaReader numbers, int width) {
            this.numbers = numbers;
            this.width = width;
        }

        @Override
        void read(byte[] into, int count) {
            for (int i = 0; i < count; i++) {
                long value = numbers.next();
                for (int j = 0; j < width; j++) {
                    into[i * width + j] = (byte) (value >> 8 * j);
                }
            }
        }
    }
}
