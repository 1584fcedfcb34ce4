package dev.tldr4j.evaluate.engine;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Index;
import dev.tldr4j.evaluate.Judgments;
import dev.tldr4j.evaluate.RankMetrics;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Queries, and how good an answer to each of them is. An answer is the {@value #K} documents found first. */
public final class SearchTask {
    static final int K = 10;

    /**
     * @param row of the query
     * @param grades of the relevant documents, above 0
     * @param excluded documents to pass over
     */
    private record Question(int row, Map<Integer, Integer> grades, Set<Integer> excluded) {}

    private final String metric;
    private final Vectors queries;
    private final List<Question> questions;

    private SearchTask(String metric, Vectors queries, List<Question> questions) {
        this.metric = metric;
        this.queries = queries;
        this.questions = questions;
    }

    /** nDCG@10 with judged queries; queries without a relevant document are left out. */
    public static SearchTask judged(Vectors queries, Judgments judgments, Exclusions exclusions) {
        List<Question> questions = new ArrayList<>();
        for (int query : judgments.queries()) {
            Set<Integer> excluded = exclusions.documents(query);
            Map<Integer, Integer> grades = new TreeMap<>(judgments.grades(query));
            grades.keySet().removeAll(excluded);
            grades.values().removeIf(grade -> grade <= 0);
            if (!grades.isEmpty()) {
                questions.add(new Question(query, grades, excluded));
            }
        }
        if (questions.isEmpty()) {
            throw new InvalidInputException(
                    judgments.name() + ": no query has a relevant document (one with a grade above 0)");
        }
        return new SearchTask("ndcg@10", queries, questions);
    }

    /** Recall@10: the share of the 10 documents nearest in full, by cosine and exact search, that is found. */
    public static SearchTask nearest(Vectors docs, Vectors queries, int threads, ProgressListener listener) {
        if (docs.rows() < K) {
            throw new InvalidInputException(
                    docs.name() + ": has " + docs.rows() + " documents; at least " + K + " are needed");
        }
        int[] nearest = Index.of(docs, Metric.COSINE, threads).nearest(queries, K, listener);
        List<Question> questions = new ArrayList<>();
        for (int query = 0; query < queries.rows(); query++) {
            Map<Integer, Integer> grades = new TreeMap<>();
            Arrays.stream(nearest, query * K, (query + 1) * K).forEach(row -> grades.put(row, 1));
            questions.add(new Question(query, grades, Set.of()));
        }
        return new SearchTask("recall@10", queries, questions);
    }

    /** What is measured: ndcg@10 or recall@10. */
    public String metric() {
        return metric;
    }

    /** How many queries there are. */
    public int queries() {
        return questions.size();
    }

    float[] query(int i) {
        int row = questions.get(i).row;
        queries.requireFinite(row, 1);
        FloatBuffer query = FloatBuffer.allocate(queries.dims());
        queries.read(row, 1, query);
        if (query.flip().equals(FloatBuffer.allocate(queries.dims()))) {
            throw new InvalidInputException(queries.name() + ": row " + queries.sourceRow(row)
                    + " is all zeros, and has no direction to search in; leave it out");
        }
        return query.array();
    }

    /** How many documents to ask for, so that enough are left without those that are passed over. */
    int asked(int i) {
        return K + questions.get(i).excluded.size();
    }

    /** From 0 to 1. */
    double score(int i, int[] found) {
        Question question = questions.get(i);
        int[] answer = Arrays.stream(found)
                .filter(row -> !question.excluded.contains(row))
                .limit(K)
                .toArray();
        int[] documents = question.grades.keySet().stream().mapToInt(row -> row).toArray();
        int[] grades =
                question.grades.values().stream().mapToInt(grade -> grade).toArray();
        int[] ranks = Arrays.stream(documents).map(row -> rank(row, answer)).toArray();
        return metric.equals("ndcg@10") ? RankMetrics.ndcg(ranks, grades, K) : RankMetrics.recall(ranks, K);
    }

    private static int rank(int row, int[] answer) {
        for (int i = 0; i < answer.length; i++) {
            if (answer[i] == row) {
                return i + 1;
            }
        }
        return Integer.MAX_VALUE;
    }
}
