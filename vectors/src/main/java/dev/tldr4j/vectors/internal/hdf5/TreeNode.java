package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;

/** A node of the trees that keep a group's members and a dataset's chunks in all but the newest layouts. */
final class TreeNode {
    static final int OF_SYMBOLS = 0;
    static final int OF_CHUNKS = 1;

    private TreeNode() {}

    /** Hears of each child and takes what is said of it, then its address; at level 0 it is no node. */
    interface Children {
        void child(int level, Piece entry) throws IOException;
    }

    static void read(Source source, long address, int kind, int keyBytes, Children children) throws IOException {
        int headBytes = 8 + 2 * source.addressBytes();
        Piece head = source.piece(address, headBytes).signature("TREE");
        if (head.u1() != kind) {
            throw Hdf5Exception.damaged("a tree of another kind than it should be");
        }
        int level = head.u1();
        int count = head.u2();
        Piece entries = source.piece(address + headBytes, (long) count * (keyBytes + source.addressBytes()));
        for (int i = 0; i < count; i++) {
            children.child(level, entries);
        }
    }
}
