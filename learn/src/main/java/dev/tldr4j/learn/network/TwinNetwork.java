package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Encoder, projector and loss over a batch of twins: two views, one below the other. */
public final class TwinNetwork implements AutoCloseable {
    private final Backend backend;
    private final List<Layer> layers = new ArrayList<>();
    private final ProjectorShape projector;
    private final int encoderOutputs;
    private final int outputs;
    private final Loss loss;
    private final Matrix lossGradient;

    /**
     * Takes over encoder and loss and closes them with itself.
     *
     * @param outputs the width of the last layer; where there is no projector, that of the encoder
     */
    public TwinNetwork(
            Backend backend,
            EncoderNetwork encoder,
            int batchRows,
            int encoderOutputs,
            ProjectorShape projector,
            int outputs,
            Loss loss,
            SplittableRandom random) {
        this.backend = backend;
        this.projector = projector;
        this.encoderOutputs = encoderOutputs;
        this.outputs = outputs;
        this.loss = loss;
        layers.add(encoder);
        if (projector.width() > 0) {
            int width = encoderOutputs;
            for (int i = 0; i < projector.hiddenLayers(); i++) {
                layers.add(new Linear(backend, batchRows, width, projector.width(), 1, random));
                layers.add(new ScaledBatchNorm(backend, batchRows, projector.width(), true, 1));
                width = projector.width();
            }
            layers.add(new Linear(backend, batchRows, width, outputs, 1, random));
        }
        this.lossGradient = backend.matrix(batchRows, outputs);
    }

    private List<Parameter> projectorParameters() {
        return layers.subList(1, layers.size()).stream()
                .flatMap(layer -> layer.parameters().stream())
                .toList();
    }

    /** The projector as it is now; there must be one. */
    public KeptProjector keepProjector() {
        List<float[]> values = projectorParameters().stream()
                .map(parameter -> backend.get(parameter.value()))
                .toList();
        return new KeptProjector(projector, encoderOutputs, outputs, values);
    }

    /** Starts from a projector of the same shape and sizes. */
    public void startProjector(KeptProjector kept) {
        List<Parameter> parameters = projectorParameters();
        for (int i = 0; i < parameters.size(); i++) {
            backend.set(parameters.get(i).value(), kept.parameters().get(i));
        }
    }

    /** The loss of a batch; every parameter's gradient is set. */
    public double lossAndGradients(Matrix twins) {
        Matrix activations = twins;
        for (Layer layer : layers) {
            activations = layer.forward(activations);
        }
        double value = loss.lossAndGradient(activations, twins, lossGradient);
        Matrix gradient = lossGradient;
        for (int i = layers.size() - 1; i >= 0; i--) {
            gradient = layers.get(i).backward(gradient);
        }
        return value;
    }

    public List<Parameter> parameters() {
        return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
    }

    @Override
    public void close() {
        layers.forEach(Layer::close);
        loss.close();
        lossGradient.close();
    }
}
