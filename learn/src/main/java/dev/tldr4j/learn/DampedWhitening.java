package dev.tldr4j.learn;

/**
 * How far the directions of vectors are brought to the same spread. Where rows stand in {@link ClearGroups}, all but the largest
 * directions stay as they are; where they do not, nearly all are made even. The more outputs, the more of the directions are
 * noise, and the less is made even. docs/explanation/recipe.md has the measurements.
 *
 * @param power each direction is divided by the root of its variance to this power
 * @param damping what is added to each variance before, in mean variances
 */
record DampedWhitening(double power, double damping) {
    /** Without groups, for as many outputs as directions; of that as much as there are outputs, up to the most. */
    private static final double DAMPING = 1.5;

    private static final double MOST_DAMPING = 1 / 3.0;

    /** So much less than the whole power, there, for as many outputs as directions. */
    private static final double LESS_POWER = 0.6;

    private static final double DAMPING_FOR_GROUPS = 10;

    /**
     * What suits vectors.
     *
     * @param groups how clearly they stand in groups, from 0 to 1
     * @param outputs for each direction
     */
    static DampedWhitening of(double groups, double outputs) {
        double reached = Math.min(1, outputs);
        // the small directions are reached by the last outputs only, so the power falls late
        double power = 1 - (1 - groups) * LESS_POWER * reached * reached;
        double damping = Math.min(MOST_DAMPING, DAMPING * reached);
        // evenly by its logarithm, since one is many times the other
        return new DampedWhitening(power, damping * Math.pow(DAMPING_FOR_GROUPS / damping, groups));
    }
}
