package dev.tldr4j.cli.common;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C: asks the running command to stop and gives it a moment to throw away what it has half written. The process
 * then ends with the code that belongs to the signal (130 for Ctrl-C).
 */
public final class Interrupt {
    private static final int SECONDS_TO_CLEAN_UP = 10;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;

    public Interrupt() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "interrupt"));
    }

    public boolean requested() {
        return requested;
    }

    /** The command is through: nothing to wait for. */
    public void finished() {
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
