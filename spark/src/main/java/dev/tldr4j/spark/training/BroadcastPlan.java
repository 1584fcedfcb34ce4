package dev.tldr4j.spark.training;

import dev.tldr4j.learn.TrainingPlan;
import dev.tldr4j.learn.training.InitialState;
import dev.tldr4j.learn.training.SharedState;
import dev.tldr4j.learn.training.SharedTraining;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.learn.training.TwinSource;
import java.io.Serializable;

/** What executors need to know of a training, beside its state. */
public final class BroadcastPlan implements Serializable {
    private static final long serialVersionUID = 1;

    private final Training training;
    private final double[] mean;
    private final float[] coordinates;
    private final double deviation;
    private final double noise;
    private final long seed;

    /** @param training that of each partition */
    public BroadcastPlan(TrainingPlan plan, Training training) {
        this.training = training;
        this.mean = plan.beginning().mean();
        this.coordinates = plan.beginning().coordinates();
        this.deviation = plan.deviation();
        this.noise = plan.noise();
        this.seed = plan.seed();
    }

    /** A partition's steps from the state that all share. */
    SharedState steps(TrainingPart part, SharedState from, int count) {
        InitialState beginning = new InitialState(mean, coordinates, null, null);
        TwinSource pairs =
                new TwinSource(part, mean, deviation, part.twins(noise), training.batchSize(), seed + part.partition());
        return new SharedTraining(training, beginning).steps(pairs, from, count);
    }
}
