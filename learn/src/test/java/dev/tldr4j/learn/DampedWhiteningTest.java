package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DampedWhiteningTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0.1, 0.994, 0.15",
        "0, 0.2, 0.976, 0.3",
        // no more damping than a third
        "0, 0.5, 0.85, 0.33333333333333",
        "0, 1, 0.4, 0.33333333333333",
        // no less power than for as many outputs as directions
        "0, 3, 0.4, 0.33333333333333",
        // half way between 1 − 0.6/225 and 1, and between 0.1 and 10
        "0.5, 0.066666666666667, 0.99866666666667, 1",
        "1, 0.1, 1, 10",
        "1, 1, 1, 10"
    })
    void goesWithTheOutputsAndWithHowClearTheGroupsAre(double groups, double outputs, double power, double damping) {
        DampedWhitening chosen = DampedWhitening.of(groups, outputs);
        assertThat(chosen.power()).isCloseTo(power, within(1e-9));
        assertThat(chosen.damping()).isCloseTo(damping, within(1e-9));
    }

    @Property
    void anyVectorsGetAWhitening(
            @ForAll @DoubleRange(max = 1) double groups, @ForAll @DoubleRange(min = 0.05, max = 2) double outputs) {
        DampedWhitening chosen = DampedWhitening.of(groups, outputs);
        assertThat(chosen.power()).isBetween(0.4, 1.0);
        assertThat(chosen.damping()).isBetween(1.5 * 0.05, 10.0 + 1e-9);
    }
}
