package dev.tldr4j.vectors;

/**
 * What a file calls its rows: one id a row, from a column beside the vectors. Safe for many threads; readable until the
 * vectors are closed.
 */
public interface RowIds {
    /** The name of the column. */
    String column();

    /** Whether every id is a whole number of 64 bits, and was not a text in the file. */
    boolean areNumbers();

    /**
     * The id of a row, as text.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    String get(int row);
}
