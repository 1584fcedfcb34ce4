package dev.tldr4j.servers;

import dev.tldr4j.evaluate.engine.SearchTask;
import java.util.Arrays;

/**
 * What a server's answers to all queries of a task are worth.
 *
 * @param ndcg nDCG@10, the mean over the queries
 * @param median of the times of the answers, in milliseconds, as the client sees them; one query at a time
 */
public record Answers(double ndcg, double median) {
    private static final int TIMED = 1_000;

    /** Fewer leave the first of several measurements slower than the others: the server's code is not yet compiled. */
    private static final int WARM_UP = 4_000;

    /** Asks a server. */
    @FunctionalInterface
    public interface Search {
        /** The rows of the k documents found first. */
        int[] search(float[] query, int k) throws Exception;
    }

    /** Asks every query of the task once. */
    public static Answers of(SearchTask task, Search search) throws Exception {
        return of(task, search, task.queries());
    }

    /** The same with the times of {@value #TIMED} queries, after {@value #WARM_UP} that warm the server up. */
    public static Answers timed(SearchTask task, Search search) throws Exception {
        for (int i = 0; i < WARM_UP; i++) {
            search.search(task.query(i % task.queries()), task.asked(i % task.queries()));
        }
        return of(task, search, Math.max(TIMED, task.queries()));
    }

    private static Answers of(SearchTask task, Search search, int searches) throws Exception {
        double sum = 0;
        long[] nanos = new long[searches];
        for (int i = 0; i < searches; i++) {
            int query = i % task.queries();
            float[] vector = task.query(query);
            long begin = System.nanoTime();
            int[] found = search.search(vector, task.asked(query));
            nanos[i] = System.nanoTime() - begin;
            if (i < task.queries()) {
                sum += task.score(query, found);
            }
        }
        long[] timed = Arrays.copyOf(nanos, Math.min(TIMED, searches));
        Arrays.sort(timed);
        return new Answers(sum / task.queries(), timed[timed.length / 2] / 1e6);
    }
}
