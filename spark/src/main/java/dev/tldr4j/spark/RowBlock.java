package dev.tldr4j.spark;

import java.io.Serializable;

/**
 * Some rows of a partition, one after another.
 *
 * @param partition where they are at home
 * @param first the number of the first of them in their partition
 * @param values row after row
 */
record RowBlock(int partition, int first, int count, float[] values) implements Serializable {
    /** By what a row is known everywhere. */
    long id(int row) {
        return id(partition, first + row);
    }

    static long id(int partition, int row) {
        return (long) partition << 32 | row;
    }

    static int partition(long id) {
        return (int) (id >>> 32);
    }

    static int row(long id) {
        return (int) id;
    }
}
