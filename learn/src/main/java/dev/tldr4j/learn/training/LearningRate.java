package dev.tldr4j.learn.training;

/**
 * The learning rate of every step: a linear warm-up over the first tenth of the steps, then half a cosine down to a
 * thousandth of the peak, as Barlow Twins does.
 */
record LearningRate(double peak, int steps) {
    private static final double WARM_UP = 0.1;
    private static final double END = 0.001;

    /** @param step from 0 */
    double at(int step) {
        int warmUp = (int) Math.ceil(steps * WARM_UP);
        if (step < warmUp) {
            return peak * (step + 1) / warmUp;
        }
        double progress = (double) (step - warmUp) / Math.max(1, steps - warmUp);
        double falling = 0.5 * (1 + Math.cos(Math.PI * progress));
        return peak * (falling + END * (1 - falling));
    }
}
