package dev.tldr4j.evaluate.engine;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /** Of how many queries the visited vectors are counted. */
    private static final int COUNTED = 500;

    /**
     * One that is measured: an index, searched in some way.
     *
     * @param candidates how many documents are found in the graph before the first are taken, or re-ranked and taken
     */
    public record Contender(EngineIndex index, int candidates, Reranking reranking) {}

    /**
     * What was measured of one.
     *
     * @param median of the times of its queries, in microseconds
     * @param p99 the 99th percentile of these
     * @param perSecond how many queries it answers in a second, one after the other
     * @param visited how many vectors a query is compared with in the graph, on average
     * @param scores the means over all queries, by metric, as the task measures them
     */
    public record Figures(double median, double p99, double perSecond, double visited, Map<String, Double> scores) {}

    private final SearchTask task;
    private final float[][] queries;

    public SearchTimes(SearchTask task) {
        this.task = task;
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
        List<Map<String, Double>> sums = new ArrayList<>();
        contenders.forEach(contender -> sums.add(new LinkedHashMap<>()));
        for (int from = 0; from < rounds * queries.length; from += TURN) {
            int to = Math.min(from + TURN, rounds * queries.length);
            for (int turn = 0; turn < contenders.size(); turn++) {
                int c = (turn + from / TURN) % contenders.size(); // nobody always comes after the same one
                for (int i = from; i < to; i++) {
                    int query = i % queries.length;
                    long begin = System.nanoTime();
                    int[] found = search(contenders.get(c), query);
                    nanos[c][i] = System.nanoTime() - begin;
                    if (i < queries.length) {
                        task.scores(query, found)
                                .forEach((name, score) -> sums.get(c).merge(name, score, Double::sum));
                    }
                }
                done += to - from;
                listener.progress(Progress.of("searching", done, total));
            }
        }
        List<Figures> figures = new ArrayList<>();
        for (int c = 0; c < contenders.size(); c++) {
            sums.get(c).replaceAll((name, sum) -> sum / queries.length);
            figures.add(figures(nanos[c], visited(contenders.get(c)), sums.get(c)));
        }
        return figures;
    }

    private int[] search(Contender contender, int query) throws IOException {
        int asked = task.asked(query);
        return contender.index.search(
                queries[query], Math.max(contender.candidates, asked), asked, contender.reranking);
    }

    private double visited(Contender contender) throws IOException {
        int counted = Math.min(COUNTED, queries.length);
        double visited = 0;
        for (int query = 0; query < counted; query++) {
            visited += contender.index.visited(queries[query], Math.max(contender.candidates, task.asked(query)));
        }
        return visited / counted;
    }

    private static Figures figures(long[] nanos, double visited, Map<String, Double> scores) {
        Arrays.sort(nanos);
        double perSecond = 1e9 * nanos.length / Arrays.stream(nanos).sum();
        return new Figures(percentile(nanos, 0.5) / 1e3, percentile(nanos, 0.99) / 1e3, perSecond, visited, scores);
    }

    /** The smallest value that this share of all do not exceed. */
    static long percentile(long[] ascending, double share) {
        return ascending[(int) Math.ceil(share * ascending.length) - 1];
    }
}
