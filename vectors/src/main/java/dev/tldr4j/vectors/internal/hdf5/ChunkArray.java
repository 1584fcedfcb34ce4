package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;

/** The newest layouts' arrays of the addresses of chunks: one of a fixed length, and one that grows block by block. */
final class ChunkArray {
    private static final int CHECKSUM = 4;
    /** Of what counts a page's entries and an array's; HDF5's own are 10 and 32. */
    private static final int MAX_BITS = 30;

    private static final int MOST_BITS = 40;

    private final Source source;
    private final Chunks chunks;
    private final int unpackedBytes;
    private boolean packed;
    private int entryBytes;
    /** As a power of two: longer blocks are cut into pages, each with a checksum. */
    private int pageBits;

    private long next;

    /** Hears of each chunk by its number. */
    interface Chunks {
        void chunk(long number, long address, long size, int skippedFilters);
    }

    private ChunkArray(Source source, Chunks chunks, int unpackedBytes) {
        this.source = source;
        this.chunks = chunks;
        this.unpackedBytes = unpackedBytes;
    }

    static void fixed(Source source, long address, Chunks chunks, int unpackedBytes) throws IOException {
        if (address != Piece.NOWHERE) {
            new ChunkArray(source, chunks, unpackedBytes).fixed(address);
        }
    }

    static void growing(Source source, long address, Chunks chunks, int unpackedBytes) throws IOException {
        if (address != Piece.NOWHERE) {
            new ChunkArray(source, chunks, unpackedBytes).growing(address);
        }
    }

    private void fixed(long address) throws IOException {
        Piece head = source.pieceUpTo(address, 64).signature("FAHD");
        begin(head);
        pageBits = bits(head);
        long count = head.length();
        if (count > source.size()) {
            throw Hdf5Exception.damaged("an array of " + count + " entries");
        }
        long block = head.address();
        if (block != Piece.NOWHERE) {
            Piece in = source.pieceUpTo(block, 6 + source.addressBytes()).signature("FADB");
            long from = block + 6 + source.addressBytes();
            if (count > 1L << pageBits) {
                // which pages were written stands before them; those that were not hold no chunk
                long pages = (count - 1 >> pageBits) + 1;
                Piece written = source.piece(from, (pages + 7) / 8);
                pages(from + written.left() + CHECKSUM, count, written, 0);
            } else {
                entries(source.piece(from, count * entryBytes), count);
            }
        }
    }

    private void begin(Piece head) {
        head.skip(1);
        packed = head.u1() == 1;
        entryBytes = head.u1();
        int fewest = source.addressBytes() + (packed ? 5 : 0);
        if (entryBytes < fewest || entryBytes > fewest + (packed ? 7 : 0)) {
            throw Hdf5Exception.damaged("entries of " + entryBytes + " bytes");
        }
    }

    private static int bits(Piece in) {
        int bits = in.u1();
        if (bits > MAX_BITS) {
            throw Hdf5Exception.damaged("an array of 2^" + bits + " entries");
        }
        return bits;
    }

    private void entries(Piece in, long count) {
        for (long i = 0; i < count; i++) {
            long address = in.address();
            long size = packed ? in.number(entryBytes - source.addressBytes() - 4) : unpackedBytes;
            int skipped = packed ? (int) in.u4() : 0;
            if (address != Piece.NOWHERE) {
                chunks.chunk(next, address, size, skipped);
            }
            next++;
        }
    }

    /** @param written a bit for each page, of which that one is the first page's */
    private void pages(long from, long count, Piece written, long firstBit) throws IOException {
        long at = from;
        for (long done = 0, page = 0; done < count; page++) {
            long length = Math.min(count - done, 1L << pageBits);
            if (written.bit(firstBit + page)) {
                entries(source.piece(at, length * entryBytes), length);
            } else {
                next += length;
            }
            at += length * entryBytes + CHECKSUM;
            done += length;
        }
    }

    /** First some entries in the index itself, then blocks it knows, then blocks that further blocks know; all grow. */
    private void growing(long address) throws IOException {
        Piece head = source.pieceUpTo(address, 128).signature("EAHD");
        begin(head);
        int maxBits = head.u1();
        int inIndex = head.u1();
        int smallest = head.u1();
        int pointers = head.u1();
        pageBits = bits(head);
        head.skip(4L * source.lengthBytes());
        long end = head.length();
        head.length();
        long index = head.address();
        if (maxBits > MOST_BITS || Integer.bitCount(smallest) != 1 || Integer.bitCount(pointers) != 1) {
            throw Hdf5Exception.damaged("an array that grows in no usual way");
        }
        if (index == Piece.NOWHERE) {
            return;
        }
        int own = 6 + source.addressBytes();
        int direct = 2 * (pointers - 1);
        int firstIndirect = 2 * Integer.numberOfTrailingZeros(pointers);
        int levels = 1 + maxBits - Integer.numberOfTrailingZeros(smallest);
        int indirect = Math.max(0, levels - firstIndirect);
        Piece in = source.piece(
                        index, own + (long) inIndex * entryBytes + (long) (direct + indirect) * source.addressBytes())
                .signature("EAIB")
                .skip(own - 4);
        entries(in.part((long) inIndex * entryBytes), inIndex);
        int offsetBytes = (maxBits + 7) / 8;
        for (int level = 0; level < levels && next < end; level++) {
            long blocks = 1L << level / 2;
            long entries = (long) smallest << (level + 1) / 2;
            if (level < firstIndirect) {
                for (long i = 0; i < blocks; i++) {
                    block(in.address(), entries, own + offsetBytes, null, -1);
                }
            } else {
                further(in.address(), blocks, entries, own + offsetBytes, end);
            }
        }
    }

    /** Blocks whose addresses stand in a block of their own. */
    private void further(long address, long blocks, long entries, int headBytes, long end) throws IOException {
        if (address == Piece.NOWHERE) {
            next += blocks * entries;
            return;
        }
        long pages = entries >> pageBits;
        long bitmap = pages > 1 ? (pages + 7) / 8 : 0;
        Piece in = source.piece(address, headBytes + blocks * (bitmap + source.addressBytes()))
                .signature("EASB")
                .skip(headBytes - 4);
        Piece bitmaps = in.part(blocks * bitmap);
        for (long i = 0; i < blocks && next < end; i++) {
            block(in.address(), entries, headBytes, bitmaps, pages > 1 ? i * pages : -1);
        }
    }

    /** @param firstPage where the bits of its pages begin among those of the pages that were written; -1 without pages */
    private void block(long address, long entries, int headBytes, Piece written, long firstPage) throws IOException {
        if (address == Piece.NOWHERE) {
            next += entries;
            return;
        }
        if (firstPage >= 0) {
            source.piece(address, headBytes).signature("EADB");
            pages(address + headBytes + CHECKSUM, entries, written, firstPage);
        } else if (entries > 1L << pageBits) {
            throw Hdf5Exception.damaged("an array that grows in no usual way");
        } else {
            Piece in = source.piece(address, headBytes + entries * entryBytes).signature("EADB");
            entries(in.skip(headBytes - 4), entries);
        }
    }
}
