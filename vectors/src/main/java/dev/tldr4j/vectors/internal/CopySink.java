package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.RowIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The text form of PostgreSQL's COPY: the id, a tab, and the vector as pgvector reads it. A table keeps no order, so rows
 * without ids get their numbers.
 */
final class CopySink extends TextSink {
    /** More the type {@code vector} does not hold. */
    static final int MAX_DIMS = 16_000;

    private final Path destination;
    private final RowIds ids;

    /** @param destination what to call the file in a message */
    CopySink(AtomicFile file, Path destination, ElementType type, int dims, Optional<RowIds> ids) throws IOException {
        super(file, ',', "]\n", type, dims);
        this.destination = destination;
        this.ids = ids.orElse(null);
    }

    @Override
    String begin(int row) {
        return (ids == null ? Integer.toString(row) : escaped(ids.get(row), row)) + "\t[";
    }

    private String escaped(String id, int row) {
        if (id.indexOf('\0') >= 0) {
            throw new InvalidInputException(destination + ": row " + row + ": the id in column " + ids.column()
                    + " has a zero character, which PostgreSQL does not store; take another column, or --id none for"
                    + " row numbers");
        }
        return id.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }
}
