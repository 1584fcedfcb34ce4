package dev.tldr4j.cli.files;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.RowIds;
import dev.tldr4j.vectors.VectorWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes rows as the bulk requests of Elasticsearch and OpenSearch. Each row is two lines, where it goes and what it is:
 *
 * <pre>{@code
 * {"index":{"_index":"docs","_id":"0"}}
 * {"vector":[0.6,-0.8]}
 * }</pre>
 */
final class BulkWriter implements VectorWriter {
    /** More the servers do not take. */
    private static final int MAX_ID_BYTES = 512;

    private final Path destination;
    private final String actionBegin;
    private final String documentBegin;
    private final int dims;
    private final RowIds ids;
    private final AtomicFile file;
    private final BufferedWriter out;
    private int row;
    private boolean complete = true;

    /** @param ids what the rows are called; without any, their numbers from 0 */
    BulkWriter(Path destination, String index, String field, int dims, Optional<RowIds> ids) throws IOException {
        this.destination = destination;
        this.actionBegin = "{\"index\":{\"_index\":" + Json.write(index) + ",\"_id\":";
        this.documentBegin = "{" + Json.write(field) + ":[";
        this.dims = dims;
        this.ids = ids.orElse(null);
        this.file = new AtomicFile(destination);
        this.out = new BufferedWriter(new OutputStreamWriter(file.stream(), StandardCharsets.UTF_8.newEncoder()));
    }

    @Override
    public void write(FloatBuffer rows) throws IOException {
        if (rows.remaining() % dims != 0) {
            throw new IllegalArgumentException(rows.remaining() + " numbers are not whole rows of " + dims);
        }
        complete = false;
        while (rows.hasRemaining()) {
            out.write(actionBegin);
            out.write(Json.write(id()));
            out.write("}}\n");
            out.write(documentBegin);
            for (int column = 0; column < dims; column++) {
                if (column > 0) {
                    out.write(',');
                }
                out.write(number(rows.get(), column));
            }
            out.write("]}\n");
            row++;
        }
        complete = true;
    }

    private String id() {
        if (ids == null) {
            return Integer.toString(row);
        }
        String id = ids.get(row);
        int bytes = id.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > MAX_ID_BYTES) {
            throw new InvalidInputException(
                    destination + ": row " + row + ": the id in column " + ids.column() + " has "
                            + bytes + " bytes, but an index takes 1 to " + MAX_ID_BYTES
                            + "; take another column, or --id none for row numbers");
        }
        return id;
    }

    /** As many digits as tell it from its neighbours, and no zeros for the looks. */
    private String number(float value, int column) {
        if (!Float.isFinite(value)) {
            throw new InvalidInputException(destination + ": row " + row + ", column " + column + " is " + value
                    + "; remove or repair that row");
        }
        String digits = Float.toString(value);
        if (digits.endsWith(".0")) {
            return digits.substring(0, digits.length() - 2);
        }
        return digits.replace(".0E", "E");
    }

    @Override
    public void finish() throws IOException {
        if (!complete) {
            throw new IllegalStateException(destination + ": cannot be finished after a failure");
        }
        if (row == 0) {
            throw new InvalidInputException(destination + ": has no rows; a file needs at least one");
        }
        out.flush();
        file.commit();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
