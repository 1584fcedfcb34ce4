package dev.tldr4j.vectors.internal.parquet;

/** Whole numbers, written as differences to the one before, packed bit by bit in blocks. */
final class DeltaReader {
    /** Writers make 4. */
    private static final int MAX_MINIBLOCKS = 256;

    private final byte[] bytes;
    private final int end;
    private int at;

    private final int perMiniblock;
    private final int miniblocks;
    private final int total;
    private int done;

    private long value;
    private long least;
    private final int[] widths;
    private int miniblock;
    /** How many numbers of the miniblock were read, and where the next one's bits begin. */
    private int inMiniblock;

    private int width;
    private long bitPlace;

    DeltaReader(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
        long block = varint();
        long count = varint();
        long values = varint();
        if (block <= 0
                || count <= 0
                || block > 1 << 20
                || count > MAX_MINIBLOCKS
                || count > block
                || block % count != 0
                || values < 0
                || values > Integer.MAX_VALUE) {
            throw ParquetException.damaged("blocks of " + block + " differences in " + count + " parts");
        }
        this.miniblocks = (int) count;
        this.perMiniblock = (int) (block / count);
        this.total = (int) values;
        this.widths = new int[miniblocks];
        this.miniblock = miniblocks; // so that the first difference begins a block
        this.inMiniblock = perMiniblock;
        this.value = zigzag();
    }

    /** How many numbers there are. */
    int total() {
        return total;
    }

    long next() {
        if (done == total) {
            throw ParquetException.damaged("a page ends too early");
        }
        if (done++ > 0) {
            if (inMiniblock == perMiniblock) {
                beginMiniblock();
            }
            value += least + bits();
            inMiniblock++;
        }
        return value;
    }

    private void beginMiniblock() {
        if (miniblock < miniblocks) {
            at += perMiniblock * widths[miniblock] / 8; // what was read
            miniblock++;
        }
        if (miniblock >= miniblocks) {
            least = zigzag();
            for (int i = 0; i < miniblocks; i++) {
                widths[i] = read();
                if (widths[i] > 64) {
                    throw ParquetException.damaged("differences of " + widths[i] + " bits");
                }
            }
            miniblock = 0;
        }
        width = widths[miniblock];
        bitPlace = 8L * at;
        inMiniblock = 0;
    }

    private long bits() {
        long result = 0;
        for (int got = 0; got < width; ) {
            int place = (int) (bitPlace >> 3);
            if (place >= end) {
                throw ParquetException.damaged("a page ends too early");
            }
            int skip = (int) (bitPlace & 7);
            int take = Math.min(8 - skip, width - got);
            long part = (bytes[place] & 0xFF) >> skip & (1 << take) - 1;
            result |= part << got;
            got += take;
            bitPlace += take;
        }
        return result;
    }

    /** Where what comes after the last number begins; call it when all of them were read. */
    int end() {
        // the last miniblock is there to its end, whatever it holds of use; those after it are not
        int place = miniblock < miniblocks ? at + perMiniblock * widths[miniblock] / 8 : at;
        if (place < 0 || place > end) {
            throw ParquetException.damaged("a page ends too early");
        }
        return place;
    }

    private long zigzag() {
        long read = varint();
        return read >>> 1 ^ -(read & 1);
    }

    private long varint() {
        long result = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = read();
            result |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return result;
            }
        }
        throw ParquetException.damaged("a number does not end");
    }

    private int read() {
        if (at >= end) {
            throw ParquetException.damaged("a page ends too early");
        }
        return bytes[at++] & 0xFF;
    }
}
