package dev.tldr4j.spark;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** Says in the driver's log how far a fit is: a line every few seconds, and one at the end of every stage that took a while. */
final class LoggedProgress implements ProgressListener {
    private static final double SECONDS_BETWEEN_LINES = 5;
    private static final double SECONDS_WORTH_A_LINE = 0.5;

    private final Logger log;
    private final LongSupplier clock;
    private String stage = "";
    private boolean ended;
    private long began;
    private long said;

    LoggedProgress(Logger log) {
        this(log, System::nanoTime);
    }

    /** @param clock counts nanoseconds */
    LoggedProgress(Logger log, LongSupplier clock) {
        this.log = log;
        this.clock = clock;
    }

    @Override
    public synchronized void progress(Progress progress) {
        long now = clock.getAsLong();
        boolean ends = progress.done() >= progress.total();
        if (!progress.stage().equals(stage) || ended && !ends) {
            stage = progress.stage();
            ended = false;
            began = now;
            said = now;
        }
        if (ends && !ended && seconds(began, now) >= SECONDS_WORTH_A_LINE) {
            String seconds = String.format(Locale.ROOT, "%.1f", seconds(began, now));
            log.info("{}: done in {} s{}", stage, seconds, loss(progress));
        } else if (!ends && seconds(said, now) >= SECONDS_BETWEEN_LINES) {
            log.info("{}: {} of {}{}", stage, progress.done(), progress.total(), loss(progress));
            said = now;
        }
        ended |= ends;
    }

    @Override
    public synchronized void note(String message) {
        log.info(message);
    }

    private static double seconds(long from, long to) {
        return (to - from) / 1e9;
    }

    private static String loss(Progress progress) {
        return Double.isNaN(progress.loss()) ? "" : String.format(Locale.ROOT, ", loss %.4g", progress.loss());
    }
}
