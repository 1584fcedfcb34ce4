package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.checkpoint.CheckpointFolder;
import dev.tldr4j.learn.progress.ProgressListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** When states of a fit are saved, and continuing from the newest. */
public final class Checkpoints {
    private final CheckpointFolder folder;
    private final long everyNanos;
    private long savedAt = System.nanoTime();

    /** @param every how long training goes on between two of them */
    public Checkpoints(CheckpointFolder folder, Duration every) {
        this.folder = folder;
        this.everyNanos = every.toNanos();
    }

    /** Brings a state to the newest one saved, if there is one. */
    void restore(TrainingState state, int steps, ProgressListener listener) throws IOException {
        Optional<Path> newest = folder.readNewest(saved -> {
            state.readFrom(saved);
            return saved;
        });
        if (newest.isPresent()) {
            if (state.step > steps) {
                throw new InvalidInputException(newest.get() + ": is past the last of " + steps + " steps");
            }
            listener.note("continuing after step " + state.step + " of " + steps);
        }
    }

    boolean hasState() throws IOException {
        return folder.newest().isPresent();
    }

    Path folder() {
        return folder.path();
    }

    void saveWhenDue(TrainingState state) {
        if (System.nanoTime() - savedAt >= everyNanos) {
            save(state);
        }
    }

    void save(TrainingState state) {
        folder.add(state.step, state::writeTo);
        savedAt = System.nanoTime();
    }
}
