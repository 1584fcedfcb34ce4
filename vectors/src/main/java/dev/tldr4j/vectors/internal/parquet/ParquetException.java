package dev.tldr4j.vectors.internal.parquet;

/** The file is not Parquet, is damaged, or is of a kind that is not read; the message says which, without the file's name. */
public final class ParquetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ParquetException(String message) {
        super(message);
    }

    static ParquetException damaged(String what) {
        return new ParquetException("is damaged (" + what + "); copy or make the file again");
    }
}
