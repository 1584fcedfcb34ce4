package dev.tldr4j.vectors;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.internal.FileFormat;
import dev.tldr4j.vectors.internal.RowWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Streams rows to a file that appears under its name at {@link #finish()}, and never half-written:
 *
 * <pre>{@code
 * try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, 64)) {
 *     writer.write(rows);
 *     writer.finish();
 * }
 * }</pre>
 *
 * <p>For one thread at a time.
 */
public interface VectorWriter extends AutoCloseable {
    /**
     * Begins a file, whose name says the format: .npy, .jsonl, .csv and .copy for every type, .parquet for all but u1 and i1,
     * .fvecs for f4, .bvecs for u1, .ivecs for i4.
     *
     * @throws InvalidInputException if the name is of no such format, the format cannot hold the type, or the folder
     *     is not there
     */
    static VectorWriter create(Path file, ElementType type, int dims) throws IOException {
        return create(file, type, dims, Optional.empty());
    }

    /**
     * The same with an id for every row, which formats that hold nothing but vectors leave out: see
     * {@link #keepsIds}.
     */
    static VectorWriter create(Path file, ElementType type, int dims, Optional<RowIds> ids) throws IOException {
        return new RowWriter(file, file.toString(), type, dims, false, ids);
    }

    /** The same as without ids, for a file that nobody reads after this process: it need not outlive a power failure. */
    static VectorWriter temporary(Path file, ElementType type, int dims) throws IOException {
        return RowWriter.temporary(file, type, dims);
    }

    /** Whether a file of this name can hold ids beside the vectors. */
    static boolean keepsIds(Path file) {
        return FileFormat.of(file).keepsIds();
    }

    /**
     * Writes the rows between the buffer's position and limit, a multiple of dims numbers, and moves the position to
     * the limit. f2 rounds to the nearest number it has, ties to even.
     *
     * @throws InvalidInputException if a number is NaN or infinite, or the type cannot hold it: too large, or not whole
     *     for a whole-number type. The message names row and column. Nothing can be written or finished after it.
     */
    void write(FloatBuffer rows) throws IOException;

    /** Whether rows may come in any order and from several threads, by {@link #writeInPlace}. */
    default boolean writesInPlace() {
        return false;
    }

    /**
     * Writes rows at their place, where {@link #writesInPlace()} is true. Every row must be written once before the finish, and
     * none by {@link #write}.
     *
     * @param row the number of the first
     * @param floats little-endian, in a direct buffer to be quick, and known to be finite: they are not looked at
     */
    default void writeInPlace(long row, ByteBuffer floats) throws IOException {
        throw new UnsupportedOperationException("rows must come one after the other");
    }

    /**
     * Completes the file and moves it into place, replacing what was there.
     *
     * @throws InvalidInputException if no row was written
     */
    void finish() throws IOException;

    /** Without a finish before it: throws away what was written. */
    @Override
    void close() throws IOException;
}
