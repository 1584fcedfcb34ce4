package dev.tldr4j.vectors.internal.hdf5;

import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** How the chunks of a dataset are packed: a list of filters, undone from the last to the first. */
final class Filters implements Closeable {
    private static final int DEFLATE = 1;
    private static final int SHUFFLE = 2;
    private static final int FLETCHER = 3;
    private static final int LZF = 32_000;
    private static final int LZ4 = 32_004;
    private static final int FIRST_NAMED = 256;
    private static final int MAX_FILTERS = 32;
    private static final int CHECKSUM = 4;
    private static final int SPARE_BYTES = 1024;

    private int[] ids = {};
    private int[] shuffled = {};
    private Inflater inflater;
    private byte[] now = {};
    private byte[] before = {};

    /** @param in what is said of them; null where there are none */
    Filters(Piece in) {
        if (in == null) {
            return;
        }
        int version = in.u1();
        int count = in.u1();
        if (version < 1 || version > 2 || count > MAX_FILTERS) {
            throw Hdf5Exception.damaged("filters of an unknown kind");
        }
        in.skip(version == 1 ? 6 : 0);
        ids = new int[count];
        shuffled = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = in.u2();
            int nameBytes = version == 1 || ids[i] >= FIRST_NAMED ? in.u2() : 0;
            in.skip(2);
            int values = in.u2();
            in.skip(version == 1 ? (nameBytes + 7) / 8 * 8L : nameBytes);
            for (int j = 0; j < values; j++) {
                int value = (int) in.u4();
                shuffled[i] = j == 0 ? value : shuffled[i];
            }
            in.skip(version == 1 && values % 2 == 1 ? 4 : 0);
        }
    }

    /** How many bytes so many become at most, which grow a little where they cannot be packed. */
    static int mostPacked(int bytes) {
        return Math.addExact(bytes, bytes / 8 + SPARE_BYTES);
    }

    /**
     * Undoes them. The bytes are valid until the next call.
     *
     * @param skipped those the chunk did not go through, a bit each
     * @param bytes how many there must be at the end
     */
    ByteBuffer undo(byte[] packed, int length, int skipped, int bytes) {
        byte[] from = packed;
        int left = length;
        for (int i = ids.length - 1; i >= 0; i--) {
            if ((skipped >> i & 1) != 0) {
                continue;
            }
            int most = mostPacked(bytes);
            byte[] into = room(most);
            left = undo(i, from, left, into, most);
            from = into;
        }
        if (left != bytes) {
            throw Hdf5Exception.damaged("a chunk unpacks to " + left + " bytes and not to " + bytes);
        }
        return ByteBuffer.wrap(from, 0, bytes);
    }

    /** The one of two arrays that was not filled last. */
    private byte[] room(int bytes) {
        byte[] other = before.length < bytes ? new byte[bytes] : before;
        before = now;
        now = other;
        return now;
    }

    private int undo(int i, byte[] from, int length, byte[] into, int most) {
        return switch (ids[i]) {
            case DEFLATE -> inflate(from, length, into, most);
            case SHUFFLE -> unshuffle(from, length, into, shuffled[i]);
            case FLETCHER -> checked(from, length, into);
            case LZF -> Lzf.unpack(from, length, into, most);
            case LZ4 -> lz4(from, length, into, most);
            default ->
                throw new Hdf5Exception("is packed by the filter " + ids[i]
                        + ", which is not read; write it again with gzip, LZF, LZ4 or none");
        };
    }

    private int inflate(byte[] from, int length, byte[] into, int most) {
        if (inflater == null) {
            inflater = new Inflater();
        }
        inflater.reset();
        inflater.setInput(from, 0, length);
        try {
            int count = 0;
            while (!inflater.finished()) {
                int more = inflater.inflate(into, count, most - count);
                if (more == 0 && !inflater.finished()) {
                    throw cannotBeUnpacked(); // too much, or too little, is in there
                }
                count += more;
            }
            return count;
        } catch (DataFormatException e) {
            throw cannotBeUnpacked();
        }
    }

    /** First all first bytes of numbers, then all second ones, and so on; what is left at the end is as it was. */
    private static int unshuffle(byte[] from, int length, byte[] into, int width) {
        if (width < 1 || width > length || length > into.length) {
            throw cannotBeUnpacked();
        }
        int count = length / width;
        for (int b = 0, at = 0; b < width; b++) {
            for (int i = 0; i < count; i++) {
                into[i * width + b] = from[at++];
            }
        }
        System.arraycopy(from, count * width, into, count * width, length - count * width);
        return length;
    }

    /** Fletcher's sum over words of two bytes, the second of which counts more. */
    private static int checked(byte[] from, int length, byte[] into) {
        int bytes = length - CHECKSUM;
        if (bytes < 0 || bytes > into.length) {
            throw cannotBeUnpacked();
        }
        int first = 0;
        int second = 0;
        for (int i = 0; i < bytes; i += 2) {
            int word = (from[i] & 0xFF) << 8 | (i + 1 < bytes ? from[i + 1] & 0xFF : 0);
            first = (first + word) % 65_535;
            second = (second + first) % 65_535;
        }
        int stored = (from[bytes] & 0xFF) | (from[bytes + 1] & 0xFF) << 8;
        int storedSecond = (from[bytes + 2] & 0xFF) | (from[bytes + 3] & 0xFF) << 8;
        if (stored % 65_535 != first || storedSecond % 65_535 != second) {
            throw Hdf5Exception.damaged("a chunk does not have the checksum it should have");
        }
        System.arraycopy(from, 0, into, 0, bytes);
        return bytes;
    }

    private static int lz4(byte[] from, int length, byte[] into, int most) {
        ByteBuffer in = ByteBuffer.wrap(from, 0, length);
        if (length < 12) {
            throw cannotBeUnpacked();
        }
        long total = in.getLong();
        int block = in.getInt();
        int count = 0;
        if (total < 0 || total > most || block < 1) {
            throw cannotBeUnpacked();
        }
        while (count < total) {
            int unpacked = (int) Math.min(block, total - count);
            int packed = in.remaining() < 4 ? -1 : in.getInt();
            if (packed < 1 || packed > in.remaining()) {
                throw cannotBeUnpacked();
            }
            if (packed == unpacked) {
                System.arraycopy(from, in.position(), into, count, packed);
            } else {
                try {
                    int got = new Lz4Decompressor().decompress(from, in.position(), packed, into, count, unpacked);
                    if (got != unpacked) {
                        throw cannotBeUnpacked();
                    }
                } catch (RuntimeException e) {
                    throw cannotBeUnpacked();
                }
            }
            in.position(in.position() + packed);
            count += unpacked;
        }
        return count;
    }

    static Hdf5Exception cannotBeUnpacked() {
        return Hdf5Exception.damaged("a chunk cannot be unpacked");
    }

    @Override
    public void close() {
        if (inflater != null) {
            inflater.end();
        }
    }
}
