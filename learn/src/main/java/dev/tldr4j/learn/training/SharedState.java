package dev.tldr4j.learn.training;

import java.io.Serializable;

/**
 * What several machines that learn together send each other: every number of weights, optimizer and running statistics.
 *
 * @param loss the mean of the steps that led here; NaN at the start
 */
public record SharedState(int step, double loss, float[][] values) implements Serializable {
    /** Both added up, number by number; the larger step counts. */
    public SharedState plus(SharedState other) {
        float[][] sum = new float[values.length][];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = values[i].clone();
            for (int j = 0; j < sum[i].length; j++) {
                sum[i][j] += other.values[i][j];
            }
        }
        return new SharedState(Math.max(step, other.step), loss + other.loss, sum);
    }

    /** Of a sum of so many states, their mean. */
    public SharedState dividedBy(int count) {
        float[][] mean = new float[values.length][];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = values[i].clone();
            for (int j = 0; j < mean[i].length; j++) {
                mean[i][j] /= count;
            }
        }
        return new SharedState(step, loss / count, mean);
    }
}
