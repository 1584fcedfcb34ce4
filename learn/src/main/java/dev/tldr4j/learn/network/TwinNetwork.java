package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Encoder, projector and the Barlow Twins loss over a batch of twins: two views, one below the other. */
public final class TwinNetwork implements AutoCloseable {
    private final Backend backend;
    private final List<Layer> layers;
    private final float lambda;
    private final float lossScale;
    private final Matrix lossGradient;

    /** Takes over the encoder and closes it with itself. */
    public TwinNetwork(
            Backend backend,
            EncoderNetwork encoder,
            int batchRows,
            int encoderOutputs,
            ProjectorShape projector,
            float lambda,
            float lossScale,
            SplittableRandom random) {
        this.backend = backend;
        this.layers = new ArrayList<>();
        this.lambda = lambda;
        this.lossScale = lossScale;
        layers.add(encoder);
        int width = encoderOutputs;
        if (projector.width() > 0) {
            for (int i = 0; i < projector.hiddenLayers(); i++) {
                layers.add(new Linear(backend, batchRows, width, projector.width(), 1, random));
                layers.add(new ScaledBatchNorm(backend, batchRows, projector.width(), true, 1));
                width = projector.width();
            }
            layers.add(new Linear(backend, batchRows, width, projector.width(), 1, random));
            width = projector.width();
        }
        layers.add(new BatchNorm(backend, width));
        this.lossGradient = backend.matrix(batchRows, width);
    }

    /** The loss of a batch; every parameter's gradient is set. */
    public double lossAndGradients(Matrix twins) {
        Matrix activations = twins;
        for (Layer layer : layers) {
            activations = layer.forward(activations);
        }
        double loss = backend.barlowTwins(activations, lambda, lossScale, lossGradient);
        Matrix gradient = lossGradient;
        for (int i = layers.size() - 1; i >= 0; i--) {
            gradient = layers.get(i).backward(gradient);
        }
        return loss;
    }

    public List<Parameter> parameters() {
        return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
    }

    @Override
    public void close() {
        layers.forEach(Layer::close);
        lossGradient.close();
    }
}
