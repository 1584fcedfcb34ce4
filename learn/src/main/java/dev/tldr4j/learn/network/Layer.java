package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Matrix;
import java.util.List;

/**
 * A layer of a network over batches of one size. It owns its outputs and gradients, which stay valid until its next call;
 * {@link #backward} belongs to the {@link #forward} before it.
 */
public interface Layer extends AutoCloseable {
    /** The layer's output; the input must stay as it is until backward is done. */
    Matrix forward(Matrix input);

    /**
     * Sets the gradients of the layer's parameters and returns that of its input. May overwrite the gradient it is given.
     */
    Matrix backward(Matrix gradient);

    List<Parameter> parameters();

    @Override
    void close();
}
