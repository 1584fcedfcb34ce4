package dev.tldr4j.spark.neighbors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NeighborsTest {
    @Test
    void keepsTheNearestFirstAndEachOnce() {
        Neighbors neighbors = new Neighbors(0, 2, 2);
        neighbors.offer(1, 30, 0.3);
        neighbors.offer(1, 10, 0.1);
        neighbors.offer(1, 10, 0.1);
        neighbors.offer(1, 20, 0.2);
        assertThat(List.of(neighbors.id(1, 0), neighbors.id(1, 1))).containsExactly(10L, 20L);
        assertThat(neighbors.id(0, 0)).isEqualTo(Neighbors.NONE);
        assertThat(neighbors.others(1, 10, 2)).containsExactly(20);
    }

    @Property(tries = 100)
    void doesNotDependOnWhatCameFirst(@ForAll @IntRange(min = 1, max = 5) int k, @ForAll long seed) {
        List<Integer> offers = IntStream.range(0, 40).boxed().collect(Collectors.toList());
        Collections.shuffle(offers, new Random(seed));
        Neighbors neighbors = new Neighbors(0, 1, k);
        for (int offer : offers) {
            // twenty rows, each offered twice, two at every distance
            neighbors.offer(0, offer / 2, offer / 4);
        }
        for (int place = 0; place < k; place++) {
            assertThat(neighbors.id(0, place)).isEqualTo(place);
        }
    }
}
