package dev.tldr4j.learn;

import dev.tldr4j.learn.network.EncoderShape;

/**
 * What a recipe says for so many rows and output dimensions. docs/explanation/recipe.md has the measurements behind it.
 *
 * @param steps how many batches to learn from, or 0 to count in epochs
 */
record RecipeDefaults(
        int neighbors,
        String projector,
        OptimizerKind optimizer,
        Start start,
        double whitening,
        double lambda,
        double encoderPace,
        int steps,
        int epochs,
        int batchSize) {

    private static final int BATCH = 1024;

    /** Of Gaussian pairs, as a multiple of the deviation of the vectors' numbers. */
    static final double NOISE = 0.5;

    /** Of the contrastive loss. */
    static final double MARGIN = 1;

    /** Barlow Twins' warm-up is 10 of its 100 epochs and more. */
    static final double WARM_UP = 0.1;

    /** As in Barlow Twins, as are the four of LARS. */
    static final double FINAL_RATE = 0.001;

    static final double MOMENTUM = 0.9;
    static final double WEIGHT_DECAY = 1e-6;
    static final double TRUST = 0.001;

    /** A learning rate of 0.0048 where weights have 0.2. */
    static final double NORM_PACE = 0.024;

    /** Encoders with hidden layers have more to learn than one matrix. */
    private static final int TIMES_AS_MANY_STEPS = 4;

    static RecipeDefaults of(Recipe recipe, int rows, int dims, EncoderShape encoder) {
        return switch (recipe) {
            case DEFAULT ->
                new RecipeDefaults(
                        2,
                        projector(dims),
                        OptimizerKind.ADAM,
                        Start.PCA,
                        0.5,
                        0.01,
                        encoderPace(rows, dims),
                        encoder.isLinear() ? steps(rows) : TIMES_AS_MANY_STEPS * steps(rows),
                        0,
                        BATCH);
            case PAPER ->
                new RecipeDefaults(3, "mlp-2-8192", OptimizerKind.LARS, Start.RANDOM, 0.5, 0.0039, 1, 0, 100, BATCH);
        };
    }

    /**
     * The fewer the outputs, the further the best encoder is from the PCA it starts at; the fewer the rows, the sooner going
     * there is learning by heart.
     */
    private static double encoderPace(int rows, int dims) {
        return Math.sqrt(32.0 / dims) * Math.min(2, Math.pow(rows / 10_000.0, 0.7));
    }

    /** A few hundred steps are best, whatever the number of rows; a few more where there are more. */
    private static int steps(int rows) {
        return (int) Math.max(60, Math.round(70 * Math.log10(rows) - 116));
    }

    /** A wide projector learns slowly from few numbers. */
    private static String projector(int dims) {
        return dims <= 4 ? "mlp-3-512" : dims <= 16 ? "mlp-2-1024" : "mlp-2-2048";
    }

    /** Enough for a steady figure, and no more than a small collection can spare. */
    static int heldOut(int rows) {
        return Math.min(1000, Math.max(1, rows / 10));
    }

    /** Barlow Twins' 1/32 goes with LARS; Adam does not feel the scale. */
    static double lossScale(OptimizerKind optimizer) {
        return optimizer == OptimizerKind.LARS ? 1.0 / 32 : 1;
    }

    static double learningRate(OptimizerKind optimizer, int batchSize) {
        return optimizer == OptimizerKind.LARS ? 0.2 * batchSize / 256 : 1e-3;
    }
}
