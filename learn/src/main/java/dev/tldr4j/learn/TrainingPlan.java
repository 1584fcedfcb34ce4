package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.training.InitialState;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What several machines need to learn one encoder together, found on a sample of the rows.
 *
 * @param training of one machine that would do it alone
 * @param deviation the unit of the vectors
 * @param neighborSpace where neighbours are looked for, or nothing for the vectors as they are
 * @param noise with Gaussian pairs, the standard deviation of what is added to a row
 * @param heldOut how many rows not to learn from, which choose what to give; 0 where that is what was learned
 * @param choice theirs, null where none are held out
 * @param metadata what an encoder's file says of the settings and the sample
 */
public record TrainingPlan(
        Training training,
        InitialState beginning,
        double deviation,
        PairKind pairs,
        double noise,
        int neighbors,
        Metric metric,
        Optional<Encoder> neighborSpace,
        long seed,
        int heldOut,
        Choice choice,
        Map<String, String> metadata) {

    /** Gives what was learned, or what is simpler and as good for rows that were not learned from. */
    @FunctionalInterface
    public interface Choice {
        /** @param others rows to look for neighbours among */
        Encoder of(Encoder learned, Vectors heldOut, Vectors others) throws IOException;
    }

    /**
     * The training of each of so many machines: all of them together see as many pairs as one alone would.
     *
     * @param rows those of the machine with the fewest, which a batch must not exceed
     */
    public Training share(int machines, int rows) {
        return new Training(
                training.encoder(),
                training.dims(),
                training.projector(),
                training.optimizer(),
                training.learningRate(),
                training.loss(),
                Math.max(1, (training.steps() + machines - 1) / machines),
                Math.min(training.batchSize(), rows),
                training.seed(),
                false);
    }

    /** What was learned, with what is known of it. */
    public Encoder encoder(List<Affine> layers, Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(metadata);
        all.putAll(more);
        return Fit.encoder(layers, all);
    }
}
