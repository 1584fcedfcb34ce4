package dev.tldr4j.evaluate;

import static dev.tldr4j.evaluate.RevisitedJudgments.Kind.EASY;
import static dev.tldr4j.evaluate.RevisitedJudgments.Kind.HARD;
import static dev.tldr4j.evaluate.RevisitedJudgments.Kind.JUNK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.RevisitedJudgments.Kind;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RevisitedEvaluationTest {
    private static final Offset<Double> ROUNDING = within(1e-12);

    /** For the query at 0, row i comes at rank i + 1. */
    private static final Vectors DOCS = Vectors.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 1);

    private static final Vectors QUERY = Vectors.of(new float[] {0}, 1);

    @Test
    void bothProtocolsOfAWorkedExample() {
        RevisitedResult result = evaluate(Map.of(0, Map.of(0, JUNK, 1, EASY, 3, HARD, 4, JUNK, 6, HARD)), QUERY);

        // Medium: rows 0 and 4 are left out, so the ranks are row 1: 1, row 3: 3, row 6: 5
        // precisions before and at them: 1 and 1, 1/2 and 2/3, 2/4 and 3/5; means 1, 0.583333, 0.55
        assertThat(result.medium().map()).isEqualTo((1 + (1 / 2.0 + 2 / 3.0) / 2 + 0.55) / 3, ROUNDING);
        assertThat(result.medium().precisionAt1()).isEqualTo(1);
        assertThat(result.medium().precisionAt5()).isEqualTo(3 / 5.0, ROUNDING);
        assertThat(result.medium().precisionAt10()).as("up to the last one").isEqualTo(3 / 5.0, ROUNDING);

        // Hard: rows 0, 1 and 4 are left out, so the ranks are row 3: 2, row 6: 4
        // precisions before and at them: 0 and 1/2, 1/3 and 2/4; means 0.25 and 0.416667
        assertThat(result.hard().map()).isEqualTo((0.25 + (1 / 3.0 + 0.5) / 2) / 2, ROUNDING);
        assertThat(result.hard().precisionAt1()).isZero();
        assertThat(result.hard().precisionAt5()).isEqualTo(2 / 4.0, ROUNDING);

        assertThat(result.metrics().keySet())
                .containsExactly(
                        "map_medium",
                        "map_hard",
                        "mp@1_medium",
                        "mp@1_hard",
                        "mp@5_medium",
                        "mp@5_hard",
                        "mp@10_medium",
                        "mp@10_hard");
    }

    @Test
    void aQueryCountsOnlyWhereItHasSomethingToBeFound() {
        Vectors queries = Vectors.of(new float[] {0, 0, 0, 0}, 1);
        RevisitedResult result =
                evaluate(Map.of(0, Map.of(0, EASY), 1, Map.of(0, EASY, 1, HARD), 3, Map.of(0, JUNK)), queries);
        assertThat(result.medium().queries()).isEqualTo(2);
        assertThat(result.hard().queries()).isEqualTo(1);
        assertThat(result.skippedQueries()).isEqualTo(2);
        assertThat(result.medium().map()).isEqualTo(1, ROUNDING);
        assertThat(result.hard().map())
                .as("the easy one does not stand before it")
                .isEqualTo(1, ROUNDING);
    }

    @Test
    void withoutAHardDocumentThereAreNoFiguresOfTheHardProtocol() {
        assertThat(evaluate(Map.of(0, Map.of(0, EASY)), QUERY).metrics())
                .containsOnlyKeys("map_medium", "mp@1_medium", "mp@5_medium", "mp@10_medium");
    }

    @Test
    void withoutAnythingToBeFoundThereIsNothingToMeasure() {
        assertThatThrownBy(() -> evaluate(Map.of(0, Map.of(0, JUNK)), QUERY))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no query has an easy or a hard document");
    }

    @Test
    void aRowThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> evaluate(Map.of(0, Map.of(8, EASY)), QUERY))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("document row 8 does not exist");
        assertThatThrownBy(() -> evaluate(Map.of(1, Map.of(0, EASY)), QUERY))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("query row 1 does not exist");
    }

    /** What each of the eight documents is, best first; null is simply wrong. */
    @Provide
    Arbitrary<List<Kind>> kinds() {
        return Arbitraries.of(Kind.class).injectNull(0.3).list().ofSize(8);
    }

    @Property(tries = 300)
    void junkChangesNothingWhereverItStands(@ForAll("kinds") List<Kind> kinds) {
        if (!kinds.contains(EASY) && !kinds.contains(HARD)) {
            return;
        }
        List<Kind> withoutJunk = kinds.stream().filter(kind -> kind != JUNK).toList();
        assertThat(evaluate(Map.of(0, judged(kinds)), QUERY))
                .isEqualTo(evaluate(Map.of(0, judged(withoutJunk)), QUERY));
    }

    @Property(tries = 100)
    void everythingToBeFoundFirstIsPerfect(@ForAll("kinds") List<Kind> kinds) {
        if (!kinds.contains(EASY) && !kinds.contains(HARD)) {
            return;
        }
        List<Kind> ideal = new java.util.ArrayList<>(kinds);
        ideal.sort(java.util.Comparator.comparing(kind -> kind == null ? 2 : kind == JUNK ? 1 : 0));
        assertThat(evaluate(Map.of(0, judged(ideal)), QUERY).metrics().values())
                .allSatisfy(value -> assertThat(value).isEqualTo(1, ROUNDING));
    }

    private static Map<Integer, Kind> judged(List<Kind> kinds) {
        Map<Integer, Kind> judged = new HashMap<>();
        for (int row = 0; row < kinds.size(); row++) {
            if (kinds.get(row) != null) {
                judged.put(row, kinds.get(row));
            }
        }
        return judged;
    }

    private static RevisitedResult evaluate(Map<Integer, Map<Integer, Kind>> kinds, Vectors queries) {
        return new RevisitedEvaluation(RevisitedJudgments.of(kinds))
                .evaluate(Index.of(DOCS, Metric.L2, 1), queries, ProgressListener.SILENT);
    }
}
