package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.neighbors.Metric;
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
        Vectors searched = judged.size() == queries.rows() ? queries : select(judged, queries);

        docs.scores(searched, (i, row, n, scores) -> judged.get(i).ranks.pick(row, n, scores), listener);
        judged.forEach(query -> query.ranks.endPicking());
        docs.scores(searched, (i, row, n, scores) -> judged.get(i).ranks.count(row, n, scores), listener);
        return mean(judged, queries.rows() - judged.size());
    }

    /** Often many more queries are embedded than judged: only the judged ones are worth a search. */
    private Vectors select(List<JudgedQuery> judged, Vectors queries) {
        int[] rows = judged.stream().mapToInt(JudgedQuery::row).toArray();
        Vectors selected = queries.select(rows);
        return selected;
    }

    /** A query with at least one relevant document that is not excluded. */
    private record JudgedQuery(int row, int[] grades, RelevantRanks ranks) {}

    private List<JudgedQuery> judgedQueries(Index docs, Vectors queries) {
        List<JudgedQuery> judged = new ArrayList<>();
        for (int query : judgments.queries()) {
            requireRow("query", query, queries.name(), queries.rows());
            Set<Integer> excluded = exclusions.documents(query);
            List<Map.Entry<Integer, Integer>> relevant = new ArrayList<>();
            for (Map.Entry<Integer, Integer> judgment : judgments.grades(query).entrySet()) {
                requireRow("document", judgment.getKey(), docs.name(), docs.rows());
                if (judgment.getValue() > 0 && !excluded.contains(judgment.getKey())) {
                    relevant.add(judgment);
                }
            }
            if (!relevant.isEmpty()) {
                int[] documents = relevant.stream().mapToInt(Map.Entry::getKey).toArray();
                int[] grades = relevant.stream().mapToInt(Map.Entry::getValue).toArray();
                judged.add(new JudgedQuery(query, grades, new RelevantRanks(documents, excluded)));
            }
        }
        if (judged.isEmpty()) {
            throw new InvalidInputException(
                    judgments.name() + ": no query has a relevant document (one with a grade above 0)");
        }
        return judged;
    }

    private void requireRow(String what, int row, String name, int rows) {
        if (row < 0 || row >= rows) {
            throw new InvalidInputException(judgments.name() + ": " + what + " row " + row + " does not exist: " + name
                    + " has " + rows + " rows, counted from 0");
        }
    }

    private static RetrievalResult mean(List<JudgedQuery> judged, int skipped) {
        double map = 0;
        double recallAt10 = 0;
        double recallAt100 = 0;
        double ndcgAt10 = 0;
        double ndcgAt100 = 0;
        double mrrAt10 = 0;
        for (JudgedQuery query : judged) {
            int[] ranks = query.ranks.ranks();
            map += RankMetrics.averagePrecision(ranks);
            recallAt10 += RankMetrics.recall(ranks, 10);
            recallAt100 += RankMetrics.recall(ranks, 100);
            ndcgAt10 += RankMetrics.ndcg(ranks, query.grades, 10);
            ndcgAt100 += RankMetrics.ndcg(ranks, query.grades, 100);
            mrrAt10 += RankMetrics.reciprocalRank(ranks, 10);
        }
        int n = judged.size();
        return new RetrievalResult(
                n, skipped, map / n, recallAt10 / n, recallAt100 / n, ndcgAt10 / n, ndcgAt100 / n, mrrAt10 / n);
    }
}
