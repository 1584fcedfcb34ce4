package dev.tldr4j.evaluate.storage;

import dev.tldr4j.evaluate.Index;

/** Vectors in the form in which they are stored, to be searched with queries in full precision. */
public interface StoredVectors extends Index {
    /** What one vector takes, everything that a search needs of it counted. */
    double bytesPerVector();

    /** What is stored once, however many vectors there are: codebooks, rotations, ranges. */
    long sharedBytes();
}
