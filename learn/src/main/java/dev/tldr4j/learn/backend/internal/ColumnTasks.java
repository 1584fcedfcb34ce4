package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.learn.internal.Workers;

/** Shares out a matrix's columns among threads. What is computed column by column does not depend on how. */
final class ColumnTasks {
    /** A few rows of so many numbers fit the first-level cache. */
    private static final int WIDEST = 1024;

    private ColumnTasks() {}

    /** Works on {@code width} columns, beginning with {@code from}. */
    @FunctionalInterface
    interface Task {
        void accept(int from, int width);
    }

    static void share(Workers workers, int columns, Task task) {
        int even = (columns + workers.threads() - 1) / workers.threads();
        int width = Math.min(WIDEST, (even + 63) / 64 * 64);
        workers.runRanges(columns, width, (from, to) -> task.accept(from, to - from));
    }
}
