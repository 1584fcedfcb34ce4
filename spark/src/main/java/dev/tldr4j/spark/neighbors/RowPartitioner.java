package dev.tldr4j.spark.neighbors;

import org.apache.spark.Partitioner;

/** Sends numbers to partitions: several that follow each other to one, or, once round, all over. */
public final class RowPartitioner extends Partitioner {
    private static final long serialVersionUID = 1;

    private final int partitions;
    private final int together;

    /** @param together how many numbers that follow each other go to the same partition */
    public RowPartitioner(int partitions, int together) {
        this.partitions = partitions;
        this.together = together;
    }

    @Override
    public int numPartitions() {
        return partitions;
    }

    @Override
    public int getPartition(Object key) {
        return (int) Math.floorMod(((Number) key).longValue() / together, (long) partitions);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowPartitioner that && partitions == that.partitions && together == that.together;
    }

    @Override
    public int hashCode() {
        return 31 * partitions + together;
    }
}
