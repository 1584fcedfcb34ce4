package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import java.util.List;
import java.util.stream.Stream;

/**
 * An encoder and a head on it, over a batch of twins: two views, one below the other.
 */
public final class TwinNetwork implements AutoCloseable {
    private final EncoderNetwork encoder;
    private final Head head;

    /** Takes over encoder and head and closes them with itself. */
    public TwinNetwork(EncoderNetwork encoder, Head head) {
        this.encoder = encoder;
        this.head = head;
    }

    /** Gives the step the loss of a batch; every parameter's gradient is set. */
    public void lossAndGradients(Matrix twins, Steps steps) {
        head.loss(encoder.forward(twins), twins, steps);
        encoder.backward(head.gradient());
    }

    public List<Parameter> parameters() {
        return Stream.concat(encoder.parameters().stream(), head.parameters().stream())
                .toList();
    }

    @Override
    public void close() {
        encoder.close();
        head.close();
    }
}
