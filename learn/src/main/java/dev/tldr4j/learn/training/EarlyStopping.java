package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.selection.Validation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Measures the encoder while it is learned, and remembers the best one where that is wanted. */
public final class EarlyStopping {
    /** How often a fit is measured, beside its start. */
    private static final int MEASUREMENTS = 20;

    /** After how many measurements without a better one training ends. */
    private static final int PATIENCE = 5;

    private final Validation validation;
    private final UnaryOperator<List<Affine>> fold;
    private final boolean normalize;
    private final boolean stopEarly;

    /**
     * @param fold makes of layers that are learned those of an encoder of vectors
     * @param normalize whether the encoder's outputs are brought to length 1
     * @param stopEarly whether training ends that brings nothing better any more, and gives the best encoder; else the last
     */
    public EarlyStopping(
            Validation validation, UnaryOperator<List<Affine>> fold, boolean normalize, boolean stopEarly) {
        this.validation = validation;
        this.fold = fold;
        this.normalize = normalize;
        this.stopEarly = stopEarly;
    }

    String name() {
        return validation.name();
    }

    private static int interval(int steps) {
        return (steps + MEASUREMENTS - 1) / MEASUREMENTS;
    }

    boolean isDue(int step, int steps) {
        return step == steps || step % interval(steps) == 0;
    }

    /** Measures what the encoder is now. */
    double measure(List<Affine> layers, TrainingState state) throws IOException {
        double score = score(layers);
        if (stopEarly && (state.best == null || score > state.bestScore)) {
            state.best = layers;
            state.bestScore = score;
            state.bestStep = state.step;
        }
        return score;
    }

    private double score(List<Affine> layers) throws IOException {
        return validation.score(Encoder.mlp(fold.apply(layers), Map.of("normalize", Boolean.toString(normalize))));
    }

    boolean hasEnough(TrainingState state, int steps) {
        return stopEarly && state.best != null && state.step - state.bestStep >= PATIENCE * interval(steps);
    }
}
