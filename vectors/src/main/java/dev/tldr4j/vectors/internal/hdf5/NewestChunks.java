package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;

/** Finds the chunks of a dataset as the newest layouts keep them: one, one after the other, or by arrays of addresses. */
final class NewestChunks {
    private static final int SINGLE = 1;
    private static final int IN_ORDER = 2;
    private static final int FIXED_ARRAY = 3;
    private static final int GROWING_ARRAY = 4;
    private static final int TREE = 5;
    private static final int SINGLE_IS_PACKED = 2;

    private final Source source;
    private final ChunkTable table;
    /** How many chunks each dimension may have at most; but for the first one, this is how they are counted. */
    private final long[] largestGrid;

    private final long[] place;

    private NewestChunks(Source source, ChunkTable table, long[] largestGrid) {
        this.source = source;
        this.table = table;
        this.largestGrid = largestGrid;
        this.place = new long[largestGrid.length];
    }

    static ChunkTable read(Source source, Piece layout, long[] shape, long[] largest, int elementBytes)
            throws IOException {
        int flags = layout.u1();
        TreeOfChunks.requireRank(layout.u1(), shape);
        int width = layout.u1();
        if (width < 1 || width > 8) {
            throw Hdf5Exception.damaged("chunks of an unknown kind");
        }
        long[] chunk = new long[shape.length];
        for (int i = 0; i < chunk.length; i++) {
            chunk[i] = layout.number(width);
        }
        layout.skip(width);
        ChunkTable table = new ChunkTable(source, shape, chunk, elementBytes);
        long[] grid = new long[shape.length];
        for (int i = 0; i < grid.length; i++) {
            grid[i] = largest[i] < 1 ? 1 : (largest[i] - 1) / chunk[i] + 1;
        }
        new NewestChunks(source, table, grid).fill(layout, flags, largest);
        return table;
    }

    private void fill(Piece layout, int flags, long[] largest) throws IOException {
        int index = layout.u1();
        switch (index) {
            case SINGLE -> {
                boolean packed = (flags & SINGLE_IS_PACKED) != 0;
                long size = packed ? layout.length() : table.chunkBytes();
                int skipped = packed ? (int) layout.u4() : 0;
                table.put(place, layout.address(), size, skipped); // the first and only place
            }
            case IN_ORDER -> {
                long first = layout.address();
                for (int i = 0; first != Piece.NOWHERE && i < table.count(); i++) {
                    put(i, first + (long) i * table.chunkBytes(), table.chunkBytes(), 0);
                }
            }
            case FIXED_ARRAY -> {
                layout.skip(1);
                ChunkArray.fixed(source, layout.address(), this::put, table.chunkBytes());
            }
            case GROWING_ARRAY -> {
                for (int i = 1; i < largest.length; i++) {
                    if (largest[i] == Long.MAX_VALUE) {
                        throw Hdf5Exception.unread("rows that may grow wider");
                    }
                }
                layout.skip(5);
                ChunkArray.growing(source, layout.address(), this::put, table.chunkBytes());
            }
            case TREE -> {
                layout.skip(6);
                tree(layout.address());
            }
            default -> throw Hdf5Exception.unread("chunks of an unknown kind");
        }
    }

    private void tree(long address) throws IOException {
        if (address == Piece.NOWHERE) {
            return;
        }
        NewestTree.read(source, address, record -> {
            long chunk = record.address();
            int sizeBytes = record.left() - 8 * place.length - 4;
            boolean packed = sizeBytes > 0;
            long size = packed ? record.number(Math.min(8, sizeBytes)) : table.chunkBytes();
            int skipped = packed ? (int) record.u4() : 0;
            for (int i = 0; i < place.length; i++) {
                place[i] = record.number(8);
            }
            table.put(place, chunk, size, skipped);
        });
    }

    /** Takes a chunk by its number, counted row by row of the largest grid. */
    private void put(long number, long address, long size, int skipped) {
        long rest = number;
        for (int i = place.length - 1; i > 0; i--) {
            place[i] = rest % largestGrid[i];
            rest /= largestGrid[i];
        }
        place[0] = rest;
        table.put(place, address, size, skipped);
    }
}
