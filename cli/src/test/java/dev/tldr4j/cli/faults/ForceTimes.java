package dev.tldr4j.cli.faults;

import java.util.concurrent.atomic.AtomicLong;

/** How often files were made durable, and how long that took. */
final class ForceTimes {
    private static final AtomicLong CALLS = new AtomicLong();
    private static final AtomicLong NANOS = new AtomicLong();

    private ForceTimes() {}

    static void add(long nanos) {
        CALLS.incrementAndGet();
        NANOS.addAndGet(nanos);
    }

    static long calls() {
        return CALLS.get();
    }

    static double seconds() {
        return NANOS.get() / 1e9;
    }
}
