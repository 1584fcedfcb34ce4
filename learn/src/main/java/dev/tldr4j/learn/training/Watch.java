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
     * How far the end may fall behind the start and still be taken, in standard errors. What is measured is the order of the full
     * space, which PCA is made to keep, and of few rows; what was learned found more of what is relevant where it was behind by
     * less than this. docs/explanation/recipe.md has the measurements.
     */
    private static final double DOUBT = 1.25;

    private final Validation validation;
    private final boolean normalize;
    private final Manner manner;
    private final int rows;

    /** When to measure, and which encoder to give. */
    public enum Manner {
        /** Now and then; the last. */
        LOOK_ON,
        /** Now and then, and to end training that brings nothing better any more; the best. */
        STOP_EARLY,
        /** At the start and at the end; the end, unless the start is clearly better. */
        COMPARE_WITH_START
    }

    /**
     * @param normalize whether the encoder's outputs are brought to length 1
     * @param rows how many the figure is a mean over; asked for by {@link Manner#COMPARE_WITH_START} alone
     */
    public Watch(Validation validation, boolean normalize, Manner manner, int rows) {
        this.validation = validation;
        this.normalize = normalize;
        this.manner = manner;
        this.rows = rows;
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
        if (manner != Manner.LOOK_ON
                && (state.best == null || figure > state.bestFigure - handicap(state.bestFigure))) {
            state.best = layers;
            state.bestFigure = figure;
            state.bestStep = state.step;
        }
        return figure;
    }

    private double handicap(double start) {
        // the mean of numbers between 0 and 1 varies by no more than this
        return manner == Manner.COMPARE_WITH_START ? DOUBT * Math.sqrt(start * (1 - start) / rows) : 0;
    }

    boolean hasEnough(TrainingState state, int steps) {
        return manner == Manner.STOP_EARLY
                && state.best != null
                && state.step - state.bestStep >= PATIENCE * interval(steps);
    }
}
