package dev.tldr4j.learn.backend.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LanesTest {
    /** Counts below, at and above blocks of 2,048, with more numbers behind them that do not count. */
    @Property(tries = 300)
    void sumAndMaximumAreThoseOfAPlainLoop(
            @ForAll @IntRange(min = 0, max = 7000) int count, @ForAll boolean whole, @ForAll long seed) {
        int counting = whole ? (count + 2047) / 2048 * 2048 : count;
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = new float[counting + 5];
        double sum = 0;
        float max = Float.NEGATIVE_INFINITY;
        for (int j = 0; j < x.length; j++) {
            x[j] = (float) random.nextDouble(-1, 1) + (j < counting ? 0 : 10);
            sum += j < counting ? x[j] : 0;
            max = j < counting ? Math.max(max, x[j]) : max;
        }
        Lanes lanes = new Lanes();
        assertThat((double) lanes.sum(x, counting)).isCloseTo(sum, within(1e-3));
        assertThat(lanes.max(x, counting)).isEqualTo(max);
    }
}
