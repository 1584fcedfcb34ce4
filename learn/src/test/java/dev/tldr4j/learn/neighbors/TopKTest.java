package dev.tldr4j.learn.neighbors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class TopKTest {

    @Property
    void keepsTheBestWhateverTheOrderTheyComeIn(
            @ForAll @Size(min = 5, max = 40) List<@IntRange(min = 0, max = 6) Integer> scores,
            @ForAll @IntRange(min = 1, max = 5) int k,
            @ForAll Random random) {
        List<Integer> candidates = new ArrayList<>();
        for (int i = 0; i < scores.size(); i++) {
            candidates.add(i);
        }
        List<Integer> best = new ArrayList<>(candidates);
        best.sort(Comparator.<Integer>comparingInt(i -> -scores.get(i)).thenComparing(Comparator.naturalOrder()));
        Collections.shuffle(candidates, random);

        TopK top = new TopK(2, k);
        for (int candidate : candidates) {
            if (scores.get(candidate) >= top.threshold(1)) {
                top.offer(1, candidate, scores.get(candidate), false);
            }
        }

        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < k; i++) {
            kept.add(top.candidate(1, i));
        }
        assertThat(kept).containsExactlyInAnyOrderElementsOf(best.subList(0, k));
        assertThat(Arrays.stream(top.bestFirst(), k, 2 * k).boxed()).containsExactlyElementsOf(best.subList(0, k));
        assertThat(Arrays.stream(top.bestFirst(), 0, k)).as("no one came").containsOnly(TopK.NONE);
        assertThat(top.threshold(1)).isEqualTo(scores.get(best.get(k - 1)).floatValue());
    }
}
