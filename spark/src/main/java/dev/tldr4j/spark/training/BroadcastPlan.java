package dev.tldr4j.spark.training;

import dev.tldr4j.learn.TrainingPlan;
import dev.tldr4j.learn.training.InitialState;
import dev.tldr4j.learn.training.SharedState;
import dev.tldr4j.learn.training.SharedTraining;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.learn.training.TwinSource;
import java.io.Serializable;

/** What executors need to know of a training, beside its state. */
final class BroadcastPlan implements Serializable {
    private static final long serialVersionUID = 1;

    private final Training training;
    private final double[] centre;
    private final double deviation;
    private final double[] noise;

    /** @param training that of each partition */
    BroadcastPlan(TrainingPlan plan, Training training) {
        this.training = training;
        this.centre = plan.space().centre();
        this.deviation = plan.space().deviation();
        this.noise = plan.noise();
    }

    /** A partition's steps from the state that all share. */
    SharedState steps(TrainingPart part, SharedState from, int count) {
        TwinSource pairs = new TwinSource(
                part, centre, deviation, part.twins(noise), training.batchSize(), training.seed() + part.partition());
        return new SharedTraining(training, InitialState.RANDOM).steps(pairs, from, count);
    }
}
