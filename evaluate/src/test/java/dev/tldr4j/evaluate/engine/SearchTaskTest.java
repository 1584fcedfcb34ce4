package dev.tldr4j.evaluate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Judgments;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SearchTaskTest {
    private static final double LOG_3 = Math.log(3) / Math.log(2);

    private final Vectors queries = Vectors.of(new float[] {1, 0, 0, 1, 1, 1}, 2);

    @Test
    void ndcgCountsWhereRelevantDocumentsWereFound() {
        SearchTask task =
                SearchTask.judged(queries, Judgments.of(Map.of(1, Map.of(7, 1, 8, 1, 9, 0))), Exclusions.none());

        assertThat(task.metric()).isEqualTo("ndcg@10");
        assertThat(task.queries()).isEqualTo(1);
        assertThat(task.query(0)).containsExactly(0, 1);
        assertThat(task.asked(0)).isEqualTo(10);
        // ideal: ranks 1 and 2, so 1 + 1/log₂3
        assertThat(task.score(0, new int[] {8, 7, 1})).isEqualTo(1);
        assertThat(task.score(0, new int[] {9, 7, 1})).isEqualTo((1 / LOG_3) / (1 + 1 / LOG_3), within(1e-12));
        assertThat(task.score(0, new int[] {1, 2, 3})).isZero();
    }

    @Test
    void anExcludedDocumentIsPassedOver() {
        SearchTask task = SearchTask.judged(
                queries, Judgments.of(Map.of(0, Map.of(7, 1, 5, 1))), Exclusions.of(Map.of(0, Set.of(5))));

        assertThat(task.asked(0)).isEqualTo(11);
        assertThat(task.score(0, new int[] {5, 7})).isEqualTo(1);
    }

    @Test
    void onlyTheFirstTenCount() {
        SearchTask task = SearchTask.judged(queries, Judgments.of(Map.of(0, Map.of(11, 1))), Exclusions.none());

        assertThat(task.score(0, new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})).isZero();
    }

    @Test
    void recallIsTheShareOfTheTenNearestByCosine() {
        // documents 0 … 11 turn away from (1, 0) step by step; their lengths do not matter
        float[] docs = new float[24];
        for (int i = 0; i < 12; i++) {
            docs[2 * i] = (float) (Math.cos(0.1 * i) * (i + 1));
            docs[2 * i + 1] = (float) (Math.sin(0.1 * i) * (i + 1));
        }
        SearchTask task =
                SearchTask.nearest(Vectors.of(docs, 2), Vectors.of(new float[] {2, 0}, 2), 1, ProgressListener.SILENT);

        assertThat(task.metric()).isEqualTo("recall@10");
        assertThat(task.score(0, new int[] {9, 8, 7, 6, 5, 4, 3, 2, 1, 0})).isEqualTo(1);
        assertThat(task.score(0, new int[] {11, 10, 7, 6, 5, 4, 3, 2, 1, 0})).isEqualTo(0.8, within(1e-12));
    }

    /** By hand: of documents at 0, 0.1, 0.2 … from the query, 0 and 2 are passed over, so 1 and 3 … 11 are the ten nearest. */
    @Test
    void judgedQueriesHaveBothScoresAndRecallPassesOverExcludedDocumentsToo() {
        SearchTask task = SearchTask.judged(
                        queries, Judgments.of(Map.of(0, Map.of(1, 1))), Exclusions.of(Map.of(0, Set.of(0, 2))))
                .withRecall(fan(14), 1, ProgressListener.SILENT);

        assertThat(task.metric()).isEqualTo("ndcg@10");
        assertThat(task.metrics()).containsExactly("ndcg@10", "recall@10");
        Map<String, Double> scores = task.scores(0, new int[] {0, 3, 1, 2, 13, 12, 4, 5, 6, 7});
        // the relevant document is second among those that count
        assertThat(scores.get("ndcg@10")).isEqualTo(1 / LOG_3, within(1e-12));
        // 3, 1, 4, 5, 6, 7 of the ten
        assertThat(scores.get("recall@10")).isEqualTo(0.6, within(1e-12));
    }

    @Test
    void otherQueriesOrJudgmentsHaveAnotherFingerprint() {
        String one = judgedBy(1).fingerprint();

        assertThat(judgedBy(1).fingerprint()).isEqualTo(one);
        assertThat(judgedBy(2).fingerprint()).isNotEqualTo(one);
    }

    private SearchTask judgedBy(int grade) {
        return SearchTask.judged(queries, Judgments.of(Map.of(0, Map.of(1, grade))), Exclusions.none());
    }

    /** Documents that turn away from (1, 0) step by step. */
    private static Vectors fan(int count) {
        float[] docs = new float[2 * count];
        for (int i = 0; i < count; i++) {
            docs[2 * i] = (float) Math.cos(0.1 * i);
            docs[2 * i + 1] = (float) Math.sin(0.1 * i);
        }
        return Vectors.of(docs, 2);
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        assertThatThrownBy(() -> SearchTask.judged(queries, Judgments.of(Map.of(0, Map.of(1, 0))), Exclusions.none()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no query has a relevant document");
        assertThatThrownBy(() -> SearchTask.nearest(queries, queries, 1, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at least 10");
        SearchTask zeros = SearchTask.judged(
                Vectors.of(new float[] {0, -0f}, 2), Judgments.of(Map.of(0, Map.of(1, 1))), Exclusions.none());
        assertThatThrownBy(() -> zeros.query(0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 0 is all zeros");
    }
}
