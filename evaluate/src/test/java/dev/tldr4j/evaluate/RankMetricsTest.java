package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RankMetricsTest {
    private static final Offset<Double> ROUNDING = within(1e-12);

    @Test
    void averagePrecisionOfAWorkedExample() {
        // relevant at ranks 1, 3, 6: precisions 1/1, 2/3, 3/6; mean (1 + 0.6667 + 0.5) / 3
        assertThat(RankMetrics.averagePrecision(new int[] {1, 3, 6})).isEqualTo((1 + 2 / 3.0 + 0.5) / 3, ROUNDING);
    }

    @Test
    void averagePrecisionDoesNotDependOnTheOrderInWhichRanksAreGiven() {
        int[] ranks = {6, 1, 3};
        assertThat(RankMetrics.averagePrecision(ranks)).isEqualTo((1 + 2 / 3.0 + 0.5) / 3, ROUNDING);
        assertThat(ranks).as("the argument is left alone").containsExactly(6, 1, 3);
    }

    @Test
    void areaUnderPrecisionOverRecallOfAWorkedExample() {
        // relevant at ranks 1, 3, 6: before and at them the precisions are 1 and 1/1, 1/2 and 2/3, 2/5 and 3/6;
        // the means 1, 0.58333 and 0.45, and their mean 0.677778
        assertThat(RankMetrics.averagePrecisionArea(new int[] {6, 1, 3})).isEqualTo(0.677778, within(1e-6));
        // a single one at rank 2: before it the precision is 0, at it 1/2
        assertThat(RankMetrics.averagePrecisionArea(new int[] {2})).isEqualTo(0.25, ROUNDING);
    }

    @Test
    void precisionIsTheShareOfTheFirstKButLooksNoFurtherThanTheLastRelevantDocument() {
        int[] ranks = {1, 3, 7};
        assertThat(RankMetrics.precision(ranks, 1)).isEqualTo(1);
        assertThat(RankMetrics.precision(ranks, 5)).isEqualTo(2 / 5.0);
        assertThat(RankMetrics.precision(ranks, 10)).isEqualTo(3 / 7.0);
        assertThat(RankMetrics.precision(new int[] {12}, 10)).isZero();
    }

    @Test
    void recallCountsRelevantDocumentsUpToAndIncludingRankK() {
        int[] ranks = {2, 10, 11, 500};
        assertThat(RankMetrics.recall(ranks, 1)).isZero();
        assertThat(RankMetrics.recall(ranks, 10)).isEqualTo(2 / 4.0);
        assertThat(RankMetrics.recall(ranks, 11)).isEqualTo(3 / 4.0);
        assertThat(RankMetrics.recall(ranks, 500)).isEqualTo(1);
    }

    @Test
    void recallStaysBelowOneWhereMoreDocumentsAreRelevantThanK() {
        assertThat(RankMetrics.recall(new int[] {1, 2, 3, 4}, 2)).isEqualTo(0.5);
    }

    @Test
    void ndcgOfAWorkedExampleWithGrades() {
        // grade 1 at rank 1, grade 3 at rank 3, grade 2 at rank 7; log2 of 2, 3, 4, 8 is 1, 1.58496, 2, 3
        // DCG@10 = 1/1 + 3/2 + 2/3 = 3.166667; ideal = 3/1 + 2/1.584963 + 1/2 = 4.761860; ratio 0.665006
        int[] ranks = {1, 3, 7};
        int[] grades = {1, 3, 2};
        assertThat(RankMetrics.ndcg(ranks, grades, 10)).isEqualTo(0.665006, within(1e-6));
        // cut at 3: DCG = 1 + 1.5 = 2.5, the ideal is the same; 2.5 / 4.761860 = 0.525005
        assertThat(RankMetrics.ndcg(ranks, grades, 3)).isEqualTo(0.525005, within(1e-6));
        // cut at 2: DCG = 1; the ideal is cut too: 3 + 1.261860 = 4.261860; ratio 0.234639
        assertThat(RankMetrics.ndcg(ranks, grades, 2)).isEqualTo(0.234639, within(1e-6));
    }

    @Test
    void ndcgGainIsLinearInTheGrade() {
        // grade 1 at rank 1 and grade 2 at rank 2: (1 + 2/log2(3)) / (2 + 1/log2(3)) = 2.261860 / 2.630930 = 0.859719;
        // with the exponential gain 2^grade - 1 it would be (1 + 3/1.584963) / (3 + 1/1.584963) = 0.796708
        assertThat(RankMetrics.ndcg(new int[] {1, 2}, new int[] {1, 2}, 10)).isEqualTo(0.859719, within(1e-6));
    }

    @Test
    void reciprocalRankLooksAtTheBestRelevantDocumentUpToK() {
        assertThat(RankMetrics.reciprocalRank(new int[] {9, 4}, 10)).isEqualTo(0.25);
        assertThat(RankMetrics.reciprocalRank(new int[] {10}, 10)).isEqualTo(0.1);
        assertThat(RankMetrics.reciprocalRank(new int[] {11}, 10)).isZero();
    }

    @Test
    void thereIsNoMetricWithoutARelevantDocument() {
        assertThatIllegalArgumentException().isThrownBy(() -> RankMetrics.averagePrecision(new int[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> RankMetrics.averagePrecisionArea(new int[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> RankMetrics.precision(new int[0], 10));
        assertThatIllegalArgumentException().isThrownBy(() -> RankMetrics.recall(new int[0], 10));
        assertThatIllegalArgumentException().isThrownBy(() -> RankMetrics.ndcg(new int[0], new int[0], 10));
        assertThatIllegalArgumentException().isThrownBy(() -> RankMetrics.reciprocalRank(new int[0], 10));
    }

    @Test
    void ranksFromZeroAndGradesThatAreNotRelevantAreMistakes() {
        assertThatIllegalArgumentException().isThrownBy(() -> RankMetrics.averagePrecision(new int[] {0}));
        assertThatIllegalArgumentException().isThrownBy(() -> RankMetrics.ndcg(new int[] {1}, new int[] {0}, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> RankMetrics.ndcg(new int[] {1}, new int[] {1, 1}, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> RankMetrics.recall(new int[] {1}, 0));
    }

    /** Relevant documents of one query: their ranks, all different, and their grades. */
    record Ranking(int[] ranks, int[] grades) {}

    @Provide
    Arbitrary<Ranking> rankings() {
        return Arbitraries.integers().between(1, 30).flatMap(n -> {
            Arbitrary<List<Integer>> ranks =
                    Arbitraries.integers().between(1, 150).list().ofSize(n).uniqueElements();
            Arbitrary<int[]> grades =
                    Arbitraries.integers().between(1, 4).array(int[].class).ofSize(n);
            return Combinators.combine(ranks, grades)
                    .as((r, g) -> new Ranking(r.stream().mapToInt(i -> i).toArray(), g));
        });
    }

    @Property(tries = 300)
    void everyMetricLiesBetweenZeroAndOne(
            @ForAll("rankings") Ranking ranking, @ForAll @IntRange(min = 1, max = 160) int k) {
        assertThat(RankMetrics.averagePrecision(ranking.ranks)).isBetween(0.0, 1.0);
        assertThat(RankMetrics.averagePrecisionArea(ranking.ranks))
                .isBetween(0.0, RankMetrics.averagePrecision(ranking.ranks) + 1e-12);
        assertThat(RankMetrics.precision(ranking.ranks, k)).isBetween(0.0, 1.0);
        assertThat(RankMetrics.recall(ranking.ranks, k)).isBetween(0.0, 1.0);
        assertThat(RankMetrics.ndcg(ranking.ranks, ranking.grades, k)).isBetween(0.0, 1.0);
        assertThat(RankMetrics.reciprocalRank(ranking.ranks, k)).isBetween(0.0, 1.0);
    }

    @Property(tries = 300)
    void aPerfectRankingGetsOne(@ForAll("rankings") Ranking ranking, @ForAll @IntRange(min = 1, max = 160) int k) {
        int n = ranking.ranks.length;
        int[] ranks = IntStream.rangeClosed(1, n).toArray();
        int[] bestFirst =
                IntStream.of(ranking.grades).map(g -> -g).sorted().map(g -> -g).toArray();
        assertThat(RankMetrics.averagePrecision(ranks)).isEqualTo(1, ROUNDING);
        assertThat(RankMetrics.averagePrecisionArea(ranks)).isEqualTo(1, ROUNDING);
        assertThat(RankMetrics.precision(ranks, k)).isEqualTo(1);
        assertThat(RankMetrics.recall(ranks, n)).isEqualTo(1);
        assertThat(RankMetrics.ndcg(ranks, bestFirst, k)).isEqualTo(1, ROUNDING);
        assertThat(RankMetrics.reciprocalRank(ranks, k)).isEqualTo(1);
    }

    @Property(tries = 300)
    void aRelevantDocumentThatMovesUpPastOneThatIsNotNeverCosts(
            @ForAll("rankings") Ranking before,
            @ForAll @IntRange(min = 1, max = 160) int k,
            @ForAll @IntRange(max = 29) int which) {
        int moved = which % before.ranks.length;
        int better = before.ranks[moved] - 1;
        boolean free = better >= 1 && IntStream.of(before.ranks).noneMatch(rank -> rank == better);
        if (!free) {
            return;
        }
        int[] ranks = before.ranks.clone();
        ranks[moved] = better;
        assertThat(RankMetrics.averagePrecision(ranks)).isGreaterThan(RankMetrics.averagePrecision(before.ranks));
        assertThat(RankMetrics.averagePrecisionArea(ranks))
                .isGreaterThan(RankMetrics.averagePrecisionArea(before.ranks));
        assertThat(RankMetrics.recall(ranks, k)).isGreaterThanOrEqualTo(RankMetrics.recall(before.ranks, k));
        assertThat(RankMetrics.ndcg(ranks, before.grades, k))
                .isGreaterThanOrEqualTo(RankMetrics.ndcg(before.ranks, before.grades, k));
        assertThat(RankMetrics.reciprocalRank(ranks, k))
                .isGreaterThanOrEqualTo(RankMetrics.reciprocalRank(before.ranks, k));
    }
}
