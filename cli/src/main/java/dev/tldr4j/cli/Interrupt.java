package dev.tldr4j.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C: asks the running command to stop and gives it a moment to throw away what it has half written. The process
 * then ends with the code that belongs to the signal (130 for Ctrl-C).
 */
final class Interrupt {
    private static final int SECONDS_TO_CLEAN_UP = 10;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;

    Interrupt() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "interrupt"));
    }

    boolean requested() {
        return requested;
    }

    /** The command is through: nothing to wait for. */
    void finished() {
        finished.countDown();
    }

    private void stop() {
        requested = true;
        try {
            finished.await(SECONDS_TO_CLEAN_UP, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
