package dev.tldr4j.learn.network;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * An encoder while it is learned: a layer on the inputs, then for every hidden layer its batch normalisation (with ReLU for
 * an MLP) and the next linear layer.
 */
public final class EncoderNetwork implements Layer {
    private final InputLayer input;
    private final List<ScaledBatchNorm> norms = new ArrayList<>();
    private final List<Linear> linears = new ArrayList<>();
    private final boolean relu;

    private EncoderNetwork(InputLayer input, boolean relu) {
        this.input = input;
        this.relu = relu;
    }

    /** One linear layer that starts as the first {@code outputs} coordinates. */
    public static EncoderNetwork firstCoordinates(
            Backend backend, int batchRows, float[] coordinates, int inputs, int outputs, double pace) {
        return new EncoderNetwork(
                InputLayer.firstCoordinates(backend, batchRows, coordinates, inputs, outputs, pace), false);
    }

    /**
     * Any shape with random weights.
     *
     * @param coordinates those of the first layer, or null
     */
    public static EncoderNetwork random(
            Backend backend,
            EncoderShape shape,
            int batchRows,
            float[] coordinates,
            int inputs,
            int outputs,
            double pace,
            SplittableRandom random) {
        int firstOutputs = shape.isLinear() ? outputs : shape.width();
        EncoderNetwork network = new EncoderNetwork(
                InputLayer.random(backend, batchRows, coordinates, inputs, firstOutputs, pace, random), shape.relu());
        for (int layer = 1; layer <= shape.hiddenLayers(); layer++) {
            network.norms.add(new ScaledBatchNorm(backend, batchRows, shape.width(), shape.relu(), pace));
            int width = layer == shape.hiddenLayers() ? outputs : shape.width();
            network.linears.add(new Linear(backend, batchRows, shape.width(), width, pace, random));
        }
        return network;
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
     *
     * @param mean what was taken off every input while training
     */
    public List<Affine> fold(double[] mean) {
        List<AffineMap> maps = new ArrayList<>();
        AffineMap map = AffineMap.linear(input.foldedWeight(), mean.length).onInputsLess(mean);
        for (int i = 0; i < norms.size(); i++) {
            map = map.scaled(norms.get(i).inference());
            AffineMap next = AffineMap.linear(linears.get(i).weight(), map.outputs());
            if (relu) {
                maps.add(map);
                map = next;
            } else {
                map = map.followedBy(next);
            }
        }
        maps.add(map);
        return maps.stream().map(AffineMap::toAffine).toList();
    }

    /** What is learned beside the parameters: the running statistics of every batch normalisation, for a checkpoint. */
    public List<float[]> runningStatistics() {
        return norms.stream().flatMap(norm -> norm.runningStatistics().stream()).toList();
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
