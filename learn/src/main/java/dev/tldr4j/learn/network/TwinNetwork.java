package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import java.util.List;
import java.util.stream.Stream;

/**
 * An encoder and one or more heads on it, over a batch of twins: two views, one below the other. The losses add up. The first
 * head sees both views; another may see the first alone.
 */
public final class TwinNetwork implements AutoCloseable {
    private final Backend backend;
    private final EncoderNetwork encoder;
    private final List<Head> heads;

    /** Takes over encoder and heads and closes them with itself. */
    public TwinNetwork(Backend backend, EncoderNetwork encoder, List<Head> heads) {
        this.backend = backend;
        this.encoder = encoder;
        this.heads = List.copyOf(heads);
    }

    /** Gives the step the loss of a batch; every parameter's gradient is set. */
    public void lossAndGradients(Matrix twins, Steps steps) {
        Matrix encoded = encoder.forward(twins);
        Matrix gradient = null;
        for (Head head : heads) {
            head.loss(encoded.rows(0, head.rows()), twins, steps);
            if (gradient == null) {
                gradient = head.gradient();
            } else {
                backend.add(gradient.rows(0, head.rows()), head.gradient());
            }
        }
        encoder.backward(gradient);
    }

    public List<Parameter> parameters() {
        return Stream.concat(encoder.parameters().stream(), heads.stream().flatMap(head -> head.parameters().stream()))
                .toList();
    }

    @Override
    public void close() {
        encoder.close();
        heads.forEach(Head::close);
    }
}
