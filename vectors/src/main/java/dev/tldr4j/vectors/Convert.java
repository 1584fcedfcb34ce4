package dev.tldr4j.vectors;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.internal.FileFormat;
import dev.tldr4j.vectors.internal.MappedRows;
import dev.tldr4j.vectors.internal.Reading;
import dev.tldr4j.vectors.internal.RowWriter;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Optional;

/** Turns any file this module reads into any it writes. */
public final class Convert {
    private Convert() {}

    /** What was converted, and between which types. */
    public record Summary(int rows, int dims, ElementType from, ElementType to) {}

    /** Hears how many rows are done. */
    @FunctionalInterface
    public interface RowListener {
        void rows(long done, long total);
    }

    /** As {@link #convert(Path, Path, ElementType, RowListener)}, with the type chosen and nobody watching. */
    public static Summary convert(Path in, Path out) throws IOException {
        return convert(in, out, null, (done, total) -> {});
    }

    /**
     * Writes the rows of {@code in} to {@code out}; each name says the format. Labels in one dimension stay in one
     * dimension in a .npy and become rows of width 1 elsewhere. No ids are carried along.
     *
     * <p>Floating-point numbers are rounded to what the type holds. Whole numbers are never rounded: one that the type
     * cannot hold exactly is refused, as are NaN and infinities; the message names the row and column of {@code in}.
     *
     * @param type the type to store; null for the one of {@code in} where {@code out} can hold it, otherwise the only
     *     one that {@code out} can hold
     * @param rowsDone told from time to time and at the end
     * @throws InvalidInputException if a file is not fit for this, or a number does not fit the type
     */
    public static Summary convert(Path in, Path out, ElementType type, RowListener rowsDone) throws IOException {
        return convert(in, out, type, ReadListener.NONE, rowsDone);
    }

    /** The same, with somebody who hears how far {@code in} is decoded, where that comes first. */
    public static Summary convert(Path in, Path out, ElementType type, ReadListener read, RowListener rowsDone)
            throws IOException {
        return convert(Reading.of(in, read), out, type, rowsDone);
    }

    /**
     * The same, and ids go along where both files can have them.
     *
     * @param idColumn which column has them; empty for the one called {@code id}, if there is one
     * @param read told how far {@code in} is, where it must be decoded before it can be converted
     */
    public static Summary convertWithIds(
            Path in, Optional<String> idColumn, Path out, ElementType type, ReadListener read, RowListener rowsDone)
            throws IOException {
        return convert(Reading.of(in, read).withIds(idColumn), out, type, rowsDone);
    }

    private static Summary convert(Reading in, Path out, ElementType type, RowListener rowsDone) throws IOException {
        try (MappedRows from = MappedRows.open(in)) {
            ElementType stored = type != null ? type : FileFormat.of(out).typeFor(from.type());
            try (RowWriter to = new RowWriter(out, from.name(), stored, from.dims(), from.isFlat(), from.ids())) {
                copy(from, to, rowsDone);
                to.finish();
            }
            return new Summary(from.rows(), from.dims(), from.type(), stored);
        }
    }

    private static void copy(MappedRows from, RowWriter to, RowListener rowsDone) throws IOException {
        int block = from.blockRows();
        Step step = step(from, to, block * from.dims());
        for (int row = 0; row < from.rows(); row += block) {
            int count = Math.min(block, from.rows() - row);
            step.copy(row, count);
            rowsDone.rows(row + count, from.rows());
        }
    }

    private interface Step {
        void copy(int row, int count) throws IOException;
    }

    /** Carries the numbers in the narrowest type that holds all of them exactly. */
    private static Step step(MappedRows from, RowWriter to, int numbers) {
        switch (from.type()) {
            case I4, I8 -> {
                long[] whole = new long[numbers];
                return (row, count) -> {
                    from.readWhole(row, count, whole);
                    for (int i = 0; i < count * from.dims(); i++) {
                        to.writeWhole(whole[i]);
                    }
                };
            }
            case F8 -> {
                double[] exact = new double[numbers];
                return (row, count) -> {
                    from.readExact(row, count, exact);
                    for (int i = 0; i < count * from.dims(); i++) {
                        to.writeExact(exact[i]);
                    }
                };
            }
            default -> {
                FloatBuffer floats = FloatBuffer.allocate(numbers);
                return (row, count) -> {
                    from.read(row, count, floats.clear());
                    to.write(floats.flip());
                };
            }
        }
    }
}
