package dev.tldr4j.learn.recipe;

import dev.tldr4j.learn.neighbors.Metric;

/**
 * TLDR as its paper has it (Kalantidis, Lassance, Almazán, Larlus; TMLR 2022): a row and one of its three nearest neighbours are
 * twins; the Barlow Twins loss of what a wide projector makes of them; LARS with the settings of Barlow Twins, from random weights,
 * 100 epochs.
 */
public final class PaperRecipe {
    public static final double LAMBDA = 0.0039;

    /** Multiplies the Barlow Twins loss where LARS makes it small; Adam does not feel it. */
    public static final double LOSS_SCALE = 1.0 / 32;

    public static final double MOMENTUM = 0.9;
    public static final double WEIGHT_DECAY = 1e-6;
    public static final double TRUST = 0.001;

    /** A learning rate of 0.0048 where weights have 0.2. */
    public static final double NORM_LEARNING_RATE = 0.024;

    /** For so many rows in a batch; in proportion for others. */
    static final double RATE_OF_256 = 0.2;

    /** Of Adam, which the paper does not use. */
    static final double ADAM_RATE = 1e-3;

    /** Of Gaussian pairs, as a multiple of the deviation of the vectors' numbers. */
    public static final double NOISE = 0.5;

    /** Of the contrastive loss. */
    public static final double MARGIN = 1;

    private PaperRecipe() {}

    public static RecipeSettings settings(OptimizerKind optimizer, int batchSize) {
        return new RecipeSettings(
                LossKind.BARLOW,
                Metric.L2,
                3,
                "mlp-2-8192",
                OptimizerKind.LARS,
                Initialization.RANDOM,
                Whitening.of(0.5),
                optimizer == OptimizerKind.ADAM ? ADAM_RATE : RATE_OF_256 * batchSize / 256,
                0.1,
                0.001,
                0,
                100,
                1024);
    }
}
