package dev.tldr4j.vectors.internal.hdf5;

import java.util.Arrays;

/** Where each chunk of a dataset lies. Chunks form a grid; the last of a dimension may reach past its end. */
final class ChunkTable {
    /** No entry of an index is shorter. */
    private static final int SMALLEST_ENTRY = 2;

    private static final int MAX_BYTES = 1 << 30;

    private final long[] shape;
    private final int[] chunk;
    private final int elementBytes;
    private final long[] grid;
    private final int chunkBytes;
    private final long[] addresses;
    private final int[] sizes;
    private final int[] skippedFilters;

    /** @param chunk a chunk's dimensions */
    ChunkTable(Source source, long[] shape, long[] chunk, int elementBytes) {
        this.shape = shape;
        this.elementBytes = elementBytes;
        this.chunk = new int[shape.length];
        this.grid = new long[shape.length];
        double bytes = elementBytes;
        double count = 1;
        for (int i = 0; i < shape.length; i++) {
            bytes *= chunk[i];
            if (chunk[i] < 1 || bytes > MAX_BYTES) {
                throw Hdf5Exception.damaged("its chunks have the shape " + Arrays.toString(chunk));
            }
            this.chunk[i] = (int) chunk[i];
            grid[i] = (shape[i] - 1) / chunk[i] + 1;
            count *= grid[i];
        }
        if (count > 1 && count > (double) source.size() / SMALLEST_ENTRY) {
            throw Hdf5Exception.damaged("it claims " + (long) count + " chunks, more than can be in it");
        }
        this.chunkBytes = (int) bytes;
        this.addresses = new long[(int) count];
        this.sizes = new int[(int) count];
        this.skippedFilters = new int[(int) count];
        Arrays.fill(addresses, Piece.NOWHERE);
    }

    long[] shape() {
        return shape;
    }

    int[] chunk() {
        return chunk;
    }

    int elementBytes() {
        return elementBytes;
    }

    long[] grid() {
        return grid;
    }

    /** How many bytes a chunk has when it is unpacked. */
    int chunkBytes() {
        return chunkBytes;
    }

    int count() {
        return addresses.length;
    }

    /** Takes a chunk by its place in the grid; those outside of it are of a dataset that was once larger. */
    void put(long[] place, long address, long size, int skipped) {
        int number = 0;
        for (int i = 0; i < grid.length; i++) {
            if (place[i] >= grid[i]) {
                return;
            }
            number = (int) (number * grid[i] + place[i]);
        }
        if (size > Filters.mostPacked(chunkBytes)) {
            throw Hdf5Exception.damaged("a chunk of " + size + " bytes, where " + chunkBytes + " are to be in it");
        }
        addresses[number] = address;
        sizes[number] = (int) size;
        skippedFilters[number] = skipped;
    }

    /** Where a chunk begins. */
    long address(int number) {
        if (addresses[number] == Piece.NOWHERE) {
            long row = number / (addresses.length / grid[0]) * chunk[0];
            throw new Hdf5Exception("has no numbers for row " + row
                    + " and some after it: they were never written; write them or make the dataset shorter");
        }
        return addresses[number];
    }

    /** How many bytes it has in the file. */
    int size(int number) {
        return sizes[number];
    }

    /** The filters it did not go through, a bit each. */
    int skippedFilters(int number) {
        return skippedFilters[number];
    }
}
