package dev.tldr4j.learn;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.progress.TrainingReport;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Ends the work from within its own reports. */
record CancellingListener(ProgressListener listener, BooleanSupplier cancelled) implements ProgressListener {
    @Override
    public void progress(Progress progress) {
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("cancelled while " + progress.stage());
        }
        listener.progress(progress);
    }

    @Override
    public void trained(TrainingReport report) {
        listener.trained(report);
    }

    @Override
    public void note(String message) {
        listener.note(message);
    }
}
