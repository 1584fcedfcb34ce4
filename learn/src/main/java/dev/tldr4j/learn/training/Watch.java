package dev.tldr4j.learn.training;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.Validation;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Measures the encoder now and then while it is learned; where the best one is wanted, remembers it and ends training that
 * brings nothing better any more.
 */
public final class Watch {
    /** How often a fit is measured, beside its start. */
    private static final int MEASUREMENTS = 20;

    /** After how many measurements without a better one training ends. */
    private static final int PATIENCE = 5;

    private final Validation validation;
    private final boolean normalize;
    private final boolean wantsBest;

    /**
     * @param normalize whether the encoder's outputs are brought to length 1
     * @param wantsBest whether to end early and give the best encoder instead of the last
     */
    public Watch(Validation validation, boolean normalize, boolean wantsBest) {
        this.validation = validation;
        this.normalize = normalize;
        this.wantsBest = wantsBest;
    }

    String name() {
        return validation.name();
    }

    private static int interval(int steps) {
        return (steps + MEASUREMENTS - 1) / MEASUREMENTS;
    }

    static boolean isDue(int step, int steps) {
        return step % interval(steps) == 0 || step == steps;
    }

    /** Measures what the encoder is now. */
    double measure(List<Affine> layers, TrainingState state) throws IOException {
        double figure = validation.figure(Encoder.mlp(layers, Map.of("normalize", Boolean.toString(normalize))));
        if (wantsBest && (state.best == null || figure > state.bestFigure)) {
            state.best = layers;
            state.bestFigure = figure;
            state.bestStep = state.step;
        }
        return figure;
    }

    boolean hasEnough(TrainingState state, int steps) {
        return wantsBest && state.best != null && state.step - state.bestStep >= PATIENCE * interval(steps);
    }
}
