package dev.tldr4j.learn.device;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;

/** A device at work, for one thread at a time. Closing it gives back all that was made of it. */
public interface OpenDevice extends AutoCloseable {
    /** What it is, for people. */
    String name();

    /** How many bytes of its memory are free now. */
    long freeBytes();

    /**
     * To train with.
     *
     * @param bytes how much memory training takes beside its vectors, which are kept on the device if there is room
     */
    Backend backend(Precision precision, long bytes);

    /** The most neighbours of a row that {@link #neighbors} finds. */
    int mostNeighbors();

    /**
     * The numbers of every row's k nearest neighbours, nearest first, one row's after the other's: those that an exact search on the
     * CPU finds, but for ties.
     *
     * @throws dev.tldr4j.encoder.InvalidInputException if the rows do not fit into its memory; the message says how many would
     */
    int[] neighbors(Vectors vectors, int k, Metric metric, ProgressListener listener);

    /** Writes one encoded row for every row; refuses a row that is not finite, by name. The caller finishes the writer. */
    void encode(Encoder encoder, Vectors vectors, VectorWriter writer, ProgressListener listener) throws IOException;

    @Override
    void close();
}
