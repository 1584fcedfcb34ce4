package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.Validation;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Measures the encoder while it is learned, and remembers the best one where that is wanted. */
public final class Watch {
    /** How often a fit is measured, beside its start. */
    private static final int MEASUREMENTS = 20;

    /** After how many measurements without a better one training ends. */
    private static final int PATIENCE = 5;

    /**
     * How far the end may fall behind the start and still be taken. What is measured is the order of the full space, which PCA
     * is made to keep; what was learned found more of what is relevant where it was behind by less than this.
     */
    private static final double HANDICAP = 0.005;

    private final Validation validation;
    private final boolean normalize;
    private final Manner manner;

    /** When to measure, and which encoder to give. */
    public enum Manner {
        /** Now and then; the last. */
        LOOK_ON,
        /** Now and then, and to end training that brings nothing better any more; the best. */
        STOP_EARLY,
        /** At the start and at the end; the end, unless the start is clearly better. */
        COMPARE_WITH_START
    }

    /** @param normalize whether the encoder's outputs are brought to length 1 */
    public Watch(Validation validation, boolean normalize, Manner manner) {
        this.validation = validation;
        this.normalize = normalize;
        this.manner = manner;
    }

    String name() {
        return validation.name();
    }

    private static int interval(int steps) {
        return (steps + MEASUREMENTS - 1) / MEASUREMENTS;
    }

    boolean isDue(int step, int steps) {
        return step == 0 || step == steps || manner != Manner.COMPARE_WITH_START && step % interval(steps) == 0;
    }

    /** Measures what the encoder is now. */
    double measure(List<Affine> layers, TrainingState state) throws IOException {
        double figure = validation.figure(Encoder.mlp(layers, Map.of("normalize", Boolean.toString(normalize))));
        if (state.step == 0) {
            state.firstFigure = figure;
        }
        state.lastFigure = figure;
        double handicap = manner == Manner.COMPARE_WITH_START ? HANDICAP : 0;
        if (manner != Manner.LOOK_ON && (state.best == null || figure > state.bestFigure - handicap)) {
            state.best = layers;
            state.bestFigure = figure;
            state.bestStep = state.step;
        }
        return figure;
    }

    boolean hasEnough(TrainingState state, int steps) {
        return manner == Manner.STOP_EARLY
                && state.best != null
                && state.step - state.bestStep >= PATIENCE * interval(steps);
    }
}
