package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.bits.QuantizationRotation;
import dev.tldr4j.learn.device.Compute;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.InitialLayers;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.recipe.DefaultRecipe;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.OptimizerKind;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.recipe.Whitening;
import dev.tldr4j.learn.training.LearningRate;
import dev.tldr4j.learn.training.OptimizerSettings;
import dev.tldr4j.learn.training.Training;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Every setting of a fit, with what the recipe says where nothing is given; batches have at most as many pairs as there are rows.
 *
 * @param bits for which the outputs are turned, or 0
 * @param bytes that a vector may take, or 0
 * @param prefixes of the outputs that are learned to be encoders by themselves, ascending; the last is all outputs
 * @param epochs how often every row comes up, or 0 where steps count
 * @param sample how many rows to draw, or 0 for all
 * @param heldOut how many rows are not learned from
 * @param selects whether these choose between the encoder, its start and PCA
 */
record FitPlan(
        Recipe recipe,
        EncoderShape encoder,
        int dims,
        int bits,
        int bytes,
        int neighbors,
        Metric metric,
        SearchMethod search,
        double recall,
        ProjectorShape projector,
        OptimizerSettings optimizer,
        Initialization start,
        Whitening whitening,
        PairKind pairs,
        double noise,
        Training.LossSettings loss,
        List<Integer> prefixes,
        LearningRate learningRate,
        int epochs,
        int steps,
        int wantedBatchSize,
        int batchSize,
        long seed,
        int threads,
        Compute compute,
        int sample,
        int heldOut,
        boolean selects,
        boolean earlyStop) {

    FitPlan {
        require(
                loss.kind() != LossKind.MSE || projector.width() > 0,
                "the mse loss needs a projector that makes inputs of outputs; none does not");
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidInputException(otherwise);
        }
    }

    /** Whether outputs have length 1: only angles count then, and lengths would be noise. */
    boolean normalizesOutputs() {
        return metric == Metric.COSINE;
    }

    /** Some shapes are too narrow to begin as what PCA gives. */
    boolean startsAtPca() {
        return start == Initialization.PCA && InitialLayers.passThrough(dims, encoder);
    }

    /** @param rows those with twins */
    Training training(long rows, boolean keepProjector) {
        int batch = (int) Math.min(batchSize, rows);
        return new Training(
                encoder,
                dims,
                projector,
                optimizer,
                learningRate,
                loss,
                epochs > 0 ? TrainingPlan.steps(epochs, rows, batch) : steps,
                batch,
                seed,
                keepProjector);
    }

    /** All that an encoder's metadata says of how it was learned. */
    Map<String, String> describe() {
        Map<String, String> text = new TreeMap<>();
        text.put("recipe", lower(recipe));
        text.put("encoder", encoder.toString());
        if (bits > 0) {
            text.put(QuantizationRotation.BITS, Integer.toString(bits));
        }
        if (bytes > 0) {
            text.put("bytes", Integer.toString(bytes));
        }
        text.put("loss", lower(loss.kind()));
        text.put("pairs", lower(pairs));
        if (pairs == PairKind.NEIGHBORS) {
            text.put("neighbors", Integer.toString(neighbors));
        } else {
            text.put("noise", Double.toString(noise));
        }
        text.put("metric", lower(metric));
        text.put("projector", projector.toString());
        text.put("optimizer", lower(optimizer.kind()));
        if (optimizer.kind() == OptimizerKind.LARS) {
            text.put("momentum", Float.toString(optimizer.lars().momentum()));
            text.put("weight_decay", Float.toString(optimizer.lars().weightDecay()));
            text.put("trust", Float.toString(optimizer.lars().trust()));
            text.put("norm_learning_rate", Double.toString(optimizer.normLearningRate()));
        }
        text.put("init", lower(start));
        if (whitening.kind() != Whitening.Kind.NONE) {
            text.put(
                    "whitening",
                    whitening.kind() == Whitening.Kind.NEIGHBORS ? "neighbors" : Double.toString(whitening.power()));
        }
        if (loss.kind() == LossKind.BARLOW) {
            text.put("lambda", Double.toString(loss.lambda()));
            text.put("loss_scale", Double.toString(loss.scale()));
        } else if (loss.kind() == LossKind.NEIGHBORHOOD) {
            text.put("perplexity", Double.toString(DefaultRecipe.PERPLEXITY));
            if (prefixes.size() > 1) {
                text.put("prefixes", prefixes.stream().map(String::valueOf).collect(Collectors.joining(",")));
            }
        } else if (loss.kind() == LossKind.CONTRASTIVE) {
            text.put("margin", Double.toString(loss.margin()));
        }
        text.put("learning_rate", Double.toString(learningRate.peak()));
        text.put("warm_up", Double.toString(learningRate.warmUp()));
        text.put("final_rate", Double.toString(learningRate.end()));
        if (epochs > 0) {
            text.put("epochs", Integer.toString(epochs));
        } else {
            text.put("steps", Integer.toString(steps));
        }
        if (heldOut > 0) {
            text.put("held_out_rows", Integer.toString(heldOut));
        }
        text.put("early_stop", Boolean.toString(earlyStop));
        text.put("fallback", selects ? "pca" : "none");
        text.put("batch_size", Integer.toString(batchSize));
        text.put("seed", Long.toString(seed));
        text.put("threads", Integer.toString(threads));
        return text;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
