package dev.tldr4j.baselines.method;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;

/** What a method learned: fewer dimensions for vectors, those it learned from or others of the same kind. */
@FunctionalInterface
public interface Reduction {
    /**
     * The reduced vectors, one for every row. Close them after use; the vectors given stay open.
     *
     * @throws dev.tldr4j.encoder.InvalidInputException where the method has no rule for rows it did not learn from
     */
    Vectors apply(Vectors vectors, int threads, ProgressListener listener) throws IOException;

    /** What an encoder does. */
    static Reduction by(Encoder encoder) {
        return (vectors, threads, listener) -> new BatchEncoder(encoder, threads).encode(vectors, listener);
    }
}
