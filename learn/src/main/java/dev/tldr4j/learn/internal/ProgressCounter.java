package dev.tldr4j.learn.internal;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;

/** Counts the finished parts of all threads and tells a listener, one call at a time. */
public final class ProgressCounter {
    private final String stage;
    private final long total;
    private final ProgressListener listener;
    private long done;

    public ProgressCounter(String stage, long total, ProgressListener listener) {
        this.stage = stage;
        this.total = total;
        this.listener = listener;
    }

    public synchronized void oneMore() {
        listener.progress(Progress.of(stage, ++done, total));
    }
}
