package dev.tldr4j.spark.neighbors;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Some rows of a partition, one after another.
 *
 * @param partition where they are at home
 * @param first the number of the first of them in their partition
 * @param values row after row
 */
public record RowBlock(int partition, int first, int count, float[] values) implements Serializable {
    /** Those of its rows from one number in their partition to before another; perhaps none. */
    RowBlock between(int from, int to) {
        int begin = Math.max(first, from);
        int left = Math.max(0, Math.min(first + count, to) - begin);
        if (left == count) {
            return this;
        }
        int width = values.length / count;
        int at = left == 0 ? 0 : (begin - first) * width;
        return new RowBlock(partition, begin, left, Arrays.copyOfRange(values, at, at + left * width));
    }

    /** By what a row is known everywhere. */
    public long id(int row) {
        return id(partition, first + row);
    }

    public static long id(int partition, int row) {
        return (long) partition << 32 | row;
    }

    public static int partition(long id) {
        return (int) (id >>> 32);
    }

    public static int row(long id) {
        return (int) id;
    }
}
