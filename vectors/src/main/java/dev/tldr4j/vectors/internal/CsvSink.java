package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.RowIds;
import java.io.IOException;
import java.util.Optional;

/** CSV: a cell a number, after the id and under a header where there are ids. */
final class CsvSink extends TextSink {
    private final char separator;
    private final int dims;
    private final RowIds ids;

    CsvSink(AtomicFile file, char separator, ElementType type, int dims, Optional<RowIds> ids) throws IOException {
        super(file, separator, "\n", type, dims);
        this.separator = separator;
        this.dims = dims;
        this.ids = ids.orElse(null);
    }

    @Override
    String header() {
        if (ids == null) {
            return "";
        }
        var header = new StringBuilder(Reading.USUAL_ID);
        for (int i = 0; i < dims; i++) {
            header.append(separator).append('v').append(i);
        }
        return header.append('\n').toString();
    }

    @Override
    String begin(int row) {
        if (ids == null) {
            return "";
        }
        String id = ids.get(row);
        // in quotes, so that a text of digits is read as a text again
        return (ids.areNumbers() ? id : '"' + id.replace("\"", "\"\"") + '"') + separator;
    }
}
