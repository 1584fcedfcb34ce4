package dev.tldr4j.spark.neighbors;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.encode.BlockEncoder;
import dev.tldr4j.spark.rows.BroadcastEncoder;
import dev.tldr4j.spark.rows.ContentHash;
import dev.tldr4j.spark.rows.HeapVectors;
import dev.tldr4j.spark.rows.InputRows;
import dev.tldr4j.vectors.Vectors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * The rows of a table dealt out to partitions, and in each put in order, by a hash of their numbers. So a row has a number that
 * depends on the rows and the seed alone: a task that is done again, on another machine, sees the same rows under the same
 * numbers, whatever the table's own order. It also makes every partition a fair sample, and its first rows too.
 */
public final class ContentRows {
    /** Rows of a block: large enough for products at full speed, small enough for many to be on their way. */
    private static final int BLOCK = 4096;

    private final JavaRDD<RowBlock> blocks;
    private final int width;
    private final int[] counts;
    private final long fingerprint;

    private ContentRows(JavaRDD<RowBlock> blocks, int width, int[] counts, long fingerprint) {
        this.blocks = blocks;
        this.width = width;
        this.counts = counts;
        this.fingerprint = fingerprint;
    }

    /** Reads and shuffles the table. */
    public static ContentRows of(InputRows rows, int partitions, long seed) {
        int width = rows.width();
        JavaRDD<RowBlock> blocks = rows.vectors()
                .mapToPair(vector -> new Tuple2<>(ContentHash.of(vector, seed), vector))
                .repartitionAndSortWithinPartitions(new RowPartitioner(partitions, 1))
                .mapPartitionsWithIndex((index, part) -> new Blocks(index, part, width), true)
                .persist(StorageLevel.MEMORY_AND_DISK());
        int[] counts = new int[partitions];
        long fingerprint = 0;
        for (Part part : blocks.mapPartitionsWithIndex(ContentRows::count, true).collect()) {
            counts[part.index] = part.rows;
            fingerprint += part.hash;
        }
        return new ContentRows(blocks, width, counts, fingerprint);
    }

    /** The same rows under the same numbers, as an encoder gives them. */
    public ContentRows encodedBy(Encoder encoder) {
        Broadcast<BroadcastEncoder> sent =
                JavaSparkContext.fromSparkContext(blocks.context()).broadcast(new BroadcastEncoder(encoder));
        JavaRDD<RowBlock> encoded =
                blocks.map(block -> encoded(block, sent.value().encoder())).persist(StorageLevel.MEMORY_AND_DISK());
        return new ContentRows(encoded, encoder.outputDims(), counts, fingerprint);
    }

    private static RowBlock encoded(RowBlock block, Encoder encoder) {
        int inputs = encoder.inputDims();
        int outputs = encoder.outputDims();
        float[] values = new float[block.count() * outputs];
        float[] some = new float[BlockEncoder.ROWS * outputs];
        try (BlockEncoder blocks = BlockEncoder.of(encoder)) {
            for (int row = 0; row < block.count(); row += BlockEncoder.ROWS) {
                int end = Math.min(row + BlockEncoder.ROWS, block.count());
                blocks.encode(Arrays.copyOfRange(block.values(), row * inputs, end * inputs), end - row, some);
                System.arraycopy(some, 0, values, row * outputs, (end - row) * outputs);
            }
        }
        return new RowBlock(block.partition(), block.first(), block.count(), values);
    }

    private record Part(int index, int rows, long hash) implements Serializable {}

    private static Iterator<Part> count(int index, Iterator<RowBlock> blocks) {
        int rows = 0;
        long hash = 0;
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            rows += block.count();
            hash += ContentHash.of(block.values(), index);
        }
        return List.of(new Part(index, rows, hash)).iterator();
    }

    public JavaRDD<RowBlock> blocks() {
        return blocks;
    }

    public int width() {
        return width;
    }

    /** How many rows each partition has. */
    public int[] counts() {
        return counts.clone();
    }

    public int partitions() {
        return counts.length;
    }

    public long rows() {
        return Arrays.stream(counts).asLongStream().sum();
    }

    /** Tells these rows from others. */
    public String fingerprint() {
        return Long.toHexString(fingerprint);
    }

    /** About so many rows, brought here: the first of every partition. */
    public Vectors sample(int most) {
        int each = (most + partitions() - 1) / partitions();
        Vectors sample = collected("the sample", first(each));
        if (sample.rows() < 2) {
            throw new InvalidInputException("there are " + rows() + " rows to learn from; learning needs at least 2");
        }
        return sample;
    }

    /** The last rows of every partition, brought here: by chance, as the first ones. */
    public Vectors last(int each) {
        int[] before = withoutLast(each).counts;
        return collected("held-out rows", between(before, counts));
    }

    /** All others, under the same numbers. */
    public ContentRows withoutLast(int each) {
        int[] left =
                Arrays.stream(counts).map(count -> Math.max(0, count - each)).toArray();
        return new ContentRows(between(new int[counts.length], left), width, left, fingerprint);
    }

    private JavaRDD<RowBlock> between(int[] from, int[] to) {
        return blocks.map(block -> block.between(from[block.partition()], to[block.partition()]))
                .filter(block -> block.count() > 0);
    }

    private Vectors collected(String name, JavaRDD<RowBlock> some) {
        List<float[]> rows = new ArrayList<>();
        for (RowBlock block : some.collect()) {
            for (int row = 0; row < block.count(); row++) {
                rows.add(Arrays.copyOfRange(block.values(), row * width, (row + 1) * width));
            }
        }
        return new HeapVectors(name, rows.toArray(float[][]::new), width);
    }

    /** The first rows of every partition. */
    JavaRDD<RowBlock> first(int each) {
        int columns = width;
        return blocks.mapPartitions(part -> {
            List<RowBlock> first = new ArrayList<>();
            int left = each;
            while (left > 0 && part.hasNext()) {
                RowBlock block = part.next();
                int count = Math.min(left, block.count());
                float[] values = Arrays.copyOf(block.values(), count * columns);
                first.add(new RowBlock(block.partition(), block.first(), count, values));
                left -= count;
            }
            return first.iterator();
        });
    }

    /** Gathers rows, in the order of their hashes, into blocks; copies beyond the first few are left out. */
    private static final class Blocks implements Iterator<RowBlock> {
        private final int partition;
        private final Iterator<Tuple2<Long, float[]>> rows;
        private final int width;
        private int done;
        private long last;
        private int copies;

        Blocks(int partition, Iterator<Tuple2<Long, float[]>> rows, int width) {
            this.partition = partition;
            this.rows = rows;
            this.width = width;
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public RowBlock next() {
            float[] values = new float[BLOCK * width];
            int count = 0;
            while (count < BLOCK && rows.hasNext()) {
                Tuple2<Long, float[]> row = rows.next();
                copies = row._1() == last ? copies + 1 : 1;
                last = row._1();
                if (copies <= InputRows.MOST_COPIES) {
                    System.arraycopy(row._2(), 0, values, count++ * width, width);
                }
            }
            RowBlock block = new RowBlock(
                    partition, done, count, count == BLOCK ? values : Arrays.copyOf(values, count * width));
            done += count;
            return block;
        }
    }
}
