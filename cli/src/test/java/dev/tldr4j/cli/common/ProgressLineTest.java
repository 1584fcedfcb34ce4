package dev.tldr4j.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressLineTest {
    private static final ProgressLine LINE = new ProgressLine(
            "3/15 neighborhood, 32 dimensions: training",
            0.5,
            List.of("1 min 12 s left", "loss 0.8123", "held-out MRR 0.4123"));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 10, 40, 50, 60, 70, 80, 100, 200, 1000})
    void isNarrowerThanTheTerminal(int columns) {
        assertThat(LINE.fitting(columns)).hasSizeLessThan(Math.max(columns, 7));
    }

    @Test
    void saysAllInAWideTerminal() {
        assertThat(LINE.fitting(200))
                .isEqualTo("3/15 neighborhood, 32 dimensions: training [############------------] 50 %,"
                        + " 1 min 12 s left, loss 0.8123, held-out MRR 0.4123");
    }

    @Test
    void leavesOutFirstTheBarAndThenWhatMattersLess() {
        assertThat(LINE.fitting(80))
                .isEqualTo("3/15 neighborhood, 32 dimensions: training 50 %, 1 min 12 s left, loss 0.8123");
        assertThat(LINE.fitting(70)).isEqualTo("3/15 neighborhood, 32 dimensions: training 50 %, 1 min 12 s left");
    }

    @Test
    void cutsAStageThatIsTooLong() {
        assertThat(LINE.fitting(40)).isEqualTo("3/15 neighborhood, 32 dimension... 50 %");
    }

    @Test
    void theSizeIsWhatTheTerminalSays() {
        assertThat(Terminal.parse("24 132\n")).isEqualTo(132);
        assertThat(Terminal.parse("0 0\n"))
                .as("of a terminal that was never told")
                .isEqualTo(80);
        assertThat(Terminal.parse("")).as("without stty").isEqualTo(80);
    }
}
