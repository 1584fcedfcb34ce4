package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import java.util.List;

/**
 * Training that several machines do together: each makes some steps from the same state on rows of its own, their states are
 * averaged, and so on. Steps depend on what is given here alone, so a part that is lost can be made again.
 */
public final class SharedTraining {
    private final Training training;
    private final InitialState beginning;

    public SharedTraining(Training training, InitialState beginning) {
        this.training = training;
        this.beginning = beginning;
    }

    /** @param pairs some of the rows: an encoder with hidden layers starts with their statistics */
    public SharedState begin(TwinSource pairs) {
        try (Backend backend = new CpuBackend(1);
                TrainingRun run = new TrainingRun(training, backend, pairs, beginning)) {
            return run.shared();
        }
    }

    /** Makes some steps on one thread, as many as are left at most. */
    public SharedState steps(TwinSource pairs, SharedState from, int count) {
        try (Backend backend = new CpuBackend(1);
                TrainingRun run = new TrainingRun(training, backend, pairs, InitialState.RANDOM)) {
            run.goOnFrom(from);
            return run.steps(count);
        }
    }

    /** The encoder of a state, folded. */
    public List<Affine> fold(TwinSource pairs, SharedState state) {
        try (Backend backend = new CpuBackend(1);
                TrainingRun run = new TrainingRun(training, backend, pairs, InitialState.RANDOM)) {
            run.goOnFrom(state);
            return run.fold();
        }
    }
}
