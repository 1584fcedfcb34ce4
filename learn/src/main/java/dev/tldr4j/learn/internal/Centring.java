package dev.tldr4j.learn.internal;

/** What brings outputs to mean zero. */
public final class Centring {
    private Centring() {}

    /** The bias that moves the mean to zero: {@code −weight · mean}. */
    public static float[] bias(float[] weight, double[] mean) {
        float[] bias = new float[weight.length / mean.length];
        for (int i = 0; i < bias.length; i++) {
            double sum = 0;
            for (int j = 0; j < mean.length; j++) {
                sum += weight[i * mean.length + j] * mean[j];
            }
            bias[i] = (float) -sum;
        }
        return bias;
    }
}
