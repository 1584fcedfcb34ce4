package dev.tldr4j.learn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LearningRateTest {

    @Test
    void risesOverATenthAndFallsToAThousandth() {
        LearningRate rate = new LearningRate(2, 0.1, 0.001);
        assertThat(rate.at(0, 100)).isCloseTo(0.2, within(1e-12));
        assertThat(rate.at(9, 100)).isCloseTo(2, within(1e-12));
        assertThat(rate.at(10, 100)).isCloseTo(2, within(1e-12));
        // halfway down: 2 · (0.5 + 0.001 · 0.5)
        assertThat(rate.at(55, 100)).isCloseTo(1.001, within(1e-12));
        assertThat(rate.at(99, 100)).isBetween(0.002, 0.005);
    }

    @Test
    void oneStepIsTakenAtThePeak() {
        assertThat(new LearningRate(1, 0.1, 0.001).at(0, 1)).isEqualTo(1);
    }
}
