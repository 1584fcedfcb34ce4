package dev.tldr4j.spark.rows;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An encoder in the form in which it goes to executors, each of which makes one of it, for all its tasks. */
public final class BroadcastEncoder implements Serializable {
    private static final long serialVersionUID = 1;

    private final float[][] weights;
    private final float[][] biases;
    private final boolean normalized;
    private transient Encoder made;

    public BroadcastEncoder(Encoder encoder) {
        this.weights = encoder.layers().stream().map(Affine::weight).toArray(float[][]::new);
        this.biases = encoder.layers().stream().map(Affine::bias).toArray(float[][]::new);
        this.normalized = encoder.isNormalized();
    }

    public synchronized Encoder encoder() {
        if (made == null) {
            List<Affine> layers = new ArrayList<>();
            for (int i = 0; i < weights.length; i++) {
                layers.add(new Affine(weights[i], biases[i]));
            }
            made = Encoder.mlp(layers, Map.of("normalize", Boolean.toString(normalized)));
        }
        return made;
    }
}
