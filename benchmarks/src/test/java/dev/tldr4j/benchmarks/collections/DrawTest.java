package dev.tldr4j.benchmarks.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawTest {
    private final List<Integer> items = IntStream.range(0, 1000).boxed().toList();

    @Test
    void drawsTheSameEachTimeWithoutRepeatingAndInOrder() {
        List<Integer> drawn = Draw.from(items, 100);
        assertThat(drawn).hasSize(100).doesNotHaveDuplicates().isSorted().isEqualTo(Draw.from(items, 100));
        assertThat(drawn).isNotEqualTo(items.subList(0, 100));
    }

    @Test
    void ofFewerItemsDrawsAll() {
        assertThat(Draw.from(items, 2000)).isEqualTo(items);
    }
}
