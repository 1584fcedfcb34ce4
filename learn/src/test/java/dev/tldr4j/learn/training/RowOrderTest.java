package dev.tldr4j.learn.training;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RowOrderTest {

    @Property(tries = 200)
    void everyNumberComesOnce(@ForAll @IntRange(min = 1, max = 3000) int n, @ForAll long seed) {
        RowOrder order = new RowOrder(n, seed);
        boolean[] seen = new boolean[n];
        for (int place = 0; place < n; place++) {
            int number = order.at(place);
            assertThat(seen[number]).isFalse();
            seen[number] = true;
        }
    }

    @Test
    void theLargestRangeWorks() {
        RowOrder order = new RowOrder(Integer.MAX_VALUE, 1);
        assertThat(order.at(Integer.MAX_VALUE - 1)).isBetween(0, Integer.MAX_VALUE - 1);
    }

    @Test
    void neighbouringPlacesAreFarApart() {
        // the mean distance of two random numbers below n is n/3
        int n = 100_000;
        RowOrder order = new RowOrder(n, 7);
        double distance = 0;
        for (int place = 1; place < n; place++) {
            distance += Math.abs(order.at(place) - order.at(place - 1)) / (double) n;
        }
        assertThat(distance).isBetween(0.32 * n, 0.345 * n);
    }

    @Test
    void anotherSeedIsAnotherOrder() {
        int same = 0;
        for (int place = 0; place < 1000; place++) {
            same += new RowOrder(1000, 1).at(place) == new RowOrder(1000, 2).at(place) ? 1 : 0;
        }
        assertThat(same).isLessThan(20);
    }
}
