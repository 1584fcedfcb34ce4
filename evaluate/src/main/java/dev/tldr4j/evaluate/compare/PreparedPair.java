package dev.tldr4j.evaluate.compare;

import dev.tldr4j.evaluate.VectorTransform;
import dev.tldr4j.evaluate.storage.Storage;
import dev.tldr4j.evaluate.storage.StoredVectors;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Map;

/** Vectors to be stored and vectors to ask with, encoded. */
final class PreparedPair implements Task.Prepared {
    /** What a task measures. */
    @FunctionalInterface
    interface Measure {
        Map<String, Double> of(StoredVectors stored, Vectors asking, ProgressListener listener);
    }

    private final Vectors base;
    private final Vectors asking;
    private final Metric metric;
    private final int threads;
    private final Measure measure;

    private PreparedPair(Vectors base, Vectors asking, Metric metric, int threads, Measure measure) {
        this.base = base;
        this.asking = asking;
        this.metric = metric;
        this.threads = threads;
        this.measure = measure;
    }

    /** Both may be the same; they are then encoded once. */
    static PreparedPair of(
            VectorTransform preparation,
            Vectors base,
            Vectors asking,
            Metric metric,
            int threads,
            ProgressListener listener,
            Measure measure)
            throws IOException {
        Vectors preparedBase = preparation.apply(base, threads, listener);
        try {
            Vectors preparedAsking = asking == base ? preparedBase : preparation.apply(asking, threads, listener);
            return new PreparedPair(preparedBase, preparedAsking, metric, threads, measure);
        } catch (IOException | RuntimeException e) {
            preparedBase.close();
            throw e;
        }
    }

    @Override
    public Task.Measured measure(Storage storage, long seed, ProgressListener listener) {
        StoredVectors stored = storage.store(base, metric, threads, seed, listener);
        return new Task.Measured(measure.of(stored, asking, listener), stored.bytesPerVector(), stored.sharedBytes());
    }

    @Override
    public void close() {
        base.close();
        asking.close();
    }
}
