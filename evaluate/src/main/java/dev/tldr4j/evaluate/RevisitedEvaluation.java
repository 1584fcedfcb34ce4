package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.RevisitedJudgments.Kind;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Measures retrieval by the protocols of the revisited Oxford and Paris sets (Radenović, Iscen, Tolias, Avrithis and Chum,
 * "Revisiting Oxford and Paris: Large-Scale Image Retrieval Benchmarking", 2018). Under each, some of the judged documents
 * are to be found and others are left out of the ranking:
 *
 * <ul>
 *   <li>Medium: easy and hard ones are to be found, junk is left out;
 *   <li>Hard: hard ones are to be found, easy ones and junk are left out.
 * </ul>
 *
 * A query with nothing to be found under a protocol does not count there.
 */
public record RevisitedEvaluation(RevisitedJudgments judgments) {
    private static final Set<Kind> MEDIUM = Set.of(Kind.EASY, Kind.HARD);
    private static final Set<Kind> HARD = Set.of(Kind.HARD);

    public RevisitedEvaluation {
        Objects.requireNonNull(judgments, "judgments");
    }

    /**
     * Ranks the documents for every query that has something to be found.
     *
     * @throws InvalidInputException when documents and queries differ in dimensions, when judgments name rows that do not
     *     exist, or when no query has an easy or a hard document
     */
    public RevisitedResult evaluate(Index docs, Vectors queries, ProgressListener listener) {
        Shapes.requireSameDims(docs, queries);
        List<AskedQuery> medium = asked(MEDIUM, docs, queries);
        if (medium.isEmpty()) {
            throw new InvalidInputException(judgments.name() + ": no query has an easy or a hard document to find");
        }
        List<AskedQuery> both = new ArrayList<>(medium);
        both.addAll(asked(HARD, docs, queries));
        List<int[]> ranks = AskedQuery.ranks(both, docs, queries, listener);
        return new RevisitedResult(
                RevisitedResult.Figures.mean(ranks.subList(0, medium.size())),
                RevisitedResult.Figures.mean(ranks.subList(medium.size(), ranks.size())),
                queries.rows() - medium.size());
    }

    private List<AskedQuery> asked(Set<Kind> toFind, Index docs, Vectors queries) {
        List<AskedQuery> asked = new ArrayList<>();
        for (int query : judgments.queries()) {
            Shapes.requireRow(judgments.name(), "query", query, queries.name(), queries.rows());
            Set<Integer> relevant = new TreeSet<>();
            Set<Integer> leftOut = new TreeSet<>();
            for (Map.Entry<Integer, Kind> judged : judgments.documents(query).entrySet()) {
                Shapes.requireRow(judgments.name(), "document", judged.getKey(), docs.name(), docs.rows());
                (toFind.contains(judged.getValue()) ? relevant : leftOut).add(judged.getKey());
            }
            if (!relevant.isEmpty()) {
                int[] rows = relevant.stream().mapToInt(Integer::intValue).toArray();
                asked.add(new AskedQuery(query, rows, leftOut));
            }
        }
        return asked;
    }
}
