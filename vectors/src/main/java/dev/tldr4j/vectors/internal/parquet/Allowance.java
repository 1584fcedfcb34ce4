package dev.tldr4j.vectors.internal.parquet;

/**
 * How much of a file may be read and unpacked, by its size. In a sound file columns do not overlap, so that each byte is
 * read once, for vectors or for ids.
 */
final class Allowance {
    /** What is written is a megabyte, seldom some tens of them. */
    static final int MAX_PAGE = 1 << 28;

    private static final long SMALL = 1 << 22;
    /** How much larger than the file a page, or all dictionaries together, may be. */
    private static final long PAGES_OF_FILE = 16;

    private final long page;
    private long toRead;
    private long dictionaries;
    private long toUnpack;

    Allowance(long size) {
        this.page = Math.min(MAX_PAGE, SMALL + PAGES_OF_FILE * size);
        this.dictionaries = SMALL + PAGES_OF_FILE * size;
        this.toRead = 2 * size;
        this.toUnpack = (1L << 26) + 256 * size;
    }

    /** A column of a group of rows will be read. */
    void read(long bytes) {
        toRead -= bytes;
        if (toRead < 0) {
            throw ParquetException.damaged("its columns are longer than the file");
        }
    }

    /** A page will be unpacked. */
    void unpack(long bytes, boolean dictionary) {
        toUnpack -= bytes;
        dictionaries -= dictionary ? bytes : 0;
        if (bytes > page || toUnpack < 0 || dictionaries < 0) {
            throw ParquetException.damaged(
                    "a page claims to unpack to " + bytes + " bytes, more than a file of this size may have");
        }
    }
}
