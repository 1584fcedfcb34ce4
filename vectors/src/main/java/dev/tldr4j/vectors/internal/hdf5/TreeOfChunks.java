package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Finds the chunks of a dataset by a tree of their places: what all but the newest layouts have. */
final class TreeOfChunks {
    private TreeOfChunks() {}

    static ChunkTable read(Source source, Piece layout, long[] shape, int elementBytes) throws IOException {
        requireRank(layout.u1(), shape);
        long root = layout.address();
        long[] chunk = new long[shape.length];
        for (int i = 0; i < chunk.length; i++) {
            chunk[i] = layout.u4();
        }
        ChunkTable table = new ChunkTable(source, shape, chunk, elementBytes);
        int keyBytes = 8 + 8 * (shape.length + 1);
        long[] place = new long[shape.length];
        Deque<Long> nodes = new ArrayDeque<>();
        if (root != Piece.NOWHERE) {
            nodes.add(root);
        }
        while (!nodes.isEmpty()) {
            TreeNode.read(source, nodes.remove(), TreeNode.OF_CHUNKS, keyBytes, (level, entry) -> {
                long size = entry.u4();
                int skipped = (int) entry.u4();
                for (int i = 0; i < place.length; i++) {
                    place[i] = entry.number(8) / chunk[i];
                }
                long child = entry.skip(8).address();
                if (level > 0) {
                    nodes.add(child);
                } else {
                    table.put(place, child, size, skipped);
                }
            });
        }
        return table;
    }

    /** The dimensions of a chunk are those of the dataset, and the bytes of a number. */
    static void requireRank(int dimensions, long[] shape) {
        if (dimensions != shape.length + 1) {
            throw Hdf5Exception.damaged(
                    "chunks of " + (dimensions - 1) + " dimensions, where there are " + shape.length);
        }
    }
}
