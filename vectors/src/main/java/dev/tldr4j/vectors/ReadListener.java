package dev.tldr4j.vectors;

/** Hears how far a file is read that must be decoded before it can be used. What it throws ends the reading. */
@FunctionalInterface
public interface ReadListener {
    /** Nobody listens. */
    ReadListener NONE = (done, total) -> {};

    /** So many bytes of the file are read. */
    void read(long done, long total);
}
