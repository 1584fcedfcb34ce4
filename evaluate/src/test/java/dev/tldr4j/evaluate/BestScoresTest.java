package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BestScoresTest {

    @Test
    void keepsTheLargestAndTheirRowsBestFirst() {
        BestScores best = new BestScores(2);
        best.hear(0, 3, new float[] {-1, 5, 2, 99});
        best.hear(3, 2, new float[] {4, -7});
        assertThat(best.bestFirst().rows()).containsExactly(1, 3);
        assertThat(best.bestFirst().scores()).containsExactly(5, 4);
    }

    @Test
    void ofEqualScoresTheSmallerRowsAreKeptAndZeroEqualsMinusZero() {
        BestScores best = new BestScores(3);
        best.hear(0, 5, new float[] {-1, -0f, 0, -0f, 0});
        assertThat(best.bestFirst().rows()).containsExactly(1, 2, 3);
    }

    /** Few different scores, so that ties abound. */
    @Property(tries = 300)
    void keepsWhatSortingWouldPutFirst(
            @ForAll @Size(min = 1, max = 60) List<@IntRange(min = -4, max = 4) Integer> heard,
            @ForAll @IntRange(min = 1, max = 20) int most,
            @ForAll @IntRange(min = 1, max = 60) int block) {
        BestScores best = new BestScores(most);
        for (int from = 0; from < heard.size(); from += block) {
            int count = Math.min(block, heard.size() - from);
            float[] scores = new float[count + 1];
            Arrays.fill(scores, Float.MAX_VALUE);
            for (int i = 0; i < count; i++) {
                scores[i] = heard.get(from + i) / 4f;
            }
            best.hear(from, count, scores);
        }
        int[] expected = IntStream.range(0, heard.size())
                .boxed()
                .sorted(Comparator.comparing((Integer row) -> -heard.get(row)).thenComparing(row -> row))
                .limit(most)
                .mapToInt(row -> row)
                .toArray();
        assertThat(best.bestFirst().rows()).containsExactly(expected);
        for (int i = 0; i < expected.length; i++) {
            assertThat(best.bestFirst().scores()[i]).isEqualTo(heard.get(expected[i]) / 4f);
        }
    }
}
