package dev.tldr4j.vectors;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.internal.ArrayVectors;
import dev.tldr4j.vectors.internal.MappedRows;
import dev.tldr4j.vectors.internal.Reading;
import dev.tldr4j.vectors.internal.SelectedVectors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;

/**
 * Rows of equal width, in a file or in memory, read as floats. There is always at least one row and one column.
 *
 * <p>Safe for many threads: all of them may read at once, each into a buffer of its own.
 */
public interface Vectors extends AutoCloseable {
    /** The file as it was named, or what else to call these vectors in a message. */
    String name();

    /** How many vectors there are, at least 1. */
    int rows();

    /** How many numbers each vector has, at least 1. */
    int dims();

    /** The type in which the numbers are stored. */
    ElementType type();

    /**
     * Puts rows {@code from} to {@code from + count - 1} into the buffer at its position, and moves the position.
     * Numbers that a float cannot hold exactly (f8, i4, i8) are rounded to the nearest one.
     *
     * @throws IndexOutOfBoundsException if there are no such rows
     * @throws java.nio.BufferOverflowException if they do not fit into the buffer
     */
    void read(int from, int count, FloatBuffer into);

    /** The number by which a message names a row: its number in the file it comes from. */
    default int sourceRow(int row) {
        return row;
    }

    /**
     * Some of these rows, in the order given; closing them leaves these open.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    default Vectors select(int... rows) {
        return new SelectedVectors(this, rows);
    }

    /** What the file calls its rows, if it was opened with its ids and has some. */
    default Optional<RowIds> ids() {
        return Optional.empty();
    }

    /** Lets go of the file, if there is one; reading afterwards throws an IllegalStateException. */
    @Override
    default void close() {}

    /** Refuses vectors of another length than the others', which cannot be compared with them. */
    default void requireSameDims(Vectors others) {
        if (dims() != others.dims()) {
            throw new InvalidInputException(name() + " has " + dims() + " dimensions, but " + others.name() + " has "
                    + others.dims() + "; use vectors of the same embedding model");
        }
    }

    /**
     * Refuses rows that hold NaN or an infinity, naming the first such number by row and column.
     *
     * @throws IndexOutOfBoundsException if there are no such rows
     */
    default void requireFinite(int from, int count) {
        Objects.checkFromIndexSize(from, count, rows());
        if (type().isWhole()) {
            return;
        }
        int block = Math.max(1, 65_536 / dims());
        FloatBuffer numbers = FloatBuffer.allocate(Math.multiplyExact(Math.max(1, Math.min(block, count)), dims()));
        for (int done = 0; done < count; done += block) {
            int rows = Math.min(block, count - done);
            read(from + done, rows, numbers.clear());
            float[] values = numbers.array();
            for (int i = 0; i < rows * dims(); i++) {
                if (!Float.isFinite(values[i])) {
                    // a finite f8 may be too large for a float, and then reads as infinity
                    boolean beyond = type() == ElementType.F8 && Float.isInfinite(values[i]);
                    throw new InvalidInputException(
                            name() + ": row " + sourceRow(from + done + i / dims()) + ", column "
                                    + i % dims() + " is " + values[i] + (beyond ? " or beyond the range of f4" : "")
                                    + "; remove or repair that row");
                }
            }
        }
    }

    /**
     * Sixteen hex digits that tell these numbers from others: the same for the same numbers in any file format. They
     * are the beginning of a SHA-256 over rows, dims and the floats (all little-endian, 4 bytes each) of at most 1,000
     * rows spread evenly, the first and the last among them. It is quick for any size, so a change in a row between
     * those goes unseen.
     */
    default String fingerprint() {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
        digest.update(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(rows())
                .putInt(dims())
                .flip());
        FloatBuffer row = FloatBuffer.allocate(dims());
        ByteBuffer bytes =
                ByteBuffer.allocate(Math.multiplyExact(dims(), Float.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        int samples = Math.min(rows(), 1000);
        for (int i = 0; i < samples; i++) {
            read(samples == 1 ? 0 : (int) ((long) i * (rows() - 1) / (samples - 1)), 1, row.clear());
            bytes.asFloatBuffer().put(row.array());
            digest.update(bytes.array());
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 8);
    }

    /**
     * Opens a file, recognised by its name: .npy (f2, f4, f8, u1, i1, i4, i8), .parquet, .hdf5, .jsonl, .csv, .fvecs,
     * .bvecs, .ivecs, or IDX (.idx, -ubyte and the like, also .gz). A {@code #} and a name after it choose a column, a
     * dataset or a field: see {@link VectorFile}. An array of more than two dimensions, such as images, becomes one row per entry
     * of the first; one of a single dimension is refused, since it holds labels: {@link IntRows#read} reads those.
     *
     * <p>The file is mapped, not loaded, so it may be larger than memory. What its header claims is checked against
     * its size; the numbers are not, see {@link #requireFinite}. The rows of .fvecs and its like each state their
     * width, which is checked as a row is read. Java gives mapped memory back only when the garbage collector finds it
     * unused, some time after {@link #close()}. While it is mapped nobody may shorten the file: reading what is gone
     * ends in an {@link InternalError}.
     *
     * <p>Parquet, JSONL, CSV and HDF5 in chunks cannot be mapped: they are decoded, streaming, into a file in the folder
     * for temporary files, which is mapped instead.
     *
     * <p>A folder is a table as Spark writes one: the rows of its .parquet files, in the order of their names.
     *
     * <p>A .gz is unpacked into a file in the folder for temporary files, which is deleted as soon as it is mapped (its
     * space is free again after closing). No more is ever unpacked than the header inside claims, and a claim is
     * refused that is more than 64 MiB and 256 times the packed size, or than what is free there.
     *
     * @throws InvalidInputException if the file is not there, not of a known name, or not what its name says
     */
    static Vectors open(Path file) throws IOException {
        return open(file, ReadListener.NONE);
    }

    /** As {@link #open(Path)}, with somebody who hears how far a file is decoded. */
    static Vectors open(Path file, ReadListener listener) throws IOException {
        return MappedRows.openVectors(Reading.of(file, listener));
    }

    /**
     * As {@link #open(Path)}, with the ids of the rows where there are some: see {@link #ids()}.
     *
     * @param column which column has them; empty for the one called {@code id}, if there is one
     * @throws InvalidInputException also if there is no column of that name, or a row has no id
     */
    static Vectors openWithIds(Path file, Optional<String> column, ReadListener listener) throws IOException {
        return MappedRows.openVectors(Reading.of(file, listener).withIds(column));
    }

    /** Rows in memory, one after the other; the array is not copied, and its numbers must not change. */
    static Vectors of(float[] values, int dims) {
        return new ArrayVectors(values, dims);
    }

    /** Rows in memory; they are copied. All must have the width of the first. */
    static Vectors of(float[][] rows) {
        return ArrayVectors.copyOf(rows);
    }
}
