package dev.tldr4j.learn;

import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.space.Space;
import dev.tldr4j.learn.training.InitialState;
import dev.tldr4j.learn.training.Training;
import java.util.Map;

/**
 * What an executor needs to know to train.
 *
 * @param space where rows are learned from
 * @param whole the training of one machine, if every row has a twin
 * @param epochs how often every row comes up, or 0 where steps are counted
 * @param start in that space
 * @param noise with Gaussian pairs, the standard deviation of what is added to a row, in every coordinate
 * @param neighbors how many of each row
 * @param metric of the search for neighbours; among rows whitened by neighbours, the cosine
 * @param heldOut how many rows not to learn from
 * @param settings all of them, as the encoder's metadata say them
 */
public record TrainingPlan(
        Space space,
        Training whole,
        int epochs,
        InitialState start,
        PairKind pairs,
        double[] noise,
        int neighbors,
        Metric metric,
        int heldOut,
        Map<String, String> settings) {

    /** @param rows those with twins */
    public Training training(long rows) {
        int batch = (int) Math.min(whole.batchSize(), rows);
        return whole.with(epochs > 0 ? steps(epochs, rows, batch) : whole.steps(), batch);
    }

    static int steps(int epochs, long rows, int batch) {
        return Math.toIntExact(Math.multiplyExact(epochs, Math.max(1, rows / batch)));
    }

    /**
     * The training of each of so many machines. Epochs count the rows that all see together; steps every one makes.
     *
     * @param fewest rows of the machine with the fewest, which a batch must not exceed
     */
    public Training share(int machines, int fewest) {
        int steps = whole.steps();
        return whole.with(
                epochs > 0 ? Math.max(1, (steps + machines - 1) / machines) : steps,
                Math.min(whole.batchSize(), fewest));
    }
}
