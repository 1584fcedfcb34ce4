package dev.tldr4j.encoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Encoders and vectors for tests. */
final class Samples {
    private Samples() {}

    /** An encoder with random weights: dims are those of the input, the hidden layers, and the output. */
    static Encoder encoder(long seed, Map<String, String> metadata, int... dims) {
        Random random = new Random(seed);
        List<Affine> layers = new ArrayList<>();
        for (int i = 1; i < dims.length; i++) {
            layers.add(new Affine(vector(random, dims[i] * dims[i - 1]), vector(random, dims[i])));
        }
        return Encoder.mlp(layers, metadata);
    }

    static float[] vector(Random random, int length) {
        float[] vector = new float[length];
        for (int i = 0; i < length; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return vector;
    }

    /** What the encoder should give, written down naively, in double. */
    static double[] reference(Encoder encoder, float[] vector) {
        double[] x = new double[vector.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = vector[i];
        }
        for (int l = 0; l < encoder.layers().size(); l++) {
            Affine layer = encoder.layers().get(l);
            float[] weight = layer.weight();
            float[] bias = layer.bias();
            double[] y = new double[layer.outputDims()];
            for (int row = 0; row < y.length; row++) {
                y[row] = bias[row];
                for (int i = 0; i < x.length; i++) {
                    double input = l == 0 ? x[i] : Math.max(0, x[i]);
                    y[row] += weight[row * x.length + i] * input;
                }
            }
            x = y;
        }
        if (encoder.isNormalized()) {
            double squares = 0;
            for (double v : x) {
                squares += v * v;
            }
            for (int i = 0; i < x.length && squares > 0; i++) {
                x[i] /= Math.sqrt(squares);
            }
        }
        return x;
    }
}
