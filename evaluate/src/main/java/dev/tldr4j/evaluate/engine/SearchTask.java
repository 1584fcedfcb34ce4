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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Queries, and how good an answer to each of them is. An answer is the {@value #K} documents found first. */
public final class SearchTask {
    static final int K = 10;

    private static final String NDCG = "ndcg@10";
    private static final String RECALL = "recall@10";

    /**
     * @param row of the query
     * @param grades of the relevant documents, above 0; empty where nothing is judged
     * @param nearest the 10 documents nearest in full; empty where they are not known
     * @param excluded documents to pass over
     */
    private record Question(int row, Map<Integer, Integer> grades, int[] nearest, Set<Integer> excluded) {}

    private final List<String> metrics;
    private final Vectors queries;
    private final List<Question> questions;

    private SearchTask(List<String> metrics, Vectors queries, List<Question> questions) {
        this.metrics = metrics;
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
                questions.add(new Question(query, grades, new int[0], excluded));
            }
        }
        if (questions.isEmpty()) {
            throw new InvalidInputException(
                    judgments.name() + ": no query has a relevant document (one with a grade above 0)");
        }
        return new SearchTask(List.of(NDCG), queries, questions);
    }

    /** Recall@10: the share of the 10 documents nearest in full, by cosine and exact search, that is found. */
    public static SearchTask nearest(Vectors docs, Vectors queries, int threads, ProgressListener listener) {
        List<Question> questions = IntStream.range(0, queries.rows())
                .mapToObj(row -> new Question(row, Map.of(), new int[0], Set.of()))
                .toList();
        return new SearchTask(List.of(), queries, questions).withRecall(docs, threads, listener);
    }

    /** The same with recall@10 as well, among documents that are not to be passed over. */
    public SearchTask withRecall(Vectors docs, int threads, ProgressListener listener) {
        int excluded = questions.stream()
                .mapToInt(question -> question.excluded.size())
                .max()
                .orElse(0);
        if (docs.rows() < K) {
            throw new InvalidInputException(
                    docs.name() + ": has " + docs.rows() + " documents; at least " + K + " are needed");
        }
        int k = Math.min(docs.rows(), K + excluded);
        Vectors asked = queries.select(
                questions.stream().mapToInt(question -> question.row).toArray());
        int[] nearest = Index.of(docs, Metric.COSINE, threads).nearest(asked, k, listener);
        List<Question> known = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            Question question = questions.get(i);
            int[] found = Arrays.copyOfRange(nearest, i * k, (i + 1) * k);
            known.add(new Question(question.row, question.grades, answer(question, found), question.excluded));
        }
        List<String> all = new ArrayList<>(metrics);
        all.add(RECALL);
        return new SearchTask(List.copyOf(all), queries, known);
    }

    /** What decides: ndcg@10 where there are judgments, else recall@10. */
    public String metric() {
        return metrics.get(0);
    }

    /** All that is measured, what decides first. */
    public List<String> metrics() {
        return metrics;
    }

    /** How many queries there are. */
    public int queries() {
        return questions.size();
    }

    /** What must be the same for measurements to belong to the same queries and judgments. */
    public String fingerprint() {
        List<Object> judged = new ArrayList<>(metrics);
        for (Question question : questions) {
            judged.add(List.of(question.row, question.grades, question.excluded.hashCode()));
        }
        return queries.fingerprint() + " " + Integer.toHexString(judged.hashCode());
    }

    /** The i-th query's full vector. */
    public float[] query(int i) {
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
    public int asked(int i) {
        return K + questions.get(i).excluded.size();
    }

    /** By what decides, from 0 to 1. */
    public double score(int i, int[] found) {
        return scores(i, found).get(metric());
    }

    /** By every metric, from 0 to 1. */
    Map<String, Double> scores(int i, int[] found) {
        Question question = questions.get(i);
        int[] answer = answer(question, found);
        Map<String, Double> scores = new LinkedHashMap<>();
        for (String metric : metrics) {
            scores.put(metric, metric.equals(NDCG) ? ndcg(question, answer) : recall(question, answer));
        }
        return scores;
    }

    private static double ndcg(Question question, int[] answer) {
        int[] documents = question.grades.keySet().stream().mapToInt(row -> row).toArray();
        int[] grades =
                question.grades.values().stream().mapToInt(grade -> grade).toArray();
        return RankMetrics.ndcg(ranks(documents, answer), grades, K);
    }

    private static double recall(Question question, int[] answer) {
        // nothing is missed where all documents are passed over
        return question.nearest.length == 0 ? 1 : RankMetrics.recall(ranks(question.nearest, answer), K);
    }

    private static int[] answer(Question question, int[] found) {
        return Arrays.stream(found)
                .filter(row -> !question.excluded.contains(row))
                .limit(K)
                .toArray();
    }

    private static int[] ranks(int[] documents, int[] answer) {
        return Arrays.stream(documents).map(row -> rank(row, answer)).toArray();
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
