package dev.tldr4j.vectors;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.internal.MappedRows;
import dev.tldr4j.vectors.internal.RowWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whole numbers in rows of equal width, held in memory: labels (width 1), neighbour graphs. There is at least one row
 * and one column.
 *
 * @param name the file as it was named, or what else to call these rows in a message
 * @param rows how many rows there are
 * @param width how many numbers each row has
 * @param values the rows, one after the other. The array is not copied, neither on the way in nor on the way out;
 *     whoever changes it changes these rows
 */
public record IntRows(String name, int rows, int width, int[] values) {
    public IntRows {
        if (rows < 1 || width < 1 || values.length != (long) rows * width) {
            throw new InvalidInputException(name + ": " + values.length + " numbers do not make " + rows + " rows of "
                    + width + "; there must be rows times width of them, and at least one");
        }
    }

    /** Some of the rows, in the given order, as {@link Vectors#select} does. */
    public IntRows select(int[] chosen) {
        int[] selected = new int[Math.multiplyExact(chosen.length, width)];
        for (int i = 0; i < chosen.length; i++) {
            System.arraycopy(values, chosen[i] * width, selected, i * width, width);
        }
        return new IntRows(name, chosen.length, width, selected);
    }

    /**
     * Reads any file of whole numbers (u1, i1, i4, i8) that {@link Vectors#open} knows; a one-dimensional array has
     * width 1.
     *
     * @throws InvalidInputException if the file holds floating-point numbers, or one that does not fit into an int
     */
    public static IntRows read(Path file) throws IOException {
        try (MappedRows in = MappedRows.open(file)) {
            if (!in.type().isWhole()) {
                throw new InvalidInputException(in.name() + ": holds " + in.type()
                        + " numbers; labels and graphs must be whole numbers (u1, i1, i4 or i8)");
            }
            int width = in.dims();
            long numbers = (long) in.rows() * width;
            if (numbers > Integer.MAX_VALUE - 8) {
                throw new InvalidInputException(in.name() + ": holds " + numbers
                        + " numbers, too many to hold in memory as one array; split the file");
            }
            int[] values = new int[(int) numbers];
            int block = in.blockRows();
            long[] wide = new long[block * width];
            for (int from = 0; from < in.rows(); from += block) {
                int count = Math.min(block, in.rows() - from);
                in.readWhole(from, count, wide);
                for (int i = 0; i < count * width; i++) {
                    if (wide[i] != (int) wide[i]) {
                        throw new InvalidInputException(
                                in.name() + ": row " + (from + i / width) + ", column " + i % width + " is " + wide[i]
                                        + ", which does not fit into 32 bits; renumber the labels");
                    }
                    values[from * width + i] = (int) wide[i];
                }
            }
            return new IntRows(in.name(), in.rows(), width, values);
        }
    }

    /**
     * Writes .npy (i4, rows × width) or .ivecs, by name; the file appears when it is complete.
     *
     * @throws InvalidInputException if the name is of neither format
     */
    public void write(Path file) throws IOException {
        try (RowWriter out = new RowWriter(file, file.toString(), ElementType.I4, width, false, Optional.empty())) {
            for (int value : values) {
                out.writeWhole(value);
            }
            out.finish();
        }
    }
}
