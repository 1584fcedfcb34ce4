package dev.tldr4j.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrefixesTest {
    @Test
    void halvesGoDownToEight() {
        assertThat(Prefixes.parse("halves").of(256)).containsExactly(8, 16, 32, 64, 128, 256);
        assertThat(Prefixes.parse("halves").of(100)).containsExactly(12, 25, 50, 100);
        assertThat(Prefixes.parse("halves").of(15)).containsExactly(15);
    }

    @Property(tries = 200)
    void halvesAreAscendingAndEndWithTheWhole(@ForAll @IntRange(min = 1, max = 5000) int outputs) {
        List<Integer> sizes = Prefixes.HALVES.of(outputs);
        assertThat(sizes).isSorted().doesNotHaveDuplicates().endsWith(outputs);
        for (int i = 1; i < sizes.size(); i++) {
            assertThat(sizes.get(i - 1)).isEqualTo(sizes.get(i) / 2).isGreaterThanOrEqualTo(8);
        }
    }

    @Test
    void sizesMayStandInAnyOrderAndTheWholeNeedNotBeNamed() {
        assertThat(Prefixes.parse("64,16,16").of(256)).containsExactly(16, 64, 256);
        assertThat(Prefixes.parse("16+256").of(256)).containsExactly(16, 256);
        assertThat(Prefixes.parse("none").of(256)).containsExactly(256);
    }

    @Test
    void aPrefixLongerThanTheWholeIsRefused() {
        assertThatThrownBy(() -> Prefixes.parse("16,64").of(32))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a prefix of 64 numbers does not fit into 32 outputs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "half", "16,", ",16", "16;32", "-8", "1.5", "1234567"})
    void whatIsNoListOfSizesIsRefused(String text) {
        assertThatThrownBy(() -> Prefixes.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("not " + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "halves", "8,64"})
    void textIsReadAsItIsWritten(String text) {
        assertThat(Prefixes.parse(text)).hasToString(text);
    }
}
