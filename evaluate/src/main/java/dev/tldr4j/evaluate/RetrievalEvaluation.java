package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Measures retrieval: every query is compared with every document, exactly, and the ranks of its relevant documents
 * become {@link RankMetrics}. Of two documents with equal scores the one with the smaller row number ranks first. Scores
 * are floats: documents that differ by less than their rounding may rank either way round, but always the same way.
 *
 * <p>Memory does not grow with the number of documents: the scores are computed twice rather than kept. Safe for many
 * threads.
 *
 * @param judgments which documents are relevant to which queries
 * @param exclusions documents to leave out of a query's ranking; where one of them is judged, the judgment does not
 *     count either
 * @param metric what "near" means
 * @param threads how many threads the search may use
 */
public record RetrievalEvaluation(Judgments judgments, Exclusions exclusions, Metric metric, int threads) {

    public RetrievalEvaluation {
        Objects.requireNonNull(judgments, "judgments");
        Objects.requireNonNull(exclusions, "exclusions");
        Objects.requireNonNull(metric, "metric");
        if (threads < 1) {
            throw new InvalidInputException("threads is " + threads + "; it must be at least 1");
        }
    }

    /** Tells these judgments and exclusions from others. */
    public String fingerprint() {
        int judged = 0;
        for (int query : judgments.queries()) {
            judged = 31 * judged + judgments.grades(query).hashCode();
            judged = 31 * judged + exclusions.documents(query).hashCode();
        }
        return Integer.toHexString(judged);
    }

    /**
     * Ranks the documents for every query that has a relevant one; the other queries are skipped and counted.
     *
     * @throws InvalidInputException when documents and queries differ in dimensions, when judgments name rows that do
     *     not exist, or when no query has a relevant document
     */
    public RetrievalResult evaluate(Vectors docs, Vectors queries, ProgressListener listener) {
        return evaluate(Index.of(docs, metric, threads), queries, listener);
    }

    /** The same, where the documents are stored in some form; it, not this evaluation, knows by which metric it ranks. */
    public RetrievalResult evaluate(Index docs, Vectors queries, ProgressListener listener) {
        Shapes.requireSameDims(docs, queries);
        List<JudgedQuery> judged = judgedQueries(docs, queries);
        List<int[]> ranks =
                AskedQuery.ranks(judged.stream().map(JudgedQuery::asked).toList(), docs, queries, listener);
        return mean(judged, ranks, queries.rows() - judged.size());
    }

    /** A query with at least one relevant document that is not excluded, and the grades of these. */
    private record JudgedQuery(AskedQuery asked, int[] grades) {}

    private List<JudgedQuery> judgedQueries(Index docs, Vectors queries) {
        List<JudgedQuery> judged = new ArrayList<>();
        for (int query : judgments.queries()) {
            Shapes.requireRow(judgments.name(), "query", query, queries.name(), queries.rows());
            Set<Integer> excluded = exclusions.documents(query);
            List<Map.Entry<Integer, Integer>> relevant = new ArrayList<>();
            for (Map.Entry<Integer, Integer> judgment : judgments.grades(query).entrySet()) {
                Shapes.requireRow(judgments.name(), "document", judgment.getKey(), docs.name(), docs.rows());
                if (judgment.getValue() > 0 && !excluded.contains(judgment.getKey())) {
                    relevant.add(judgment);
                }
            }
            if (!relevant.isEmpty()) {
                int[] documents = relevant.stream().mapToInt(Map.Entry::getKey).toArray();
                int[] grades = relevant.stream().mapToInt(Map.Entry::getValue).toArray();
                judged.add(new JudgedQuery(new AskedQuery(query, documents, excluded), grades));
            }
        }
        if (judged.isEmpty()) {
            throw new InvalidInputException(
                    judgments.name() + ": no query has a relevant document (one with a grade above 0)");
        }
        return judged;
    }

    private static RetrievalResult mean(List<JudgedQuery> judged, List<int[]> ranksOfAll, int skipped) {
        double map = 0;
        double recallAt10 = 0;
        double recallAt100 = 0;
        double ndcgAt10 = 0;
        double ndcgAt100 = 0;
        double mrrAt10 = 0;
        for (int i = 0; i < judged.size(); i++) {
            int[] ranks = ranksOfAll.get(i);
            int[] grades = judged.get(i).grades;
            map += RankMetrics.averagePrecision(ranks);
            recallAt10 += RankMetrics.recall(ranks, 10);
            recallAt100 += RankMetrics.recall(ranks, 100);
            ndcgAt10 += RankMetrics.ndcg(ranks, grades, 10);
            ndcgAt100 += RankMetrics.ndcg(ranks, grades, 100);
            mrrAt10 += RankMetrics.reciprocalRank(ranks, 10);
        }
        int n = judged.size();
        return new RetrievalResult(
                n, skipped, map / n, recallAt10 / n, recallAt100 / n, ndcgAt10 / n, ndcgAt100 / n, mrrAt10 / n);
    }
}
