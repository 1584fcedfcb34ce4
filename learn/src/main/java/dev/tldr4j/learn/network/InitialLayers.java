package dev.tldr4j.learn.network;

import dev.tldr4j.encoder.Affine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Gives an encoder to start from the depth of a shape, without changing what it does. */
public final class InitialLayers {
    private InitialLayers() {}

    /**
     * The layers of an encoder in as many layers as a shape has. A linear one fits all that are wide enough: it passes
     * through their layers, and through ReLUs as two halves, since {@code x = max(0, x) − max(0, −x)}. Another one fits its
     * own shape alone.
     *
     * @return nothing where it does not fit
     */
    public static Optional<List<Affine>> of(List<Affine> encoder, EncoderShape shape) {
        if (encoder.size() == shape.hiddenLayers() + 1) {
            boolean fits = encoder.subList(0, shape.hiddenLayers()).stream()
                    .allMatch(layer -> layer.outputDims() == shape.width());
            return fits && (shape.relu() || shape.isLinear()) ? Optional.of(encoder) : Optional.empty();
        }
        int dims = encoder.get(0).outputDims();
        if (encoder.size() > 1 || !passThrough(dims, shape)) {
            return Optional.empty();
        }
        Affine linear = encoder.get(0);
        Affine same = identity(dims);
        Affine in = shape.relu() ? halves(linear) : linear;
        Affine out = shape.relu() ? difference(dims) : same;
        Affine between = shape.relu() ? halves(out) : same;
        List<Affine> layers = new ArrayList<>();
        layers.add(in);
        for (int i = 1; i < shape.hiddenLayers(); i++) {
            layers.add(between);
        }
        layers.add(out);
        return Optional.of(layers);
    }

    /** Whether the layers of a shape are wide enough for so many numbers to pass. */
    public static boolean passThrough(int dims, EncoderShape shape) {
        return shape.isLinear() || shape.width() >= (shape.relu() ? 2 : 1) * dims;
    }

    private static Affine identity(int dims) {
        float[] weight = new float[dims * dims];
        for (int i = 0; i < dims; i++) {
            weight[i * dims + i] = 1;
        }
        return new Affine(weight, new float[dims]);
    }

    /** Every output of a map, then every output with the other sign. */
    private static Affine halves(Affine map) {
        return new Affine(halves(map.weight()), halves(map.bias()));
    }

    private static float[] halves(float[] values) {
        float[] both = Arrays.copyOf(values, 2 * values.length);
        for (int i = 0; i < values.length; i++) {
            both[values.length + i] = -values[i];
        }
        return both;
    }

    /** The first half of the inputs less the second. */
    private static Affine difference(int dims) {
        float[] weight = new float[dims * 2 * dims];
        for (int i = 0; i < dims; i++) {
            weight[i * 2 * dims + i] = 1;
            weight[i * 2 * dims + dims + i] = -1;
        }
        return new Affine(weight, new float[dims]);
    }
}
