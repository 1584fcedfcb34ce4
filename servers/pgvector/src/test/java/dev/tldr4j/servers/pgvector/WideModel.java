package dev.tldr4j.servers.pgvector;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.servers.Judged;
import java.util.Map;
import java.util.Random;

/**
 * A model of 3,072 dimensions: each number of a vector of 384 lies in eight places, with random signs. No cosine changes, so
 * what is known of the short vectors holds for the long ones.
 */
record WideModel(Judged judged, float[] signs) {
    static final int DIMS = 3_072;

    static WideModel of(Judged judged) {
        Random random = new Random(1);
        float scale = (float) (1 / Math.sqrt((double) DIMS / judged.docs().dims()));
        float[] signs = new float[DIMS];
        for (int i = 0; i < DIMS; i++) {
            signs[i] = random.nextBoolean() ? scale : -scale;
        }
        return new WideModel(judged, signs);
    }

    float[] vector(float[] narrow) {
        float[] wide = new float[DIMS];
        for (int i = 0; i < DIMS; i++) {
            wide[i] = signs[i] * narrow[i % narrow.length];
        }
        return wide;
    }

    /** The encoder of long vectors that does as this one does of short ones. */
    Encoder encoder(Encoder narrow) {
        Affine layer = narrow.layers().get(0);
        int dims = narrow.inputDims();
        float[] narrowWeight = layer.weight();
        float[] weight = new float[narrow.outputDims() * DIMS];
        for (int row = 0; row < narrow.outputDims(); row++) {
            for (int i = 0; i < DIMS; i++) {
                weight[row * DIMS + i] = narrowWeight[row * dims + i % dims] * signs[i];
            }
        }
        return Encoder.affine(weight, layer.bias(), Map.of()).normalized();
    }
}
