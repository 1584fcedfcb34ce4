package dev.tldr4j.spark.training;

import dev.tldr4j.spark.neighbors.ContentRows;
import dev.tldr4j.spark.neighbors.Neighbors;
import dev.tldr4j.spark.neighbors.RowBlock;
import dev.tldr4j.spark.neighbors.RowPartitioner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Brings every row's neighbours to the row's own partition: each partition asks the others for the rows it needs, and gets
 * them. Only these travel, and each once for every row that asks.
 */
public final class PairShuffle {
    /** Rows that travel together. */
    private static final int TOGETHER = 2048;

    private PairShuffle() {}

    /** One element for every partition. */
    public static JavaRDD<TrainingPart> of(ContentRows rows, JavaRDD<Neighbors> neighbors, int k) {
        int width = rows.width();
        int[] counts = rows.counts();
        RowPartitioner home = new RowPartitioner(rows.partitions(), 1);
        JavaPairRDD<Integer, Asked> asked =
                neighbors.flatMapToPair(PairShuffle::ask).partitionBy(home);
        JavaPairRDD<Integer, Sent> sent = rows.blocks()
                .zipPartitions(asked, (blocks, questions) -> answer(blocks, questions, width))
                .mapToPair(answer -> answer)
                .partitionBy(home);
        return rows.blocks().zipPartitions(sent, (blocks, answers) -> gather(blocks, answers, counts, k, width));
    }

    /** The rows alone, where twins are made of them. */
    static JavaRDD<TrainingPart> withoutTwins(ContentRows rows) {
        int width = rows.width();
        int[] counts = rows.counts();
        return rows.blocks()
                .mapPartitionsWithIndex(
                        (index, blocks) -> {
                            TrainingPart part = new TrainingPart(index, counts[index], 0, width);
                            setRows(part, blocks, width);
                            return List.of(part).iterator();
                        },
                        true);
    }

    /**
     * A partition's question to another one.
     *
     * @param from who asks
     * @param rows whom it asks for
     * @param places where they shall go
     */
    private record Asked(int from, int[] rows, int[] places) implements Serializable {}

    /** Rows that were asked for. */
    private record Sent(int[] places, float[] values) implements Serializable {}

    private static Iterator<Tuple2<Integer, Asked>> ask(Neighbors neighbors) {
        Map<Integer, List<int[]>> byHome = new TreeMap<>();
        for (int row = 0; row < neighbors.rows(); row++) {
            for (int place = 0; place < neighbors.k(); place++) {
                long id = neighbors.id(row, place);
                if (id != Neighbors.NONE) {
                    byHome.computeIfAbsent(RowBlock.partition(id), home -> new ArrayList<>())
                            .add(new int[] {RowBlock.row(id), row * neighbors.k() + place});
                }
            }
        }
        return byHome.entrySet().stream()
                .map(home -> new Tuple2<>(
                        home.getKey(),
                        new Asked(
                                neighbors.partition(),
                                home.getValue().stream()
                                        .mapToInt(pair -> pair[0])
                                        .toArray(),
                                home.getValue().stream()
                                        .mapToInt(pair -> pair[1])
                                        .toArray())))
                .iterator();
    }

    private static Iterator<Tuple2<Integer, Sent>> answer(
            Iterator<RowBlock> blocks, Iterator<Tuple2<Integer, Asked>> questions, int width) {
        List<RowBlock> own = new ArrayList<>();
        blocks.forEachRemaining(own::add);
        // all blocks but the last are of one size
        int size = own.isEmpty() ? 1 : own.get(0).count();
        Iterable<Tuple2<Integer, Asked>> all = () -> questions;
        return java.util.stream.StreamSupport.stream(all.spliterator(), false)
                .flatMap(question -> {
                    Asked asked = question._2();
                    int packets = (asked.rows.length + TOGETHER - 1) / TOGETHER;
                    return java.util.stream.IntStream.range(0, packets)
                            .mapToObj(packet -> new Tuple2<>(asked.from, packet(asked, packet, own, size, width)));
                })
                .iterator();
    }

    private static Sent packet(Asked asked, int packet, List<RowBlock> own, int size, int width) {
        int first = packet * TOGETHER;
        int count = Math.min(TOGETHER, asked.rows.length - first);
        int[] places = java.util.Arrays.copyOfRange(asked.places, first, first + count);
        float[] values = new float[count * width];
        for (int i = 0; i < count; i++) {
            int row = asked.rows[first + i];
            System.arraycopy(own.get(row / size).values(), row % size * width, values, i * width, width);
        }
        return new Sent(places, values);
    }

    private static Iterator<TrainingPart> gather(
            Iterator<RowBlock> blocks, Iterator<Tuple2<Integer, Sent>> answers, int[] counts, int k, int width) {
        int index = org.apache.spark.TaskContext.getPartitionId();
        TrainingPart part = new TrainingPart(index, counts[index], k, width);
        setRows(part, blocks, width);
        while (answers.hasNext()) {
            Sent sent = answers.next()._2();
            for (int i = 0; i < sent.places.length; i++) {
                part.setTwin(sent.places[i], sent.values, i * width);
            }
        }
        return List.of(part).iterator();
    }

    private static void setRows(TrainingPart part, Iterator<RowBlock> blocks, int width) {
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            for (int row = 0; row < block.count(); row++) {
                part.setRow(block.first() + row, block.values(), row * width);
            }
        }
    }
}
