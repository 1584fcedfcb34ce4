package dev.tldr4j.spark.parquet;

import org.apache.parquet.io.ParquetDecodingException;

/** The levels of a page of Parquet, most of which are runs of equal ones: which is next, and how often it comes. */
final class LevelRuns {
    private final int width;
    private byte[] bytes;
    private int at;
    private int end;
    private int level;
    private int run;

    /** How many levels stand one by one, and where the first of them is. */
    private int packed;

    private long bit;

    /** @param width bits of a level */
    LevelRuns(int width) {
        this.width = width;
    }

    void start(byte[] from, int offset, int length) {
        bytes = from;
        at = offset;
        end = offset + length;
        run = 0;
        packed = 0;
    }

    /** The next level; refuses to go on beyond the last. */
    int level() {
        while (run == 0) {
            next();
        }
        return level;
    }

    /** How many times {@link #level} comes at least. */
    int run() {
        return run;
    }

    void skip(int count) {
        run -= count;
    }

    private void next() {
        if (packed > 0) {
            unpack();
            return;
        }
        int header = number();
        int count = header >>> 1;
        if ((header & 1) == 0) {
            run = count;
            level = read();
        } else {
            packed = Math.multiplyExact(count, Byte.SIZE);
            bit = (long) at * Byte.SIZE;
            // some writers leave out the bytes of the last ones that nobody needs
            at = (int) Math.min(end, at + (long) count * width);
        }
    }

    private void unpack() {
        if (bit + width > (long) at * Byte.SIZE) {
            throw brokenOff();
        }
        level = 0;
        for (int i = 0; i < width; i++, bit++) {
            level |= (bytes[(int) (bit / Byte.SIZE)] >> (bit % Byte.SIZE) & 1) << i;
        }
        packed--;
        run = 1;
    }

    private int number() {
        int number = 0;
        int shift = 0;
        int next = read();
        while (next >= 0x80) {
            number |= (next & 0x7f) << shift;
            shift += 7;
            next = read();
        }
        return number | next << shift;
    }

    private int read() {
        if (at == end) {
            throw brokenOff();
        }
        return bytes[at++] & 0xff;
    }

    private static ParquetDecodingException brokenOff() {
        return new ParquetDecodingException("the levels of a page break off");
    }
}
