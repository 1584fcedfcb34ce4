package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.RowIds;
import java.io.IOException;
import java.util.Optional;

/** JSON lines: arrays, or, with ids, objects of the id and the vector. */
final class JsonSink extends TextSink {
    private final RowIds ids;

    JsonSink(AtomicFile file, ElementType type, int dims, Optional<RowIds> ids) throws IOException {
        super(file, ',', ids.isPresent() ? "]}\n" : "]\n", type, dims);
        this.ids = ids.orElse(null);
    }

    @Override
    String begin(int row) {
        if (ids == null) {
            return "[";
        }
        String id = ids.get(row);
        return "{" + Json.write(ids.column()) + ":" + (ids.areNumbers() ? id : Json.write(id)) + ",\""
                + RowWriter.VECTOR + "\":[";
    }
}
