package dev.tldr4j.learn.backend;

/** A row-major matrix of floats that lives where its {@link Backend} computes. */
public interface Matrix extends AutoCloseable {
    int rows();

    int cols();

    /** Some of the rows, in the same memory, which must not be closed before the part is done with. */
    Matrix rows(int from, int count);

    /** Gives its memory back at once, not when the garbage collector comes round. */
    @Override
    void close();
}
