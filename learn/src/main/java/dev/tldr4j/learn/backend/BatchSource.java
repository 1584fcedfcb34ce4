package dev.tldr4j.learn.backend;

import java.nio.FloatBuffer;
import java.util.Optional;

/** Where the rows of every step's batch come from. */
public interface BatchSource {
    /** Puts a row of a step's batch into the buffer at its position; called by several threads at once. */
    void read(int step, int row, FloatBuffer into);

    /**
     * The same by numbers of vectors, for a backend that keeps all vectors where it computes; empty where the rows of a batch
     * are not vectors as they are.
     */
    default Optional<Numbered> numbered() {
        return Optional.empty();
    }

    /** Batches that are made of vectors with numbers. */
    interface Numbered {
        /** How many vectors there are. */
        int vectors();

        /** Puts a vector into the buffer at its position, as it goes into a batch; called by several threads at once. */
        void readVector(int number, FloatBuffer into);

        /** Which vector a row of a step's batch is. */
        int number(int step, int row);
    }
}
