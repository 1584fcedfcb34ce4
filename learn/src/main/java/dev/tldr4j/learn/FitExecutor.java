package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Where the rows of a fit are, and where neighbours are found and steps are made: this machine, or a cluster. */
public interface FitExecutor {
    /** Rows at hand that stand for all: the space is found on them. */
    Vectors sample();

    /** How many rows there are in all. */
    long rows();

    /** Finds neighbours and trains, without the rows that the plan holds out. */
    Trained train(TrainingPlan plan) throws IOException;

    /** After training: the rows that were held out. */
    Vectors heldOut() throws IOException;

    /** After training: rows that were learned from, all or enough of them to look for neighbours among. */
    Vectors learned() throws IOException;

    /**
     * What training leaves.
     *
     * @param layers the encoder's, of rows in the plan's space
     * @param step the number of steps after which these were its layers
     * @param steps how many were made
     * @param plannedSteps how many would have been made without early stopping
     * @param batchSize pairs a step
     * @param loss at the end
     * @param score that of the layers, where these were chosen by it; otherwise NaN
     * @param provenance where it came from, as the encoder's metadata say it: rows, neighbours, device
     */
    record Trained(
            List<Affine> layers,
            int step,
            int steps,
            int plannedSteps,
            int batchSize,
            double loss,
            double score,
            Map<String, String> provenance) {}
}
