package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The newest layouts' heap, in which a large group keeps its links. Its blocks lie in rows; those of the first two are
 * the smallest, those of each further one twice as large.
 */
final class NewestHeap {
    private static final int MAX_BITS = 48;

    private final Source source;
    private final int offsetBytes;
    private final int lengthBytes;
    private final long width;
    private final long smallest;
    private final int directRows;
    private final long root;
    private final int rows;
    private final Map<Long, Piece> tables = new HashMap<>();

    NewestHeap(Source source, long address) throws IOException {
        this.source = source;
        Piece head = source.pieceUpTo(address, 256).signature("FRHP").skip(3);
        if (head.u2() > 0) {
            throw Hdf5Exception.unread("a group whose links are packed");
        }
        long largest = head.skip(1).u4();
        // what is known of free space, and of links too long for the heap
        head.skip(10L * source.lengthBytes() + 2L * source.addressBytes());
        this.width = head.u2();
        this.smallest = head.length();
        long largestBlock = head.length();
        int bits = head.u2();
        this.root = head.skip(2).address();
        this.rows = head.u2();
        if (width < 1 || Long.bitCount(smallest) != 1 || Long.bitCount(largestBlock) != 1 || bits > MAX_BITS) {
            throw Hdf5Exception.damaged("a heap of no usual kind");
        }
        this.offsetBytes = (bits + 7) / 8;
        int blockBits = Long.numberOfTrailingZeros(largestBlock);
        this.lengthBytes = Math.min((blockBits + 7) / 8, (63 - Long.numberOfLeadingZeros(largest | 1)) / 8 + 1);
        this.directRows = blockBits - Long.numberOfTrailingZeros(smallest) + 2;
    }

    /** What is kept under an id. */
    Piece get(Piece id) throws IOException {
        if ((id.u1() & 0x30) != 0) {
            throw Hdf5Exception.unread("links of many bytes in a group");
        }
        long offset = id.number(offsetBytes);
        long length = id.number(lengthBytes);
        return rows == 0 ? source.piece(root + offset, length) : inTable(root, rows, offset, length);
    }

    private Piece inTable(long table, int tableRows, long offset, long length) throws IOException {
        int row = 0;
        long size = smallest;
        long begin = 0;
        while (offset - begin >= width * size) {
            begin += width * size;
            size <<= row++ == 0 ? 0 : 1;
            if (row >= tableRows || size > 1L << MAX_BITS) {
                throw Hdf5Exception.damaged("a link lies outside of its heap");
            }
        }
        long column = (offset - begin) / size;
        Piece entries = tables.get(table);
        if (entries == null) {
            int head = 5 + source.addressBytes() + offsetBytes;
            entries = source.piece(table, head + tableRows * width * source.addressBytes())
                    .signature("FHIB")
                    .skip(head - 4);
            tables.put(table, entries);
        }
        long block = entries.again()
                .skip((row * width + column) * source.addressBytes())
                .address();
        long rest = offset - begin - column * size;
        if (row < directRows) {
            return source.piece(block + rest, length);
        }
        int rowsBelow = Long.numberOfTrailingZeros(size) - Long.numberOfTrailingZeros(smallest * width) + 1;
        if (rowsBelow >= tableRows) {
            throw Hdf5Exception.damaged("a heap that does not end");
        }
        return inTable(block, rowsBelow, rest, length);
    }
}
