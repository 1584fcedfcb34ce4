package dev.tldr4j.learn.recipe;

import dev.tldr4j.learn.neighbors.Metric;

/**
 * What a recipe says where nothing is given.
 *
 * @param whitening of the coordinates to learn in; with {@link Initialization#RANDOM}, only {@link Whitening#NEIGHBORS} counts
 * @param steps how many batches to learn from, or 0 to count in epochs
 */
public record RecipeSettings(
        LossKind loss,
        Metric metric,
        int neighbors,
        String projector,
        OptimizerKind optimizer,
        Initialization start,
        Whitening whitening,
        double learningRate,
        double warmUp,
        double finalRate,
        int steps,
        int epochs,
        int batchSize) {}
