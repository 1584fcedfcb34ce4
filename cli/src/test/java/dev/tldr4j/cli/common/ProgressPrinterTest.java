package dev.tldr4j.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.cli.common.ProgressPrinter.Style;
import dev.tldr4j.learn.progress.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressPrinterTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final AtomicLong now = new AtomicLong();
    private final AtomicBoolean cancelled = new AtomicBoolean();

    private ProgressPrinter printer(Style style) {
        return new ProgressPrinter(
                new PrintStream(shown, true, StandardCharsets.UTF_8), style, cancelled::get, now::get, () -> 80);
    }

    private void pass(double seconds) {
        now.addAndGet((long) (seconds * 1e9));
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void withoutATerminalALineComesEveryFiveSecondsAndAtTheEndOfEachStage() {
        try (var printer = printer(Style.LINES)) {
            for (int step = 1; step <= 12; step++) {
                pass(1);
                printer.progress(new Progress("training", step, 12, 100.0 / step));
            }
            pass(2);
            printer.progress(Progress.of("encoding", 1, 1));
        }

        assertThat(shown()).isEqualTo("""
                        training: 41 %, 7.0 s left, loss 20.00
                        training: 83 %, 2.0 s left, loss 10.00
                        training: done in 12 s, loss 8.333
                        encoding: done in 2.0 s
                        """);
    }

    @Test
    void onATerminalOneLineIsDrawnOverAtMostTenTimesASecond() {
        try (var printer = printer(Style.BAR)) {
            for (int step = 1; step <= 100; step++) {
                pass(0.01);
                printer.progress(Progress.of("neighbours", step, 100));
            }
        }

        assertThat(shown().split("\r")).hasSizeBetween(10, 12);
        assertThat(shown()).contains("neighbours [############------------] 50 %, 0.5 s left");
        assertThat(shown()).endsWith("\r\u001b[Kneighbours: done in 1.0 s\n");
    }

    @Test
    void quietShowsNothingButRemembers() {
        var printer = printer(Style.SILENT);
        pass(1);
        printer.progress(new Progress("training", 1, 2, 5));
        printer.note("the batch is smaller");
        pass(1);
        printer.progress(new Progress("training", 2, 2, 3));
        pass(4);
        printer.progress(Progress.of("encoding", 1, 2));
        printer.end();

        assertThat(shown()).isEmpty();
        assertThat(printer.notes()).containsExactly("the batch is smaller");
        assertThat(printer.firstLoss()).isEqualTo(5);
        assertThat(printer.lastLoss()).isEqualTo(3);
        assertThat(printer.stageSeconds()).containsExactly(entry("training", 2.0), entry("encoding", 4.0));
    }

    private static Map.Entry<String, Double> entry(String stage, double seconds) {
        return Map.entry(stage, seconds);
    }

    @Test
    void aStageThatDoesNotReachItsEndSaysSo() {
        var printer = printer(Style.LINES);
        pass(3);
        printer.progress(Progress.of("training", 1, 10));
        printer.close();

        assertThat(shown()).isEqualTo("training: ended after 3.0 s\n");
    }

    @Test
    void theEndOfAStageToldTwiceIsShownOnce() {
        var printer = printer(Style.LINES);
        pass(1);
        printer.progress(Progress.of("encoding", 5, 5));
        pass(1);
        printer.progress(Progress.of("encoding", 5, 5));

        assertThat(shown()).isEqualTo("encoding: done in 1.0 s\n");
    }

    @Test
    void aStageThatNobodyHadToWaitForIsNotShown() {
        var printer = printer(Style.LINES);
        pass(0.4);
        printer.progress(Progress.of("checking", 5, 5));

        assertThat(shown()).isEmpty();
        assertThat(printer.stageSeconds()).containsKey("checking");
    }

    @Test
    void aNoteStandsOnALineOfItsOwn() {
        var printer = printer(Style.BAR);
        pass(1);
        printer.progress(Progress.of("training", 1, 10));
        printer.note("rows are few");

        assertThat(shown()).endsWith("] 10 %\u001b[?7h\r\u001b[Knote: rows are few\n");
    }

    @Test
    void ofWorkThatHasJustBegunNobodyKnowsTheTimeLeft() {
        var printer = printer(Style.LINES);
        pass(6);
        printer.progress(Progress.of("reading", 1, 10));

        assertThat(shown()).isEqualTo("reading: 10 %\n");
    }

    @Test
    void aWishToStopEndsTheWork() {
        var printer = printer(Style.SILENT);
        cancelled.set(true);

        assertThatThrownBy(() -> printer.progress(Progress.of("training", 1, 10)))
                .isInstanceOf(CancellationException.class);
    }
}
