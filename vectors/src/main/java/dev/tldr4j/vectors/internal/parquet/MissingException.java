package dev.tldr4j.vectors.internal.parquet;

/** A row has no list or no id, or its list lacks a number. */
public final class MissingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int rows;
    private final boolean number;

    MissingException(int rows, boolean number) {
        this.rows = rows;
        this.number = number;
    }

    /** How many rows there are from the last one that was told of to this one. */
    public int rows() {
        return rows;
    }

    /** Whether a number is missing, and not the whole list. */
    public boolean isNumber() {
        return number;
    }
}
