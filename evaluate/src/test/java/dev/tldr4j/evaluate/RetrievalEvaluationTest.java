package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetrievalEvaluationTest {
    private static final Offset<Double> ROUNDING = within(1e-12);

    /** Rows 0 and 3 are the same, so they tie under any metric. */
    private static final Vectors DOCS = Vectors.of(new float[][] {{1, 0}, {6, 6}, {0, 3}, {1, 0}, {-1, 0}});

    private static final Vectors QUERY = Vectors.of(new float[][] {{2, 1}});

    /** Of the two that tie, the one with the larger row number; and row 2. */
    private static final Judgments RELEVANT = Judgments.of(Map.of(0, Map.of(3, 2, 2, 1)));

    @Test
    void nearByEuclideanDistance() {
        // squared distances 2, 41, 8, 2, 10: rows 0 3 2 4 1, so row 3 has rank 2 and row 2 has rank 3
        RetrievalResult result = evaluate(RELEVANT, Exclusions.none(), Metric.L2);
        assertThat(result.map()).isEqualTo((1 / 2.0 + 2 / 3.0) / 2, ROUNDING);
        assertThat(result.mrrAt10()).isEqualTo(1 / 2.0, ROUNDING);
        // DCG = 2/log2(3) + 1/log2(4) = 1.261860 + 0.5; ideal = 2 + 1/log2(3) = 2.630930; ratio 0.669672
        assertThat(result.ndcgAt10()).isEqualTo(0.669672, within(1e-6));
        assertThat(result.recallAt10()).isEqualTo(1);
        assertThat(result.queries()).isEqualTo(1);
        assertThat(result.skippedQueries()).isZero();
    }

    @Test
    void nearByInnerProduct() {
        // products 2, 18, 3, 2, -2: rows 1 2 0 3 4, so row 2 has rank 2 and row 3 has rank 4
        RetrievalResult result = evaluate(RELEVANT, Exclusions.none(), Metric.DOT);
        assertThat(result.map()).isEqualTo((1 / 2.0 + 2 / 4.0) / 2, ROUNDING);
    }

    @Test
    void nearByAngle() {
        // cosines 0.894, 0.949, 0.447, 0.894, -0.894: rows 1 0 3 2 4, so row 3 has rank 3 and row 2 has rank 4
        RetrievalResult result = evaluate(RELEVANT, Exclusions.none(), Metric.COSINE);
        assertThat(result.map()).isEqualTo((1 / 3.0 + 2 / 4.0) / 2, ROUNDING);
    }

    @Test
    void anExcludedDocumentLeavesItsRankToTheNext() {
        // without row 0, which ties with row 3 and came first: rows 3 2 4 1, the best there can be
        RetrievalResult result = evaluate(RELEVANT, Exclusions.of(Map.of(0, Set.of(0))), Metric.L2);
        assertThat(result.metrics().values())
                .allSatisfy(value -> assertThat(value).isEqualTo(1, ROUNDING));
    }

    @Test
    void anExclusionOfAnotherQueryChangesNothing() {
        assertThat(evaluate(RELEVANT, Exclusions.of(Map.of(1, Set.of(0))), Metric.L2))
                .isEqualTo(evaluate(RELEVANT, Exclusions.none(), Metric.L2));
    }

    @Test
    void anExcludedDocumentIsNotMissedEither() {
        // row 3 is judged and excluded: only row 2 is left to find, at rank 2 behind row 0
        RetrievalResult result = evaluate(RELEVANT, Exclusions.of(Map.of(0, Set.of(3))), Metric.L2);
        assertThat(result.map()).isEqualTo(1 / 2.0, ROUNDING);
        assertThat(result.recallAt10()).isEqualTo(1);
    }

    @Test
    void queriesWithoutARelevantDocumentAreSkippedAndCounted() {
        Vectors queries = Vectors.of(new float[][] {{1, 1}, {-5, 1}, {2, 1}, {0, 9}});
        Judgments judgments = Judgments.of(Map.of(
                1, Map.of(4, 0), // judged, not relevant
                2, Map.of(3, 2, 2, 1, 1, 0, 4, -1)));
        RetrievalResult result = new RetrievalEvaluation(judgments, Exclusions.none(), Metric.L2, 1)
                .evaluate(DOCS, queries, ProgressListener.SILENT);
        assertThat(result.queries()).isEqualTo(1);
        assertThat(result.skippedQueries()).isEqualTo(3);
        assertThat(result.map()).isEqualTo((1 / 2.0 + 2 / 3.0) / 2, ROUNDING);
    }

    @Test
    void metricsAreMeansOverQueries() {
        Vectors queries = Vectors.of(new float[][] {{2, 1}, {7, 7}});
        // the second query finds its document, row 1, at rank 1
        Judgments judgments = Judgments.of(Map.of(0, Map.of(4, 1), 1, Map.of(1, 1)));
        RetrievalResult result = new RetrievalEvaluation(judgments, Exclusions.none(), Metric.L2, 2)
                .evaluate(DOCS, queries, ProgressListener.SILENT);
        assertThat(result.map()).isEqualTo((1 / 4.0 + 1) / 2, ROUNDING);
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void findsTheRanksThatTheSearchItselfGives(Metric metric) {
        Random random = new Random(7);
        assertRanksAreThoseOfTheSearch(metric, random::nextGaussian);
    }

    @Test
    void findsTheRanksThatTheSearchItselfGivesWhereTiesAbound() {
        // inner products of small whole numbers are exact, and few of them differ
        Random random = new Random(7);
        assertRanksAreThoseOfTheSearch(Metric.DOT, () -> 1 + random.nextInt(4));
    }

    /** Judges relevant what the search puts at ranks 1, 10 and 58, for every other query. */
    private static void assertRanksAreThoseOfTheSearch(Metric metric, DoubleSupplier numbers) {
        Vectors docs = vectors(3000, 4, numbers);
        Vectors queries = vectors(600, 4, numbers);
        int k = 100;
        int[] nearest = new ExactSearch(metric, 2).nearest(docs, queries, k, ProgressListener.SILENT);
        Map<Integer, Map<Integer, Integer>> grades = new TreeMap<>();
        for (int query = 0; query < queries.rows(); query += 2) {
            int first = query * k;
            grades.put(query, Map.of(nearest[first], 1, nearest[first + 9], 1, nearest[first + 57], 1));
        }
        RetrievalResult result = new RetrievalEvaluation(Judgments.of(grades), Exclusions.none(), metric, 2)
                .evaluate(docs, queries, ProgressListener.SILENT);
        assertThat(result.queries()).isEqualTo(300);
        Offset<Double> oneNearTie = within(2e-3); // of 300 queries, one may be rounded the other way
        assertThat(result.map()).isEqualTo((1 + 2 / 10.0 + 3 / 58.0) / 3, oneNearTie);
        assertThat(result.recallAt10()).isEqualTo(2 / 3.0, oneNearTie);
        assertThat(result.recallAt100()).isEqualTo(1, oneNearTie);
    }

    @Test
    void aRowThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> evaluate(Judgments.of(Map.of(0, Map.of(5, 1))), Exclusions.none(), Metric.L2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("document row 5 does not exist")
                .hasMessageContaining("5 rows");
        assertThatThrownBy(() -> evaluate(Judgments.of(Map.of(1, Map.of(0, 1))), Exclusions.none(), Metric.L2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("query row 1 does not exist");
    }

    @Test
    void withoutAnyRelevantDocumentThereIsNothingToMeasure() {
        assertThatThrownBy(() -> evaluate(Judgments.of(Map.of(0, Map.of(3, 0))), Exclusions.none(), Metric.L2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no query has a relevant document");
    }

    @Test
    void documentsAndQueriesMustHaveTheSameDimensions() {
        Vectors wide = Vectors.of(new float[][] {{1, 2, 3}});
        assertThatThrownBy(() -> new RetrievalEvaluation(RELEVANT, Exclusions.none(), Metric.L2, 1)
                        .evaluate(DOCS, wide, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("has 2 dimensions")
                .hasMessageContaining("has 3");
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void aQueryThatIsNotFiniteIsNamedByItsOwnRow(Metric metric) {
        Vectors queries = Vectors.of(new float[][] {{1, 1}, {2, 1}, {Float.NaN, 1}});
        assertThatThrownBy(() -> evaluateRowsOneAndTwo(queries, metric))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 2");
    }

    @Test
    void aQueryWithoutADirectionIsNamedByItsOwnRow() {
        Vectors queries = Vectors.of(new float[][] {{1, 1}, {2, 1}, {0, 0}});
        assertThatThrownBy(() -> evaluateRowsOneAndTwo(queries, Metric.COSINE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 2");
    }

    /** Row 0 is not judged, so what is searched for begins at row 1. */
    private static RetrievalResult evaluateRowsOneAndTwo(Vectors queries, Metric metric) {
        Judgments judgments = Judgments.of(Map.of(1, Map.of(0, 1), 2, Map.of(0, 1)));
        return new RetrievalEvaluation(judgments, Exclusions.none(), metric, 1)
                .evaluate(DOCS, queries, ProgressListener.SILENT);
    }

    private static RetrievalResult evaluate(Judgments judgments, Exclusions exclusions, Metric metric) {
        return new RetrievalEvaluation(judgments, exclusions, metric, 1).evaluate(DOCS, QUERY, ProgressListener.SILENT);
    }

    private static Vectors vectors(int rows, int dims, DoubleSupplier numbers) {
        float[] values = new float[rows * dims];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) numbers.getAsDouble();
        }
        return Vectors.of(values, dims);
    }
}
