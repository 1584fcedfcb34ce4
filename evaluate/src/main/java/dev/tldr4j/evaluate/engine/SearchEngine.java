package dev.tldr4j.evaluate.engine;

import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;

/** Builds indexes of vectors, in which near is what has a large cosine. */
public interface SearchEngine {
    /** Its name and version. */
    String name();

    /**
     * Builds an index in an empty folder, with one thread, and opens it.
     *
     * @param docs full vectors
     * @throws dev.tldr4j.encoder.InvalidInputException if a vector has no direction
     */
    EngineIndex build(Path folder, Vectors docs, IndexPlan plan, ProgressListener listener) throws IOException;
}
