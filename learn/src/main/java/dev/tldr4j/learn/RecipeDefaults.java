package dev.tldr4j.learn;

import dev.tldr4j.learn.network.EncoderShape;

/**
 * What a recipe says for so many rows and output dimensions. docs/explanation/recipe.md has the measurements behind it.
 *
 * @param neighborsInVectors how many where they are looked for in the vectors as they are, not in {@link EvenedSpace}
 * @param variance the part of the vectors' variance that is learned in; the directions that carry the rest are left out
 * @param adamRate the learning rate under Adam
 * @param encoderPace how many times that rate the encoder follows, where rows are held out to tell how far to go
 * @param unwatchedPace the same where none are
 * @param steps how many batches to learn from, or 0 to count in epochs
 */
record RecipeDefaults(
        int neighbors,
        int neighborsInVectors,
        String projector,
        OptimizerKind optimizer,
        Start start,
        Whitening whitening,
        double variance,
        double lambda,
        double reconstruction,
        double adamRate,
        double encoderPace,
        double unwatchedPace,
        int steps,
        int epochs,
        int batchSize) {

    private static final int BATCH = 1024;
    private static final double ADAM_RATE = 1e-3;

    /** With fewer, pairs are few and a wide projector costs more than it brings. */
    private static final int MANY_ROWS = 7_000;

    /** With fewer, pairs of nearest neighbours alone are soon known by heart. */
    private static final int MANY_PAIRS = 20_000;

    /** More outputs tell a neighbour from the next one. */
    private static final int FEW_DIMS = 32;

    /** Of so few numbers a wide projector learns slowly, or not at all; a deep and narrow one learns. */
    private static final int VERY_FEW_DIMS = 4;

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

    static RecipeDefaults of(Recipe recipe, Effort effort, int rows, int dims, EncoderShape encoder) {
        return switch (recipe) {
            case DEFAULT -> encoder.isLinear() ? linear(effort, rows, dims) : hiddenLayers(effort, rows, dims);
            case PAPER ->
                new RecipeDefaults(
                        3,
                        3,
                        "mlp-2-8192",
                        OptimizerKind.LARS,
                        Start.RANDOM,
                        Whitening.of(0.5),
                        1,
                        0.0039,
                        0,
                        ADAM_RATE,
                        1,
                        1,
                        0,
                        100,
                        BATCH);
        };
    }

    private static RecipeDefaults linear(Effort effort, int rows, int dims) {
        boolean few = rows < MANY_ROWS;
        // a wide projector learns more of many rows, in fewer steps
        boolean wide = !few && dims > VERY_FEW_DIMS && effort != Effort.QUICK;
        String usual = effort == Effort.QUICK ? "mlp-2-512" : wide ? "mlp-2-2048" : "mlp-2-1024";
        // of few numbers a wide one comes apart now and then, but not at half the rate; the encoder's own rate stays
        double rate = wide && dims < 16 ? ADAM_RATE / 2 : ADAM_RATE;
        // the fewer the outputs, the further PCA is from the best
        double pace = (wide ? Math.min(9.6, 96.0 / dims) : Math.min(8, 64.0 / dims)) * (ADAM_RATE / rate);
        return new RecipeDefaults(
                rows < MANY_PAIRS && dims <= FEW_DIMS ? Math.min(3, rows - 1) : 1,
                // clear groups have neighbours that tell less, and the next ones tell less still
                few && dims < FEW_DIMS ? Math.min(3, rows - 1) : 1,
                dims <= VERY_FEW_DIMS ? "mlp-3-512" : usual,
                OptimizerKind.ADAM,
                Start.PCA,
                Whitening.CHOSEN,
                variance(rows, dims),
                0.01,
                0.3,
                rate,
                // the more outputs, the closer PCA is to the best, and the more rows it takes to go past it; where this
                // goes too far, the fit takes a part of the way: see WayFromStart
                pace * Math.min(1, paceByRows(rows, Math.max(2_000, Math.min(10_000, 150L * dims)))),
                pace * Math.min(1, paceByRows(rows, 10_000)) / (rows < FEWEST_ROWS_TO_COMPARE ? 2 : 1),
                (int) Math.round((wide ? 1 : 2) * timesByRows(rows) * steps(effort, rows)),
                0,
                BATCH);
    }

    /** Encoders with hidden layers have more to learn than one matrix. Their values were found before those of linear ones. */
    private static RecipeDefaults hiddenLayers(Effort effort, int rows, int dims) {
        double pace = Math.sqrt(32.0 / dims) * Math.min(2, paceByRows(rows, 10_000));
        return new RecipeDefaults(
                2,
                2,
                dims <= VERY_FEW_DIMS ? "mlp-3-512" : dims <= 16 ? "mlp-2-1024" : "mlp-2-2048",
                OptimizerKind.ADAM,
                Start.PCA,
                Whitening.of(0.5),
                1,
                0.01,
                0,
                ADAM_RATE,
                pace,
                pace,
                4 * steps(effort, rows),
                0,
                BATCH);
    }

    /**
     * How much slower the encoder leaves the PCA it starts at: the fewer the rows, the sooner going away is learning by heart.
     *
     * @param enough rows to go at the whole pace
     */
    private static double paceByRows(int rows, long enough) {
        return Math.pow((double) rows / enough, 0.7);
    }

    /**
     * Small directions are mostly noise, and Adam follows them as fast as large ones: of few rows it learns that noise by heart.
     * The more rows there are, the smaller the directions that something can be learned in; of very many for each output, in all.
     */
    private static double variance(int rows, int dims) {
        return rows >= 6_000L * dims ? 1 : Math.max(0.9, 1 - 7 / Math.sqrt(rows));
    }

    /** Of 10,000 rows and more there is something to learn for four times as long; of 2,500, no longer. */
    private static double timesByRows(int rows) {
        return Math.max(1, Math.min(4, rows / 2_500.0));
    }

    /** What is enough for few rows; a little more where there are more. */
    private static int steps(Effort effort, int rows) {
        double times =
                switch (effort) {
                    case QUICK -> 0.25;
                    case DEFAULT -> 1;
                    case BEST -> 2;
                };
        return (int) Math.round(times * Math.max(60, 70 * Math.log10(rows) - 116));
    }

    /** With fewer, a tenth of the rows says nothing. */
    static final int FEWEST_ROWS_TO_COMPARE = 500;

    /** Enough for a steady figure, and no more than a small collection can spare. */
    static int heldOut(int rows) {
        return Math.min(1000, Math.max(1, rows / 10));
    }

    /** Barlow Twins' 1/32 goes with LARS; Adam does not feel the scale. */
    static double lossScale(OptimizerKind optimizer) {
        return optimizer == OptimizerKind.LARS ? 1.0 / 32 : 1;
    }

    double learningRate(OptimizerKind optimizer, int batchSize) {
        return optimizer == OptimizerKind.LARS ? 0.2 * batchSize / 256 : adamRate;
    }
}
