package dev.tldr4j.cli.common;

import dev.tldr4j.encoder.internal.TemporaryFolder;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and {@code kill}: asks the running command to stop and gives it a moment to throw away what it has half written. The
 * process then ends with the code that belongs to the signal (130 for Ctrl-C).
 *
 * <p>A command in native code may look up after minutes only. Then the process ends without it, and not as Java ends: that would
 * wait for the native library's threads.
 */
public final class Interrupt {
    /** So that all is over within five seconds. */
    private static final int MILLISECONDS_TO_CLEAN_UP = 3500;

    private final CountDownLatch finished = new CountDownLatch(1);
    /** The number of the signal that came first, or 0. */
    private volatile int signal;

    public Interrupt() {
        List.of("INT", "TERM", "HUP").forEach(name -> Signals.listen(name, this::stop));
    }

    public boolean requested() {
        return signal != 0;
    }

    /** The command is through, with this code: nothing to wait for. Returns the one to end with. */
    public int finished(int code) {
        finished.countDown();
        return code == Failures.INTERRUPTED && signal != 0 ? 128 + signal : code;
    }

    private void stop(String name, int number) {
        signal = number;
        try {
            if (finished.await(MILLISECONDS_TO_CLEAN_UP, TimeUnit.MILLISECONDS)) {
                return; // and is about to end the process
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        TemporaryFolder.closeAll();
        Signals.endBy(name, number);
    }
}
