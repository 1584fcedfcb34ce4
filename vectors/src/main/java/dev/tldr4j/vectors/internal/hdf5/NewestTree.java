package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;

/** The newest layouts' tree of records: the members of a large group, or the chunks of a dataset that grows both ways. */
final class NewestTree {
    private static final int OVERHEAD = 10;
    /** Enough for more records than a file can hold. */
    private static final int MAX_DEPTH = 16;

    private final Source source;
    private final Records records;
    private final int recordBytes;
    private final int nodeBytes;
    /** How many bytes a child's number of records takes, and by depth, that of all records below it. */
    private final int countBytes;

    private final int[] totalBytes;

    /** Hears of each record, in no particular order. */
    interface Records {
        void record(Piece record) throws IOException;
    }

    static void read(Source source, long address, Records records) throws IOException {
        Piece head = source.pieceUpTo(address, 64).signature("BTHD");
        head.skip(2);
        long nodeBytes = head.u4();
        int recordBytes = head.u2();
        int depth = head.u2();
        long root = head.skip(2).address();
        int count = head.u2();
        if (nodeBytes > 1 << 20 || recordBytes < 1 || recordBytes > nodeBytes - OVERHEAD || depth > MAX_DEPTH) {
            throw Hdf5Exception.damaged("a tree of " + nodeBytes + " bytes a node");
        }
        if (root != Piece.NOWHERE) {
            new NewestTree(source, records, recordBytes, (int) nodeBytes, depth).node(root, count, depth);
        }
    }

    private NewestTree(Source source, Records records, int recordBytes, int nodeBytes, int depth) {
        this.source = source;
        this.records = records;
        this.recordBytes = recordBytes;
        this.nodeBytes = nodeBytes;
        this.totalBytes = new int[depth + 1];
        long most = (nodeBytes - OVERHEAD) / recordBytes;
        this.countBytes = bytesFor(most);
        double total = most;
        for (int i = 1; i <= depth; i++) {
            int pointer = source.addressBytes() + countBytes + totalBytes[i - 1];
            long here = (nodeBytes - OVERHEAD - pointer) / (recordBytes + pointer);
            total = Math.min((here + 1) * total + here, Long.MAX_VALUE);
            totalBytes[i] = bytesFor((long) total);
        }
    }

    private static int bytesFor(long number) {
        return (63 - Long.numberOfLeadingZeros(number)) / 8 + 1;
    }

    private void node(long address, long count, int depth) throws IOException {
        Piece in = source.pieceUpTo(address, nodeBytes).signature(depth == 0 ? "BTLF" : "BTIN");
        in.skip(2);
        for (long i = 0; i < count; i++) {
            records.record(in.part(recordBytes));
        }
        for (long i = 0; depth > 0 && i <= count; i++) {
            long child = in.address();
            long below = in.number(countBytes);
            in.skip(depth > 1 ? totalBytes[depth - 1] : 0);
            node(child, below, depth - 1);
        }
    }
}
