package dev.tldr4j.lucene;

import dev.tldr4j.encoder.Encoder;
import java.util.Map;
import java.util.Random;

/** Encoders and vectors to try things with. */
final class Encoders {
    private Encoders() {}

    /** Keeps the first numbers of a vector, each times a factor, which makes encoders of the same shape different. */
    static Encoder first(int inputs, int outputs, float factor) {
        float[] weight = new float[inputs * outputs];
        for (int i = 0; i < outputs; i++) {
            weight[i * inputs + i] = factor + i;
        }
        return Encoder.affine(weight, new float[outputs], Map.of());
    }

    static float[] random(int dims, Random random) {
        float[] vector = new float[dims];
        for (int i = 0; i < dims; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return vector;
    }
}
