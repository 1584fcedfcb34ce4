package dev.tldr4j.spark.training;

import dev.tldr4j.learn.training.SharedState;
import dev.tldr4j.spark.neighbors.RowPartitioner;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * The mean of the states of all partitions. They are added up a few at a time on executors, in the order of their numbers:
 * Spark's own tree adds what comes first, and sums of floats depend on the order.
 */
final class TreeMean {
    private static final int TOGETHER = 4;

    private TreeMean() {}

    /** @param states one for every number from 0 to {@code count - 1} */
    static SharedState of(JavaPairRDD<Integer, SharedState> states, int count) {
        JavaPairRDD<Integer, SharedState> sums = states;
        for (int left = count; left > 1; ) {
            left = (left + TOGETHER - 1) / TOGETHER;
            sums = sums.repartitionAndSortWithinPartitions(new RowPartitioner(left, TOGETHER))
                    .mapPartitionsToPair(TreeMean::sum);
        }
        return sums.values().collect().get(0).dividedBy(count);
    }

    private static Iterator<Tuple2<Integer, SharedState>> sum(Iterator<Tuple2<Integer, SharedState>> part) {
        Tuple2<Integer, SharedState> first = part.next();
        SharedState sum = first._2();
        while (part.hasNext()) {
            sum = sum.plus(part.next()._2());
        }
        return List.of(new Tuple2<>(first._1() / TOGETHER, sum)).iterator();
    }
}
