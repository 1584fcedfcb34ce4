package dev.tldr4j.learn.training;

import java.io.Serializable;

/**
 * The learning rate of every step: a linear warm-up, then half a cosine down, as Barlow Twins does.
 *
 * @param peak where the warm-up ends
 * @param warmUp the part of all steps that the warm-up takes
 * @param end the part of the peak at which the cosine ends
 */
public record LearningRate(double peak, double warmUp, double end) implements Serializable {
    /** @param step from 0 */
    double at(int step, int steps) {
        int rising = (int) Math.ceil(steps * warmUp);
        if (step < rising) {
            return peak * (step + 1) / rising;
        }
        double progress = (double) (step - rising) / Math.max(1, steps - rising);
        double falling = 0.5 * (1 + Math.cos(Math.PI * progress));
        return peak * (falling + end * (1 - falling));
    }
}
