package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.ElementType;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Where the numbers of a file lie.
 *
 * @param name what to call the file in a message; for a packed one, the packed file
 * @param file what to map
 * @param flat whether the file has one dimension only, which makes it labels rather than vectors of width 1
 * @param offset where the first number is
 * @param stride from the beginning of one row to that of the next; more than the numbers take where each row is
 *     preceded by its own width
 */
record Layout(
        String name,
        Path file,
        ElementType type,
        ByteOrder order,
        int rows,
        int width,
        boolean flat,
        long offset,
        long stride) {
    /** Wide enough for every use, and narrow enough that the bytes of a row in any type can be counted in an int. */
    static final int MAX_WIDTH = 1 << 27;

    /** As many as numpy allows. */
    private static final int MAX_DIMENSIONS = 64;

    /** Rows without gaps, as many and as wide as the shape of an array says; what the header claimed is checked. */
    static Layout dense(Path file, ElementType type, ByteOrder order, long[] shape, long offset) {
        if (shape.length == 0) {
            throw new InvalidInputException(file + ": holds a single number, not rows of them");
        }
        if (shape.length > MAX_DIMENSIONS) {
            throw new InvalidInputException(
                    file + ": its header claims " + shape.length + " dimensions; the file is damaged, make it again");
        }
        String claim = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(" x "));
        if (Arrays.stream(shape).anyMatch(n -> n < 0)) {
            throw new InvalidInputException(
                    file + ": its header claims the shape " + claim + "; the file is damaged, make it again");
        }
        if (Arrays.stream(shape).anyMatch(n -> n == 0)) {
            throw new InvalidInputException(file + ": is empty (its shape is " + claim + ")");
        }
        long width = 1;
        for (int i = 1; i < shape.length; i++) {
            if (shape[i] > MAX_WIDTH || width * shape[i] > MAX_WIDTH) {
                throw new InvalidInputException(file + ": its rows are too wide (its shape is " + claim + "); at most "
                        + MAX_WIDTH + " numbers can be in a row");
            }
            width *= shape[i];
        }
        int rows = requireRows(file, shape[0]);
        return new Layout(
                file.toString(), file, type, order, rows, (int) width, shape.length == 1, offset, width * type.bytes());
    }

    /** Refuses more rows than an int can count. */
    static int requireRows(Path file, long rows) {
        if (rows > Integer.MAX_VALUE) {
            throw new InvalidInputException(file + ": claims " + rows + " rows; at most " + Integer.MAX_VALUE
                    + " can be read, so split the file");
        }
        return (int) rows;
    }

    /** The same numbers, alone in another file. */
    Layout unpackedTo(Path other) {
        return new Layout(name, other, type, order, rows, width, flat, 0, stride);
    }

    /** The same rows, under another name in messages. */
    Layout named(String other) {
        return new Layout(other, file, type, order, rows, width, flat, offset, stride);
    }

    /** The bytes before the numbers of each row: 0, or 4 where the row's own width stands there. */
    int prefix() {
        return (int) (stride - (long) width * type.bytes());
    }

    /** Where the first row begins, with its prefix. */
    long start() {
        return offset - prefix();
    }

    /** How long a file with these rows must be. */
    long end() {
        return start() + rows * stride;
    }

    /** Refuses a file that is shorter or longer than its header says. */
    Layout requireSize(long actual) {
        if (actual != end()) {
            throw wrongSize(Long.toString(actual), actual < end());
        }
        return this;
    }

    InvalidInputException wrongSize(String actual, boolean tooShort) {
        return new InvalidInputException(name + ": is " + (tooShort ? "truncated" : "longer than its header says")
                + ": expected " + end() + " bytes, found " + actual + "; copy or make the file again");
    }
}
