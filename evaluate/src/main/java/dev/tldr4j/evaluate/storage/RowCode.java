package dev.tldr4j.evaluate.storage;

/** How one vector becomes bytes, and what those bytes stand for. Unchanging, so safe for many threads. */
interface RowCode {
    /** What one vector takes. */
    int bytes();

    /** What is stored once for all vectors. */
    long sharedBytes();

    /** Writes the code of a finite row to {@code codes[at…]}, where all is zero. */
    void encode(float[] row, byte[] codes, int at);

    /** Fills a row with what the code at {@code codes[at…]} stands for. */
    void decode(byte[] codes, int at, float[] row);
}
