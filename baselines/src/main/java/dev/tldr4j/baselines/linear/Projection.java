package dev.tldr4j.baselines.linear;

import dev.tldr4j.encoder.Encoder;
import java.util.Map;

/** Makes an encoder of the weights a method found. */
final class Projection {
    private Projection() {}

    /**
     * One whose outputs have mean zero where the vectors have the mean given, and, since the sign is arbitrary, whose largest
     * weight of every output is positive.
     *
     * @param weight row-major [outputs × inputs]
     */
    static Encoder centred(double[] weight, double[] mean, Map<String, String> metadata) {
        int inputs = mean.length;
        float[] signed = new float[weight.length];
        float[] bias = new float[weight.length / inputs];
        for (int i = 0; i < bias.length; i++) {
            double sign = signOfLargest(weight, i * inputs, inputs);
            double sum = 0;
            for (int j = 0; j < inputs; j++) {
                signed[i * inputs + j] = (float) (sign * weight[i * inputs + j]);
                sum += signed[i * inputs + j] * mean[j];
            }
            bias[i] = (float) -sum;
        }
        return Encoder.affine(signed, bias, metadata);
    }

    private static double signOfLargest(double[] weight, int from, int count) {
        double largest = 0;
        for (int i = from; i < from + count; i++) {
            largest = Math.abs(weight[i]) > Math.abs(largest) ? weight[i] : largest;
        }
        return largest < 0 ? -1 : 1;
    }
}
