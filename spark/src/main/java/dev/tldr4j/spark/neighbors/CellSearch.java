package dev.tldr4j.spark.neighbors;

import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.spark.rows.ContentHash;
import dev.tldr4j.vectors.Vectors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Nearest neighbours on executors: every row goes to its nearest cells, the rows of a cell are compared with each other, and the
 * best of all its cells are a row's neighbours. No task keeps anything for another, so each can be done again.
 */
public final class CellSearch {
    /** A cell may have so many times the rows of the mean one; a larger one is split. */
    private static final int LARGEST = 4;

    private static final int SPLITS = 3;

    private final JavaSparkContext context;
    private final ContentRows rows;
    private final Metric metric;
    private final int k;

    public CellSearch(JavaSparkContext context, ContentRows rows, Metric metric, int k) {
        this.context = context;
        this.rows = rows;
        this.metric = metric;
        this.k = k;
    }

    /** Learns cells; where one gets many more rows than others, it is split, and cut at random where that does not help. */
    public Cells cells(CellLearning learning, int wanted) {
        Cells cells = learning.learn(wanted);
        for (int split = 0; split < SPLITS; split++) {
            long[] counts = counts(cells);
            long most = most(cells);
            if (Arrays.stream(counts).max().orElse(0) <= most) {
                return cells;
            }
            Cells more = learning.split(cells, counts, most);
            if (more.count() == cells.count()) {
                break;
            }
            cells = more;
        }
        return cells.cut(counts(cells), most(cells));
    }

    private long most(Cells cells) {
        return Math.max(1000, LARGEST * rows.rows() * cells.perRow() / cells.count());
    }

    /** How many rows go to each cell. */
    long[] counts(Cells cells) {
        Broadcast<Cells> sent = context.broadcast(cells);
        JavaRDD<long[]> counts = rows.blocks().mapPartitions(blocks -> {
            long[] own = new long[sent.value().count()];
            while (blocks.hasNext()) {
                RowBlock block = blocks.next();
                if (block.count() == 0) {
                    continue;
                }
                for (int cell : sent.value().nearest(block.values(), block.count(), 1)) {
                    own[cell]++;
                }
            }
            return List.of(own).iterator();
        });
        long[] sum = counts.reduce((a, b) -> {
            long[] both = a.clone();
            Arrays.setAll(both, i -> a[i] + b[i]);
            return both;
        });
        sent.destroy();
        return sum;
    }

    /** One element for every partition. */
    public JavaRDD<Neighbors> neighbors(Cells cells) {
        Broadcast<Cells> sent = context.broadcast(cells);
        int width = rows.width();
        int wanted = k;
        Metric by = metric;
        int tasks = (int) Math.min(cells.count(), 4L * rows.partitions());
        int[] counts = rows.counts();
        JavaPairRDD<Long, CellRows> inCells = rows.blocks()
                .filter(block -> block.count() > 0)
                .flatMapToPair(block -> deal(block, sent.value(), width))
                .repartitionAndSortWithinPartitions(new ByKey(tasks));
        return inCells.mapPartitionsToPair(part -> new CellByCell(part, width, wanted, by))
                .partitionBy(new RowPartitioner(rows.partitions(), 1))
                .mapPartitionsWithIndex((index, part) -> merge(index, counts[index], wanted, part), true)
                .persist(StorageLevel.MEMORY_AND_DISK());
    }

    /** Spreads the cells over tasks. */
    private static final class ByKey extends org.apache.spark.Partitioner {
        private static final long serialVersionUID = 1;
        private final int tasks;

        ByKey(int tasks) {
            this.tasks = tasks;
        }

        @Override
        public int numPartitions() {
            return tasks;
        }

        @Override
        public int getPartition(Object key) {
            return (int) Long.remainderUnsigned(ContentHash.mix((Long) key), tasks);
        }
    }

    /** Rows on their way to a cell, or in it. */
    private record CellRows(long[] ids, float[] values) implements Serializable {}

    private static Iterator<Tuple2<Long, CellRows>> deal(RowBlock block, Cells cells, int width) {
        int[] nearest = cells.nearest(block.values(), block.count(), 1);
        Map<Long, List<Integer>> byCell = new TreeMap<>();
        for (int i = 0; i < nearest.length; i++) {
            int row = i / cells.perRow();
            byCell.computeIfAbsent(cells.key(nearest[i], block.id(row)), key -> new ArrayList<>())
                    .add(row);
        }
        return byCell.entrySet().stream()
                .map(cell -> new Tuple2<>(cell.getKey(), select(block, cell.getValue(), width)))
                .iterator();
    }

    private static CellRows select(RowBlock block, List<Integer> chosen, int width) {
        long[] ids = new long[chosen.size()];
        float[] values = new float[ids.length * width];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = block.id(chosen.get(i));
            System.arraycopy(block.values(), chosen.get(i) * width, values, i * width, width);
        }
        return new CellRows(ids, values);
    }

    /**
     * What a cell found for some rows of one partition.
     *
     * @param neighbors as many for each row, one row's after the other's
     */
    private record Candidates(int[] rows, long[] neighbors, double[] distances) implements Serializable {}

    /** Takes the rows of one cell after the other, and searches each. */
    private static final class CellByCell implements Iterator<Tuple2<Integer, Candidates>> {
        private final Iterator<Tuple2<Long, CellRows>> rows;
        private final int width;
        private final int k;
        private final Metric metric;
        private Tuple2<Long, CellRows> ahead;
        private Iterator<Tuple2<Integer, Candidates>> found = Collections.emptyIterator();

        CellByCell(Iterator<Tuple2<Long, CellRows>> rows, int width, int k, Metric metric) {
            this.rows = rows;
            this.width = width;
            this.k = k;
            this.metric = metric;
            this.ahead = rows.hasNext() ? rows.next() : null;
        }

        @Override
        public boolean hasNext() {
            while (!found.hasNext() && ahead != null) {
                long cell = ahead._1();
                List<CellRows> own = new ArrayList<>();
                while (ahead != null && ahead._1() == cell) {
                    own.add(ahead._2());
                    ahead = rows.hasNext() ? rows.next() : null;
                }
                found = search(inOrder(own)).iterator();
            }
            return found.hasNext();
        }

        @Override
        public Tuple2<Integer, Candidates> next() {
            if (!hasNext()) {
                throw new java.util.NoSuchElementException();
            }
            return found.next();
        }

        /** All rows by their ids: they arrive in the order in which other tasks were done. */
        private CellRows inOrder(List<CellRows> parts) {
            parts.sort(Comparator.comparingLong(part -> part.ids[0]));
            long[] ids = parts.stream()
                    .flatMapToLong(part -> Arrays.stream(part.ids))
                    .toArray();
            float[] values = new float[Math.multiplyExact(ids.length, width)];
            int at = 0;
            for (CellRows part : parts) {
                System.arraycopy(part.values, 0, values, at, part.values.length);
                at += part.values.length;
            }
            return new CellRows(ids, values);
        }

        private List<Tuple2<Integer, Candidates>> search(CellRows cell) {
            int count = cell.ids.length;
            int each = Math.min(k, count - 1);
            if (each < 1) {
                return List.of();
            }
            NeighborGraph graph =
                    new ExactSearch(metric, 1).graph(Vectors.of(cell.values, width), each, ProgressListener.SILENT);
            Map<Integer, List<Integer>> byHome = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                byHome.computeIfAbsent(RowBlock.partition(cell.ids[i]), home -> new ArrayList<>())
                        .add(i);
            }
            return byHome.entrySet().stream()
                    .map(home -> new Tuple2<>(home.getKey(), candidates(cell, graph, home.getValue())))
                    .toList();
        }

        private Candidates candidates(CellRows cell, NeighborGraph graph, List<Integer> chosen) {
            int each = graph.k();
            int[] numbers = new int[chosen.size()];
            long[] neighbors = new long[numbers.length * each];
            double[] distances = new double[neighbors.length];
            for (int i = 0; i < numbers.length; i++) {
                int row = chosen.get(i);
                numbers[i] = RowBlock.row(cell.ids[row]);
                for (int place = 0; place < each; place++) {
                    int neighbor = graph.neighbor(row, place);
                    neighbors[i * each + place] = cell.ids[neighbor];
                    distances[i * each + place] =
                            distance(metric, cell.values, row * width, cell.values, neighbor * width, width);
                }
            }
            return new Candidates(numbers, neighbors, distances);
        }
    }

    /** The smaller the nearer. */
    static double distance(Metric metric, float[] a, int aFrom, float[] b, int bFrom, int width) {
        double sum = 0;
        double aSquares = 0;
        double bSquares = 0;
        for (int j = 0; j < width; j++) {
            double x = a[aFrom + j];
            double y = b[bFrom + j];
            sum += metric == Metric.L2 ? (x - y) * (x - y) : -x * y;
            aSquares += x * x;
            bSquares += y * y;
        }
        return metric == Metric.COSINE ? sum / Math.sqrt(aSquares * bSquares) : sum;
    }

    private static Iterator<Neighbors> merge(int index, int count, int k, Iterator<Tuple2<Integer, Candidates>> part) {
        Neighbors neighbors = new Neighbors(index, count, k);
        while (part.hasNext()) {
            Candidates candidates = part.next()._2();
            int each = candidates.neighbors.length / Math.max(1, candidates.rows.length);
            for (int i = 0; i < candidates.neighbors.length; i++) {
                neighbors.offer(candidates.rows[i / each], candidates.neighbors[i], candidates.distances[i]);
            }
        }
        return List.of(neighbors).iterator();
    }

    /** The share of true neighbours among those found, of about so many rows that are compared with all others. */
    public double recall(JavaRDD<Neighbors> found, int sample) {
        int each = Math.max(1, sample / rows.partitions());
        List<RowBlock> asked = rows.first(each).collect();
        Broadcast<List<RowBlock>> sent = context.broadcast(new ArrayList<>(asked));
        int width = rows.width();
        int wanted = k;
        Metric by = metric;
        JavaRDD<Neighbors> partial = rows.blocks().mapPartitions(blocks -> {
            float[] queries = values(sent.value(), width);
            Neighbors best = new Neighbors(0, queries.length / width, wanted + 1);
            while (blocks.hasNext()) {
                RowBlock block = blocks.next();
                if (block.count() > 0) {
                    offerNearest(block, queries, width, by, best);
                }
            }
            return List.of(best).iterator();
        });
        Neighbors truth = partial.reduce(CellSearch::both);
        List<Neighbors> firstFound = found.map(own -> own.first(each)).collect();
        sent.destroy();
        long right = 0;
        long all = 0;
        int query = 0;
        for (RowBlock block : asked) {
            Neighbors own = firstFound.stream()
                    .filter(of -> of.partition() == block.partition())
                    .findFirst()
                    .orElseThrow();
            for (int i = 0; i < block.count(); i++, query++) {
                long[] there = truth.others(query, block.id(i), k);
                int row = block.first() + i;
                all += there.length;
                right += IntStream.range(0, k)
                        .filter(place -> Arrays.stream(there).anyMatch(id -> id == own.id(row, place)))
                        .count();
            }
        }
        return all == 0 ? 1 : (double) right / all;
    }

    private static float[] values(List<RowBlock> blocks, int width) {
        float[] values = new float[blocks.stream().mapToInt(RowBlock::count).sum() * width];
        int at = 0;
        for (RowBlock block : blocks) {
            System.arraycopy(block.values(), 0, values, at, block.count() * width);
            at += block.count() * width;
        }
        return values;
    }

    private static void offerNearest(RowBlock block, float[] queries, int width, Metric metric, Neighbors best) {
        int each = Math.min(best.k(), block.count());
        int[] nearest = new ExactSearch(metric, 1)
                .nearest(Vectors.of(block.values(), width), Vectors.of(queries, width), each, ProgressListener.SILENT);
        for (int i = 0; i < nearest.length; i++) {
            int query = i / each;
            double distance = distance(metric, queries, query * width, block.values(), nearest[i] * width, width);
            best.offer(query, block.id(nearest[i]), distance);
        }
    }

    private static Neighbors both(Neighbors one, Neighbors other) {
        Neighbors both = new Neighbors(0, one.rows(), one.k());
        both.offerAll(one);
        both.offerAll(other);
        return both;
    }
}
