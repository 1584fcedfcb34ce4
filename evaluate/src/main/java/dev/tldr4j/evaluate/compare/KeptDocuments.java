package dev.tldr4j.evaluate.compare;

import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Index;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * How far a search finds what full vectors find, whatever is relevant: the share of a query's ten nearest documents, by full
 * vectors, that are among its ten nearest by reduced and stored ones. Of many queries, 1,000 spread evenly are looked at.
 */
final class KeptDocuments {
    static final String NAME = "overlap@10";

    private static final int NEAREST = 10;
    private static final int MOST_QUERIES = 1000;

    private final Exclusions exclusions;
    private final int[] asked;
    /** So many more are looked for that ten are left without those excluded. */
    private final int k;

    private final int[] byFullVectors;

    KeptDocuments(Vectors docs, Vectors queries, Exclusions exclusions, Metric metric, int threads) {
        this.exclusions = exclusions;
        int count = Math.min(MOST_QUERIES, queries.rows());
        this.asked = IntStream.range(0, count)
                .map(i -> (int) ((long) i * queries.rows() / count))
                .toArray();
        int excluded = Arrays.stream(asked)
                .map(query -> exclusions.documents(query).size())
                .max()
                .orElse(0);
        this.k = Math.min(docs.rows(), NEAREST + excluded);
        this.byFullVectors =
                new ExactSearch(metric, threads).nearest(docs, queries.select(asked), k, ProgressListener.SILENT);
    }

    /** @param queries reduced, in full precision */
    double share(Index docs, Vectors queries, ProgressListener listener) {
        int[] found = docs.nearest(queries.select(asked), k, listener);
        int kept = 0;
        int wanted = 0;
        for (int i = 0; i < asked.length; i++) {
            Set<Integer> excluded = exclusions.documents(asked[i]);
            int[] before = first(byFullVectors, i, excluded);
            int[] now = first(found, i, excluded);
            Arrays.sort(now);
            wanted += before.length;
            for (int document : before) {
                kept += Arrays.binarySearch(now, document) >= 0 ? 1 : 0;
            }
        }
        return wanted == 0 ? 1 : (double) kept / wanted;
    }

    private int[] first(int[] nearest, int query, Set<Integer> excluded) {
        return Arrays.stream(nearest, query * k, (query + 1) * k)
                .filter(document -> !excluded.contains(document))
                .limit(NEAREST)
                .toArray();
    }
}
