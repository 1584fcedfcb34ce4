package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.ElementType;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** .fvecs, .bvecs and .ivecs: each row is its width, a little-endian int, and then that many numbers. */
final class Vecs {
    private Vecs() {}

    /** Takes the first row's width for all; {@link MappedRows} checks it again at every row. */
    static Layout layout(Path file, ElementType type) throws IOException {
        long size = Files.size(file);
        if (size == 0) {
            throw new InvalidInputException(file + ": is empty");
        }
        if (size < Integer.BYTES) {
            throw new InvalidInputException(file + ": is truncated: expected at least " + Integer.BYTES
                    + " bytes, found " + size + "; copy or make the file again");
        }
        int width;
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            width = Integer.reverseBytes(in.readInt());
        }
        if (width == 0) {
            throw new InvalidInputException(file + ": is empty (row 0 has no numbers)");
        }
        if (width < 0 || width > Layout.MAX_WIDTH) {
            throw new InvalidInputException(file + ": row 0 claims " + width + " numbers, where 1 to "
                    + Layout.MAX_WIDTH + " can be; the file is damaged or of another format");
        }
        long stride = Integer.BYTES + (long) width * type.bytes();
        if (size % stride != 0) {
            throw new InvalidInputException(
                    file + ": is truncated or has rows of unequal width: expected a multiple of "
                            + stride + " bytes (rows of " + width + " numbers like row 0), found " + size
                            + "; copy or make the file again");
        }
        int rows = Layout.requireRows(file, size / stride);
        return new Layout(
                file.toString(), file, type, ByteOrder.LITTLE_ENDIAN, rows, width, false, Integer.BYTES, stride);
    }
}
