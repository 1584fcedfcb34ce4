package dev.tldr4j.learn.progress;

/** Hears how long work goes on. Called often, from any of the working threads, one call at a time: be quick. */
@FunctionalInterface
public interface ProgressListener {
    /** Hears and says nothing. */
    ProgressListener SILENT = progress -> {};

    void progress(Progress progress);

    /** Hears of every step of training; before it, where there is a validation, of the start. */
    default void trained(TrainingReport report) {}

    /** Something the user should know about how the work is done; one line. */
    default void note(String message) {}
}
