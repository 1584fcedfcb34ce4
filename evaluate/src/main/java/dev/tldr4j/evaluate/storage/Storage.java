package dev.tldr4j.evaluate.storage;

import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;

/** A form in which vectors are stored. Unchanging, so safe for many threads. */
public interface Storage {
    /** Learns what the form needs to know from the vectors, and stores them. They must stay open as long as the result. */
    StoredVectors store(Vectors vectors, Metric metric, int threads, long seed, ProgressListener listener);
}
