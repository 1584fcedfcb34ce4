package dev.tldr4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.learn.progress.Progress;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.helpers.MessageFormatter;

class LoggedProgressTest {
    private final List<String> lines = new ArrayList<>();
    private final AtomicLong seconds = new AtomicLong();
    private final LoggedProgress progress = new LoggedProgress(log(), () -> seconds.get() * 1_000_000_000L);

    /** Keeps what it is told, under its level. */
    private Logger log() {
        return (Logger) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Logger.class}, (self, method, arguments) -> {
                    Object[] values = arguments.length == 2 && arguments[1] instanceof Object[] many
                            ? many
                            : Arrays.copyOfRange(arguments, 1, arguments.length);
                    lines.add(
                            method.getName() + " " + MessageFormatter.basicArrayFormat((String) arguments[0], values));
                    return null;
                });
    }

    private void after(long moreSeconds, Progress told) {
        seconds.addAndGet(moreSeconds);
        progress.progress(told);
    }

    @Test
    void saysALineEveryFewSecondsAndOneAtTheEndOfAStage() {
        after(0, new Progress("training", 1, 400, 5));
        after(4, new Progress("training", 100, 400, 4));
        after(2, new Progress("training", 200, 400, 2.5));
        after(1, new Progress("training", 210, 400, 2.4));
        after(1, new Progress("training", 400, 400, 1.25));
        after(1, new Progress("training", 400, 400, 1.25));

        assertThat(lines)
                .containsExactly("info training: 200 of 400, loss 2.500", "info training: done in 8.0 s, loss 1.250");
    }

    @Test
    void aStageThatComesAgainIsToldAgain() {
        after(0, Progress.of("encoding", 1, 2));
        after(1, Progress.of("encoding", 2, 2));
        after(9, Progress.of("encoding", 1, 2));
        after(2, Progress.of("encoding", 2, 2));

        assertThat(lines).containsExactly("info encoding: done in 1.0 s", "info encoding: done in 2.0 s");
    }

    @Test
    void whatTakesNoTimeIsWorthNoLine() {
        after(0, Progress.of("reading", 1, 2));
        after(0, Progress.of("reading", 2, 2));

        assertThat(lines).isEmpty();
    }

    @Test
    void notesAreLinesOfTheirOwn() {
        progress.note("a batch is 40 rows");

        assertThat(lines).containsExactly("info a batch is 40 rows");
    }
}
