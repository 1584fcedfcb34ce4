package dev.tldr4j.vectors.internal.parquet;

import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** How pages are packed, by the numbers Parquet has for it. */
final class Codec {
    static final int UNCOMPRESSED = 0;
    private static final int SNAPPY = 1;
    private static final int GZIP = 2;
    private static final int ZSTD = 6;
    private static final int LZ4_RAW = 7;
    private static final String[] NAMES = {"none", "snappy", "gzip", "LZO", "brotli", "LZ4 as Hadoop framed it"};

    private Codec() {}

    /** Whether so few bytes can hold so many: what claims more is not worth the memory. */
    static boolean isPossible(int codec, int packed, int unpacked) {
        long most =
                switch (codec) {
                    case UNCOMPRESSED -> 1;
                    case SNAPPY -> 64;
                    case LZ4_RAW -> 256;
                    case GZIP -> 1032;
                    default -> 1 << 16; // a zstd block of 128 KiB is at least 4 bytes
                };
        return unpacked <= most * packed + 64;
    }

    /** Unpacks exactly so many bytes. */
    static void unpack(int codec, byte[] from, int at, int length, byte[] into, int to, int unpacked) {
        int count =
                switch (codec) {
                    case UNCOMPRESSED -> copy(from, at, length, into, to, unpacked);
                    case SNAPPY -> unpack(new SnappyDecompressor(), from, at, length, into, to, unpacked);
                    case GZIP -> inflate(from, at, length, into, to, unpacked);
                    case ZSTD -> unpack(new ZstdDecompressor(), from, at, length, into, to, unpacked);
                    case LZ4_RAW -> unpack(new Lz4Decompressor(), from, at, length, into, to, unpacked);
                    default ->
                        throw new ParquetException("is compressed with "
                                + (codec > 0 && codec < NAMES.length ? NAMES[codec] : "an unknown codec, " + codec)
                                + ", which is not read; write it again with zstd, snappy, gzip, LZ4_RAW or none");
                };
        if (count != unpacked) {
            throw ParquetException.damaged("a page unpacks to " + count + " bytes and not to " + unpacked);
        }
    }

    private static int copy(byte[] from, int at, int length, byte[] into, int to, int unpacked) {
        if (length != unpacked) {
            return length;
        }
        System.arraycopy(from, at, into, to, length);
        return length;
    }

    private static int unpack(Decompressor codec, byte[] from, int at, int length, byte[] into, int to, int unpacked) {
        if (length == 0 && unpacked == 0) {
            return 0; // a page of nothing but missing values
        }
        try {
            return codec.decompress(from, at, length, into, to, unpacked);
        } catch (RuntimeException e) {
            throw ParquetException.damaged("a page cannot be unpacked");
        }
    }

    /** A gzip file may have several parts; each has a header of its own, which ends before the deflated bytes. */
    private static int inflate(byte[] from, int at, int length, byte[] into, int to, int unpacked) {
        if (length == 0) {
            return 0;
        }
        Inflater inflater = new Inflater(true);
        try {
            int end = at + length;
            int count = 0;
            for (int begin = at; begin < end; ) {
                int data = begin + gzipHeader(from, begin, end);
                inflater.reset();
                inflater.setInput(from, data, end - data);
                while (!inflater.finished()) {
                    int more = inflater.inflate(into, to + count, unpacked - count);
                    if (more == 0 && !inflater.finished()) {
                        return -1; // too much, or too little, is in there
                    }
                    count += more;
                }
                begin = data + (int) inflater.getBytesRead() + 8;
            }
            return count;
        } catch (DataFormatException e) {
            throw ParquetException.damaged("a page cannot be unpacked");
        } finally {
            inflater.end();
        }
    }

    private static int gzipHeader(byte[] bytes, int begin, int end) {
        if (end - begin < 18 || bytes[begin] != 0x1F || bytes[begin + 1] != (byte) 0x8B) {
            throw ParquetException.damaged("a page is not gzip");
        }
        int flags = bytes[begin + 3];
        int at = begin + 10;
        if ((flags & 4) != 0) {
            at += 2 + (bytes[at] & 0xFF) + ((bytes[at + 1] & 0xFF) << 8);
        }
        for (int flag : new int[] {8, 16}) { // a name, a comment
            if ((flags & flag) != 0) {
                while (at < end && bytes[at] != 0) {
                    at++;
                }
                at++;
            }
        }
        at += (flags & 2) != 0 ? 2 : 0;
        if (at >= end) {
            throw ParquetException.damaged("a page is not gzip");
        }
        return at - begin;
    }
}
