package dev.tldr4j.learn.progress;

/**
 * What one step of training was like, for a log.
 *
 * @param step how many steps are done; 0 is the start, where there is no loss yet
 * @param steps how many there will be
 * @param loss of this step
 * @param learningRate of this step
 * @param pairsPerSecond how fast this step was
 * @param seconds since training began or was resumed
 * @param scoreName what the validation measures, or null without one
 * @param score the validation's, or NaN where it was not measured at this step
 */
public record TrainingReport(
        int step,
        int steps,
        double loss,
        double learningRate,
        double pairsPerSecond,
        double seconds,
        String scoreName,
        double score) {}
