package dev.tldr4j.learn.neighbors;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Nearest neighbours by comparing everything with everything, in blocked matrix products. Memory is bounded by a few
 * blocks a thread; rows are read from their file as they are needed.
 *
 * <p>A product's rounding must not decide between near neighbours: a few more candidates than asked for are kept, and where
 * scores are too near to each other to tell, the order is settled by distances computed in double precision from the rows
 * themselves, equal ones by row number. Where
 * more rows tie for the last places than are kept, which of them are is repeatable but not by row number.
 */
public final class ExactSearch {
    /** Rows in a block: products of this size run at full speed, and a tile of scores fits the cache. */
    private static final int BLOCK = ScoreTile.MOST;

    /** Blocks between two states: enough tiles that threads seldom wait for each other at the end. */
    private static final int BAND = 16;

    /** Queries' blocks between two states. */
    private static final int QUERY_BAND = 64;

    /** If rows are gone through at least so many times, they had better be in memory. */
    private static final int WORTH_HOLDING = 4;

    /** Queries in a block, fewer so that there is a block for every thread. */
    private static final int QUERY_BLOCK = 256;

    /** Candidates kept beyond k, for the rounding to be wrong about. */
    private static final int SPARE = 8;

    /** More would take weeks, and more tiles than an int can count. */
    private static final int MOST_ROWS = 40_000_000;

    private final Metric metric;
    private final int threads;

    public ExactSearch(Metric metric, int threads) {
        this.metric = metric;
        this.threads = threads;
    }

    /** Hears the scores of one query with some consecutive rows; larger is nearer, whatever the metric. */
    @FunctionalInterface
    public interface ScoreVisitor {
        /**
         * For one query, calls come from one thread, in ascending order of {@code firstRow}; different queries may come
         * from different threads at once. Only the first {@code count} of {@code scores} count, and only during the call.
         */
        void scores(int query, int firstRow, int count, float[] scores);
    }

    /** Refuses fewer rows than neighbours, and more of them than an array holds. */
    public static void requireNeighbors(Vectors vectors, int k) {
        if (k < 1) {
            throw new InvalidInputException("the number of neighbours must be at least 1, not " + k);
        }
        if (vectors.rows() == 1) {
            throw new InvalidInputException(vectors.name() + ": has one row, which has no neighbours");
        }
        if (vectors.rows() <= k) {
            throw new InvalidInputException(vectors.name() + ": " + k + " nearest neighbours need at least " + (k + 1)
                    + " rows, the file has " + vectors.rows() + "; ask for fewer neighbours");
        }
        if ((long) vectors.rows() * (k + SPARE) > Integer.MAX_VALUE - 8) {
            throw new InvalidInputException(vectors.name() + ": " + k + " neighbours of " + vectors.rows()
                    + " rows are more than can be held; ask for fewer neighbours or take a sample of the rows");
        }
    }

    /** Every row's k nearest neighbours among the same rows, never the row itself. */
    public NeighborGraph graph(Vectors vectors, int k, ProgressListener listener) {
        requireNeighbors(vectors, k);
        try {
            return graph(vectors, k, null, listener);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // without states nothing is read or written
        }
    }

    /** @param states where to continue from and what to keep, or null */
    NeighborGraph graph(Vectors vectors, int k, SearchStates states, ProgressListener listener) throws IOException {
        if (vectors.rows() > MOST_ROWS) {
            throw new InvalidInputException(vectors.name() + ": comparing " + vectors.rows()
                    + " rows with each other is beyond an exact search; take a sample of them");
        }
        try (Workers workers = new Workers(threads);
                ScoredRows rows = ScoredRows.of(vectors, metric, workers, listener)) {
            SearchStates.State begin = SearchStates.begin(states, rows.rows(), Math.min(k + SPARE, rows.rows() - 1));
            if (blocks(rows.rows(), BLOCK) >= WORTH_HOLDING) {
                rows.holdIfRoom(workers);
            }
            compareAll(rows, begin, states, workers, listener);
            return NeighborGraph.of(vectors, k, settle(rows, rows, begin.top(), k, workers));
        }
    }

    /** Every query's k nearest rows of base: the row numbers, query after query, nearest first. */
    public int[] nearest(Vectors base, Vectors queries, int k, ProgressListener listener) {
        if (k < 1 || k > base.rows()) {
            throw new InvalidInputException(
                    base.name() + ": has " + base.rows() + " rows, so k must be 1 to " + base.rows() + ", not " + k);
        }
        try (Workers workers = new Workers(threads);
                ScoredRows rows = ScoredRows.of(base, metric, workers, listener)) {
            ScoredRows asked = rows.queries(queries, workers, listener);
            TopK top = new TopK(asked.rows(), Math.min(k + SPARE, rows.rows()));
            visitAll(rows, asked, workers, listener, offeringTo(top));
            return settle(rows, asked, top, k, workers);
        }
    }

    /**
     * The same for many queries and a base that is inexact itself, so that it does not matter where a product's rounding
     * decides.
     *
     * @param states where to continue from and what to keep, or null
     */
    int[] roughlyNearest(Vectors base, Vectors queries, int k, SearchStates states, ProgressListener listener)
            throws IOException {
        try (Workers workers = new Workers(threads);
                ScoredRows rows = ScoredRows.of(base, metric, workers, listener)) {
            ScoredRows asked = rows.queries(queries, workers, listener);
            rows.holdIfRoom(workers);
            SearchStates.State begin = SearchStates.begin(states, asked.rows(), Math.min(k, rows.rows()));
            int blocks = blocks(asked.rows(), QUERY_BLOCK);
            ProgressCounter done = tilesCounter(rows, blocks - begin.step(), listener);
            for (int from = begin.step(); from < blocks; from += QUERY_BAND) {
                int end = Math.min(blocks, from + QUERY_BAND);
                visit(rows, asked, from, end, workers, done, offeringTo(begin.top()));
                if (states != null && end < blocks) {
                    states.saveWhenDue(end, begin.top());
                }
            }
            return begin.top().bestFirst();
        }
    }

    private static ScoreVisitor offeringTo(TopK top) {
        return (query, firstRow, count, scores) -> {
            float threshold = top.threshold(query);
            for (int i = 0; i < count; i++) {
                if (scores[i] >= threshold) {
                    top.offer(query, firstRow + i, scores[i], false);
                    threshold = top.threshold(query);
                }
            }
        };
    }

    /** Every query's score with every row of base. */
    public void scores(Vectors base, Vectors queries, ScoreVisitor visitor, ProgressListener listener) {
        try (Workers workers = new Workers(threads);
                ScoredRows rows = ScoredRows.of(base, metric, workers, listener)) {
            visitAll(rows, rows.queries(queries, workers, listener), workers, listener, visitor);
        }
    }

    private void visitAll(
            ScoredRows rows, ScoredRows queries, Workers workers, ProgressListener listener, ScoreVisitor visitor) {
        int blocks = blocks(queries.rows(), QUERY_BLOCK);
        if (blocks >= WORTH_HOLDING) {
            rows.holdIfRoom(workers);
        }
        visit(rows, queries, 0, blocks, workers, tilesCounter(rows, blocks, listener), visitor);
    }

    private static ProgressCounter tilesCounter(ScoredRows rows, int queryBlocks, ProgressListener listener) {
        return new ProgressCounter("searching", (long) queryBlocks * blocks(rows.rows(), BLOCK), listener);
    }

    /** Visits some blocks of queries. */
    private static void visit(
            ScoredRows rows,
            ScoredRows queries,
            int from,
            int end,
            Workers workers,
            ProgressCounter done,
            ScoreVisitor visitor) {
        int rowBlocks = blocks(rows.rows(), BLOCK);
        workers.run(end - from, () -> new ScoreTile(rows.dims(), QUERY_BLOCK, BLOCK), (task, tile) -> {
            int firstQuery = (from + task) * QUERY_BLOCK;
            tile.loadLeft(queries, firstQuery, Math.min(QUERY_BLOCK, queries.rows() - firstQuery));
            for (int rowBlock = 0; rowBlock < rowBlocks; rowBlock++) {
                int firstRow = rowBlock * BLOCK;
                tile.loadRight(rows, firstRow, Math.min(BLOCK, rows.rows() - firstRow));
                tile.visitLeft(visitor);
                done.oneMore();
            }
        });
    }

    /**
     * Compares every block of rows with itself and those before it; each tile of scores serves both its sides. Blocks are
     * taken some at a time: between these bands a state can be saved. They are not taken in the order of the file: where
     * that is one of size or frequency, ever nearer neighbours would come, and take each other's place, to the end.
     *
     * @param begin after how many blocks to begin, and what they brought
     */
    private void compareAll(
            ScoredRows rows,
            SearchStates.State begin,
            SearchStates states,
            Workers workers,
            ProgressListener listener) {
        TopK top = begin.top();
        int done = begin.step();
        int blocks = blocks(rows.rows(), BLOCK);
        List<Integer> order = IntStream.range(0, blocks).boxed().collect(Collectors.toList());
        Collections.shuffle(order, new Random(0));
        ProgressCounter tiles =
                new ProgressCounter("neighbours", tilesOf(blocks) - tilesOf(Math.min(done, blocks)), listener);
        for (int first = done; first < blocks; first += BAND) {
            int band = first;
            int width = Math.min(BAND, blocks - band);
            int before = tilesOf(band);
            int count = tilesOf(band + width) - before;
            workers.run(count, () -> new ScoreTile(rows.dims(), BLOCK, BLOCK), (task, tile) -> {
                int number = before + task;
                int left = (int) ((Math.sqrt(8.0 * number + 1) - 1) / 2);
                compare(rows, top, order.get(left), order.get(number - tilesOf(left)), tile);
                tiles.oneMore();
            });
            if (states != null && band + width < blocks) {
                states.saveWhenDue(band + width, top);
            }
        }
    }

    /** How many tiles so many blocks have with themselves and those before them. */
    private static int tilesOf(int blocks) {
        return Math.multiplyExact(blocks, blocks + 1) / 2;
    }

    private static void compare(ScoredRows rows, TopK top, int left, int right, ScoreTile tile) {
        tile.loadLeft(rows, left * BLOCK, Math.min(BLOCK, rows.rows() - left * BLOCK));
        if (left == right) {
            tile.compareAmongLeft(top, false);
        } else {
            tile.loadRight(rows, right * BLOCK, Math.min(BLOCK, rows.rows() - right * BLOCK));
            tile.compare(top);
        }
    }

    /**
     * Orders every row's candidates and keeps the first k: by their scores where these differ by more than rounding, by exact
     * distances, which take longer, within each run of candidates that do not.
     */
    static int[] settle(ScoredRows rows, ScoredRows queries, TopK top, int k, Workers workers) {
        int[] nearest = new int[Math.multiplyExact(queries.rows(), k)];
        workers.runRanges(queries.rows(), QUERY_BLOCK, (from, to) -> {
            float[] query = new float[rows.dims()];
            float[] row = new float[rows.dims()];
            Candidate[] candidates = new Candidate[top.k()];
            for (int q = from; q < to; q++) {
                for (int i = 0; i < candidates.length; i++) {
                    candidates[i] = new Candidate(top.candidate(q, i), -top.score(q, i));
                }
                Arrays.sort(candidates);
                double rounding = rounding(rows, queries, q, candidates);
                for (int first = 0; first < k; ) {
                    int end = first + 1;
                    while (end < candidates.length
                            && !(candidates[end].distance() - candidates[end - 1].distance() > rounding)) {
                        end++;
                    }
                    if (end - first > 1) {
                        queries.read(q, query);
                        for (int i = first; i < end; i++) {
                            rows.read(candidates[i].row(), row);
                            candidates[i] = new Candidate(candidates[i].row(), rows.distance(query, row));
                        }
                        Arrays.sort(candidates, first, end);
                    }
                    first = end;
                }
                for (int i = 0; i < k; i++) {
                    nearest[q * k + i] = candidates[i].row();
                }
            }
        });
        return nearest;
    }

    /** By how much two candidates' scores may differ though the order of their distances is the other one. */
    private static double rounding(ScoredRows rows, ScoredRows queries, int query, Candidate[] candidates) {
        double most = 0;
        for (Candidate candidate : candidates) {
            most = Math.max(most, rows.rounding(queries, query, candidate.row()));
        }
        return 2 * most;
    }

    /** The smaller the distance, the nearer; scores with the sign turned serve as well. */
    private record Candidate(int row, double distance) implements Comparable<Candidate> {
        @Override
        public int compareTo(Candidate other) {
            int byDistance = Double.compare(distance, other.distance);
            return byDistance != 0 ? byDistance : Integer.compare(row, other.row);
        }
    }

    private static int blocks(int rows, int size) {
        return (rows + size - 1) / size;
    }
}
