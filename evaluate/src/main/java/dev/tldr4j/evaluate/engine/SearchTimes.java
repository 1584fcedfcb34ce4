package dev.tldr4j.evaluate.engine;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Asks several indexes the same queries, with one thread, and says how long each took and how good its answers were.
 *
 * <p>The indexes take turns, every one for a short while: what disturbs a shared machine then disturbs them all. Nothing
 * counts until each has answered a number of queries, so that Java has compiled what it runs and the files are in memory.
 */
public final class SearchTimes {
    /** Queries until the next one has its turn: enough that its own data is in the processor's caches. */
    private static final int TURN = 100;

    private static final int WARM_UP = 1_000;

    /** Few queries are asked again, for a 99th percentile that is one. */
    private static final int FEWEST = 2_000;

    /** One that is measured: an index, searched in some way. */
    public record Contender(EngineIndex index, boolean rerank) {}

    /**
     * What was measured of one.
     *
     * @param median of the times of its queries, in microseconds
     * @param p99 the 99th percentile of these
     * @param score the mean over all queries, as the task measures it
     */
    public record Figures(double median, double p99, double score) {}

    private final SearchTask task;
    private final int candidates;
    private final float[][] queries;

    /** @param candidates how many documents an index finds before the first are taken, or re-ranked and taken */
    public SearchTimes(SearchTask task, int candidates) {
        this.task = task;
        this.candidates = candidates;
        this.queries = new float[task.queries()][];
        Arrays.setAll(queries, task::query);
    }

    /** Measures all of them, and gives the figures in their order. */
    public List<Figures> measure(List<Contender> contenders, ProgressListener listener) throws IOException {
        int rounds = (FEWEST + queries.length - 1) / queries.length;
        long total = (long) contenders.size() * (WARM_UP + rounds * queries.length);
        long done = 0;
        for (Contender contender : contenders) {
            for (int i = 0; i < WARM_UP; i++) {
                search(contender, i % queries.length);
            }
            done += WARM_UP;
            listener.progress(Progress.of("searching", done, total));
        }
        long[][] nanos = new long[contenders.size()][rounds * queries.length];
        double[] scores = new double[contenders.size()];
        for (int from = 0; from < rounds * queries.length; from += TURN) {
            int to = Math.min(from + TURN, rounds * queries.length);
            for (int turn = 0; turn < contenders.size(); turn++) {
                int c = (turn + from / TURN) % contenders.size(); // nobody always comes after the same one
                for (int i = from; i < to; i++) {
                    int query = i % queries.length;
                    long begin = System.nanoTime();
                    int[] found = search(contenders.get(c), query);
                    nanos[c][i] = System.nanoTime() - begin;
                    scores[c] += i < queries.length ? task.score(query, found) : 0;
                }
                done += to - from;
                listener.progress(Progress.of("searching", done, total));
            }
        }
        return IntStream.range(0, contenders.size())
                .mapToObj(c -> figures(nanos[c], scores[c] / queries.length))
                .toList();
    }

    private int[] search(Contender contender, int query) throws IOException {
        int asked = task.asked(query);
        return contender.index.search(queries[query], Math.max(candidates, asked), asked, contender.rerank);
    }

    private static Figures figures(long[] nanos, double score) {
        Arrays.sort(nanos);
        return new Figures(percentile(nanos, 0.5) / 1e3, percentile(nanos, 0.99) / 1e3, score);
    }

    /** The smallest value that this share of all do not exceed. */
    static long percentile(long[] ascending, double share) {
        return ascending[(int) Math.ceil(share * ascending.length) - 1];
    }
}
