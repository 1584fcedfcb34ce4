package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RelevantRanksTest {

    @Test
    void aRankIsOneMoreThanTheNumberOfBetterDocuments() {
        float[] scores = {0.1f, 0.9f, 0.5f, 0.7f};
        // best first: rows 1, 3, 2, 0
        assertThat(ranks(scores, new int[] {0, 3}, Set.of(), 4)).containsExactly(4, 2);
    }

    @Test
    void anExcludedDocumentTakesNoRank() {
        float[] scores = {0.1f, 0.9f, 0.5f, 0.7f};
        assertThat(ranks(scores, new int[] {0, 3}, Set.of(1), 4)).containsExactly(3, 1);
    }

    @Test
    void ofEqualScoresTheSmallerRowRanksFirst() {
        float[] scores = {0.5f, 0.5f, 0.5f, 0.5f};
        assertThat(ranks(scores, new int[] {2}, Set.of(), 4)).containsExactly(3);
        assertThat(ranks(scores, new int[] {0, 1, 3}, Set.of(), 4)).containsExactly(1, 2, 4);
    }

    @Test
    void zeroAndMinusZeroAreEqualScores() {
        // a distance of nothing, negated, is -0
        float[] scores = {-0f, 0f, -0f, 0f};
        assertThat(ranks(scores, new int[] {0, 1, 3}, Set.of(), 4)).containsExactly(1, 2, 4);
    }

    /** A query's scores and what is judged and excluded; few different scores, so that ties abound. */
    record Case(float[] scores, TreeSet<Integer> relevant, Set<Integer> excluded, int block) {}

    @Provide
    Arbitrary<Case> cases() {
        return Arbitraries.integers().between(1, 40).flatMap(n -> {
            Arbitrary<List<Integer>> scores =
                    Arbitraries.integers().between(-4, 4).list().ofSize(n);
            Arbitrary<Set<Integer>> relevant =
                    Arbitraries.integers().between(0, n - 1).set().ofMinSize(1).ofMaxSize(Math.min(n, 8));
            Arbitrary<Set<Integer>> excluded =
                    Arbitraries.integers().between(0, n - 1).set().ofMaxSize(Math.min(n, 4));
            return Combinators.combine(
                            scores, relevant, excluded, Arbitraries.integers().between(1, n))
                    .as((s, r, e, block) -> {
                        float[] values = new float[n];
                        for (int i = 0; i < n; i++) {
                            values[i] = s.get(i) / 4f;
                        }
                        TreeSet<Integer> left = new TreeSet<>(r);
                        left.removeAll(e);
                        return new Case(values, left, e, block);
                    });
        });
    }

    @Property(tries = 500)
    void countingFindsTheRanksThatSortingFinds(@ForAll("cases") Case c) {
        if (c.relevant.isEmpty()) {
            return;
        }
        List<Integer> sorted = IntStream.range(0, c.scores.length)
                .boxed()
                .filter(row -> !c.excluded.contains(row))
                .sorted(Comparator.comparingDouble((Integer row) -> -c.scores[row] + 0.0)
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        int[] expected =
                c.relevant.stream().mapToInt(row -> sorted.indexOf(row) + 1).toArray();
        int[] relevant = c.relevant.stream().mapToInt(row -> row).toArray();
        assertThat(ranks(c.scores, relevant, c.excluded, c.block)).containsExactly(expected);
    }

    /** Hears the scores twice, in blocks, from a buffer that is longer than what counts in it. */
    private static int[] ranks(float[] scores, int[] relevant, Set<Integer> excluded, int block) {
        RelevantRanks ranks = new RelevantRanks(relevant, excluded);
        float[] buffer = new float[block + 3];
        for (boolean counting : new boolean[] {false, true}) {
            for (int from = 0; from < scores.length; from += block) {
                int count = Math.min(block, scores.length - from);
                Arrays.fill(buffer, Float.MAX_VALUE);
                System.arraycopy(scores, from, buffer, 0, count);
                if (counting) {
                    ranks.count(from, count, buffer);
                } else {
                    ranks.pick(from, count, buffer);
                }
            }
            if (!counting) {
                ranks.endPicking();
            }
        }
        return ranks.ranks();
    }
}
