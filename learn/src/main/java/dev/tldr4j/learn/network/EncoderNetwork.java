package dev.tldr4j.learn.network;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * An encoder while it is learned: a layer on the inputs, then for every hidden layer its batch normalisation (with ReLU for
 * an MLP) and the next linear layer.
 */
public final class EncoderNetwork implements Layer {
    private final Backend backend;
    private final InputLayer input;
    private final List<ScaledBatchNorm> norms = new ArrayList<>();
    private final List<Linear> linears = new ArrayList<>();
    private final boolean relu;

    private EncoderNetwork(Backend backend, InputLayer input, boolean relu) {
        this.backend = backend;
        this.input = input;
        this.relu = relu;
    }

    /**
     * One linear layer that starts at given weights.
     *
     * @param weight row-major
     */
    public static EncoderNetwork linear(Backend backend, int batchRows, int inputs, float[] weight) {
        return new EncoderNetwork(backend, InputLayer.given(backend, batchRows, inputs, weight), false);
    }

    /** Any shape with random weights. */
    public static EncoderNetwork random(
            Backend backend, EncoderShape shape, int batchRows, int inputs, int outputs, SplittableRandom random) {
        int firstOutputs = shape.isLinear() ? outputs : shape.width();
        EncoderNetwork network = new EncoderNetwork(
                backend, InputLayer.random(backend, batchRows, inputs, firstOutputs, random), shape.relu());
        for (int layer = 1; layer <= shape.hiddenLayers(); layer++) {
            network.norms.add(new ScaledBatchNorm(backend, 2, batchRows, shape.width(), shape.relu()));
            int width = layer == shape.hiddenLayers() ? outputs : shape.width();
            network.linears.add(new Linear(backend, batchRows, shape.width(), width, random));
        }
        return network;
    }

    /**
     * Makes a network with random weights start as a given encoder: the first units of every hidden layer do what its layers
     * do, and the others, whose random weights stay, are not listened to yet.
     *
     * @param start the encoder's layers, as many as this network has and no wider; see {@link InitialLayers}
     * @param sample a batch: what batch normalisation takes off on it is what its scale and shift put back
     */
    public void startAs(List<Affine> start, Matrix sample) {
        startAs(input.weight().value(), start.get(0));
        for (int i = 0; i < norms.size(); i++) {
            Matrix activations = input.forward(sample);
            for (int before = 0; before < i; before++) {
                activations = linears.get(before).forward(norms.get(before).forward(activations));
            }
            norms.get(i).forward(activations);
            norms.get(i).passThrough(start.get(i).bias());
            startAs(linears.get(i).weight().value(), start.get(i + 1));
        }
    }

    /** Sets the first rows of a weight; what they take from further inputs becomes zero. */
    private void startAs(Matrix weight, Affine start) {
        float[] values = backend.get(weight);
        float[] given = start.weight();
        int inputs = start.inputDims();
        Arrays.fill(values, 0, start.outputDims() * weight.cols(), 0);
        for (int i = 0; i < start.outputDims(); i++) {
            System.arraycopy(given, i * inputs, values, i * weight.cols(), inputs);
        }
        backend.set(weight, values);
    }

    @Override
    public Matrix forward(Matrix twins) {
        Matrix activations = input.forward(twins);
        for (int i = 0; i < norms.size(); i++) {
            activations = norms.get(i).forward(activations);
            norms.get(i).updateRunningStatistics();
            activations = linears.get(i).forward(activations);
        }
        return activations;
    }

    /** Returns null: nobody asks for the gradient of the data. */
    @Override
    public Matrix backward(Matrix gradient) {
        for (int i = norms.size() - 1; i >= 0; i--) {
            gradient = norms.get(i).backward(linears.get(i).backward(gradient));
        }
        return input.backward(gradient);
    }

    /**
     * What is left once training is over: an affine map for every layer with its batch normalisation folded in, or one for
     * all of them where no ReLU stands between. The running statistics take the place of the batch's.
     */
    public List<Affine> fold() {
        List<AffineMap> maps = new ArrayList<>();
        Matrix first = input.weight().value();
        maps.add(AffineMap.linear(backend.get(first), first.cols()));
        for (int i = 0; i < norms.size(); i++) {
            AffineMap scaled = maps.get(i).scaled(norms.get(i).inference());
            maps.set(i, scaled);
            maps.add(AffineMap.linear(backend.get(linears.get(i).weight().value()), scaled.outputs()));
        }
        // from the narrow end: the products stay as small as the output
        for (int i = maps.size() - 1; i > 0 && !relu; i--) {
            maps.set(i - 1, maps.get(i - 1).followedBy(maps.remove(i)));
        }
        return maps.stream().map(AffineMap::toAffine).toList();
    }

    /** What is learned beside the parameters: the running statistics of every batch normalisation, for a checkpoint. */
    public List<Matrix> runningStatistics() {
        return norms.stream().map(ScaledBatchNorm::runningStatistics).toList();
    }

    @Override
    public List<Parameter> parameters() {
        return layers().flatMap(layer -> layer.parameters().stream()).toList();
    }

    private Stream<Layer> layers() {
        Stream.Builder<Layer> layers = Stream.builder();
        layers.add(input);
        for (int i = 0; i < norms.size(); i++) {
            layers.add(norms.get(i));
            layers.add(linears.get(i));
        }
        return layers.build();
    }

    @Override
    public void close() {
        layers().forEach(Layer::close);
    }
}
