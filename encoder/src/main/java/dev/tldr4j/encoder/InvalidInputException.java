package dev.tldr4j.encoder;

/**
 * Something a user gave is wrong: a file, a row in it, a setting. The message says in one line what is wrong, where,
 * and what to do about it, and is meant to be shown as it is.
 */
public final class InvalidInputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * With the line to show.
     *
     * @param message that line
     */
    public InvalidInputException(String message) {
        super(message);
    }

    /**
     * With the line to show, and what led to it.
     *
     * @param message that line
     * @param cause what led to it
     */
    public InvalidInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
