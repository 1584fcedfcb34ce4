package dev.tldr4j.vectors.internal.parquet;

import java.util.Arrays;

/** Small numbers, written as runs of one number or packed bit by bit: levels, and places in a dictionary. */
final class HybridReader {
    private final byte[] bytes;
    private final int end;
    private final int width;
    private int at;
    /** Of the run that goes on: how many numbers are left of it. */
    private int left;

    private boolean packed;
    private int value;
    /** Of packed numbers: the bits that were read but not used yet. */
    private long bits;

    private int bitCount;

    HybridReader(byte[] bytes, int from, int end, int width) {
        if (width < 0 || width > 32) {
            throw ParquetException.damaged("numbers of " + width + " bits");
        }
        this.bytes = bytes;
        this.at = from;
        this.end = end;
        this.width = width;
    }

    void read(int[] into, int count) {
        if (width == 0) {
            Arrays.fill(into, 0, count, 0);
            return;
        }
        int done = 0;
        while (done < count) {
            if (left == 0) {
                begin();
            }
            int part = Math.min(left, count - done);
            if (packed) {
                unpack(into, done, part);
            } else {
                Arrays.fill(into, done, done + part, value);
            }
            left -= part;
            done += part;
        }
    }

    private void begin() {
        long header = varint();
        packed = (header & 1) == 1;
        long count = packed ? (header >>> 1) * 8 : header >>> 1;
        if (count == 0 || count > Integer.MAX_VALUE) {
            throw ParquetException.damaged("a run of " + count + " numbers");
        }
        left = (int) count;
        bits = 0;
        bitCount = 0;
        if (!packed) {
            value = 0;
            for (int shift = 0; shift < width; shift += 8) {
                value |= next() << shift;
            }
        }
    }

    private void unpack(int[] into, int from, int count) {
        long mask = (1L << width) - 1;
        for (int i = from; i < from + count; i++) {
            while (bitCount < width) {
                bits |= (long) next() << bitCount;
                bitCount += 8;
            }
            into[i] = (int) (bits & mask);
            bits >>>= width;
            bitCount -= width;
        }
    }

    private long varint() {
        long result = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int next = next();
            result |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return result;
            }
        }
        throw ParquetException.damaged("a run's length does not end");
    }

    private int next() {
        if (at >= end) {
            throw ParquetException.damaged("a page ends too early");
        }
        return bytes[at++] & 0xFF;
    }
}
