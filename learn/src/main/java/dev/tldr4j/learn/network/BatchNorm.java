package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Backend.Statistics;
import dev.tldr4j.learn.backend.Matrix;
import java.util.List;

/** Batch normalisation of each of two views on its own, without scale or shift: what comes before the loss. */
public final class BatchNorm implements Layer {
    private final Backend backend;
    private final Statistics statistics;
    private Matrix normalized;

    public BatchNorm(Backend backend, int width) {
        this.backend = backend;
        this.statistics = new Statistics(backend.matrix(2, width), backend.matrix(2, width));
    }

    /** Normalises in place. */
    @Override
    public Matrix forward(Matrix input) {
        backend.batchNorm(input, statistics, null);
        normalized = input;
        return input;
    }

    @Override
    public Matrix backward(Matrix gradient) {
        backend.batchNormGradient(gradient, normalized, statistics, null);
        return gradient;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public void close() {
        statistics.mean().close();
        statistics.inverseDeviation().close();
    }
}
