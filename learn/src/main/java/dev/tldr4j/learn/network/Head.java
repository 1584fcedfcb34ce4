package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** What stands on an encoder while it is learned: a projector, or nothing, and a loss. */
public final class Head implements AutoCloseable {
    private final Backend backend;
    private final int rows;
    private final ProjectorShape shape;
    private final int inputs;
    private final int outputs;
    private final List<Layer> layers = new ArrayList<>();
    private final Loss loss;
    private final Matrix lossGradient;

    /**
     * Takes over the loss and closes it with itself.
     *
     * @param views how many views of the batch it sees: both, or the first
     * @param viewRows rows of a view
     * @param inputs the encoder's outputs
     * @param outputs the width of the last layer; where there is no projector, that of the encoder
     */
    public Head(
            Backend backend,
            int views,
            int viewRows,
            int inputs,
            ProjectorShape shape,
            int outputs,
            Loss loss,
            SplittableRandom random) {
        this.backend = backend;
        this.rows = views * viewRows;
        this.shape = shape;
        this.inputs = inputs;
        this.outputs = outputs;
        this.loss = loss;
        if (shape.width() > 0) {
            int width = inputs;
            for (int i = 0; i < shape.hiddenLayers(); i++) {
                layers.add(new Linear(backend, rows, width, shape.width(), random));
                layers.add(new ScaledBatchNorm(backend, views, rows, shape.width(), true));
                width = shape.width();
            }
            layers.add(new Linear(backend, rows, width, outputs, random));
        }
        this.lossGradient = backend.matrix(rows, outputs);
    }

    /** Gives the step the loss of a batch of twins, of which the encoder made what is given. */
    void loss(Matrix encoded, Matrix twins, Steps steps) {
        Matrix activations = encoded;
        for (Layer layer : layers) {
            activations = layer.forward(activations);
        }
        loss.lossAndGradient(activations, twins, lossGradient, steps);
    }

    /** The gradient of the last loss with respect to what the encoder made. */
    Matrix gradient() {
        Matrix gradient = lossGradient;
        for (int i = layers.size() - 1; i >= 0; i--) {
            gradient = layers.get(i).backward(gradient);
        }
        return gradient;
    }

    List<Parameter> parameters() {
        return Stream.concat(ofLayers().stream(), loss.parameters().stream()).toList();
    }

    private List<Parameter> ofLayers() {
        return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
    }

    /** The projector as it is now; there must be one. */
    public ProjectorFile keepProjector() {
        List<float[]> values = ofLayers().stream()
                .map(parameter -> backend.get(parameter.value()))
                .toList();
        return new ProjectorFile(shape, inputs, outputs, values);
    }

    /** Starts from a projector of the same shape and sizes. */
    public void startAt(ProjectorFile kept) {
        List<Parameter> parameters = ofLayers();
        for (int i = 0; i < parameters.size(); i++) {
            backend.set(parameters.get(i).value(), kept.parameters().get(i));
        }
    }

    @Override
    public void close() {
        layers.forEach(Layer::close);
        loss.close();
        lossGradient.close();
    }
}
