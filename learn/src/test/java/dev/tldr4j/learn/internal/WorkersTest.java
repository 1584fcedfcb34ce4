package dev.tldr4j.learn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WorkersTest {

    @Property(tries = 50)
    void everyTaskRunsOnce(
            @ForAll @IntRange(min = 1, max = 5) int threads, @ForAll @IntRange(min = 0, max = 300) int tasks) {
        AtomicIntegerArray runs = new AtomicIntegerArray(Math.max(1, tasks));
        try (Workers workers = new Workers(threads)) {
            workers.run(tasks, runs::incrementAndGet);
        }
        for (int i = 0; i < tasks; i++) {
            assertThat(runs.get(i)).isEqualTo(1);
        }
    }

    @Property(tries = 50)
    void rangesCoverAllNumbersOnce(
            @ForAll @IntRange(min = 0, max = 300) int count, @ForAll @IntRange(min = 1, max = 70) int size) {
        AtomicIntegerArray covered = new AtomicIntegerArray(Math.max(1, count));
        try (Workers workers = new Workers(2)) {
            workers.runRanges(count, size, (from, to) -> {
                for (int i = from; i < to; i++) {
                    covered.incrementAndGet(i);
                }
            });
        }
        for (int i = 0; i < count; i++) {
            assertThat(covered.get(i)).isEqualTo(1);
        }
    }

    @Test
    void aFailureInAnyThreadStopsTheRestAndIsThrown() {
        AtomicInteger ran = new AtomicInteger();
        try (Workers workers = new Workers(2)) {
            assertThatThrownBy(() -> workers.run(1_000_000, i -> {
                        ran.incrementAndGet();
                        if (i == 10) {
                            throw new IllegalStateException("task 10");
                        }
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("task 10");
        }
        assertThat(ran.get()).isLessThan(1_000_000);
    }

    @Test
    void everyThreadsScratchIsClosedEvenAfterAFailure() {
        AtomicInteger open = new AtomicInteger();
        try (Workers workers = new Workers(3)) {
            assertThatThrownBy(() -> workers.run(
                            100,
                            () -> {
                                open.incrementAndGet();
                                return open::decrementAndGet;
                            },
                            (i, scratch) -> {
                                throw new IllegalStateException();
                            }))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(open.get()).isZero();
    }
}
