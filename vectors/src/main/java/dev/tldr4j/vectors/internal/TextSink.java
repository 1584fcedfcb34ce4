package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Half;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.RowIds;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A line a row, as JSON or CSV. Numbers are written with as many digits as tell them from their neighbours. */
final class TextSink implements RowSink {
    private final Writer out;
    private final boolean json;
    private final char separator;
    private final ElementType type;
    private final int dims;
    private final RowIds ids;
    private int row;
    private int column;

    TextSink(AtomicFile file, boolean json, char separator, ElementType type, int dims, Optional<RowIds> ids)
            throws IOException {
        this.out = new BufferedWriter(new OutputStreamWriter(file.stream(), StandardCharsets.UTF_8.newEncoder()));
        this.json = json;
        this.separator = separator;
        this.type = type;
        this.dims = dims;
        this.ids = ids.orElse(null);
        if (!json && this.ids != null) {
            out.write(Reading.USUAL_ID);
            for (int i = 0; i < dims; i++) {
                out.write(separator + "v" + i);
            }
            out.write('\n');
        }
    }

    @Override
    public void write(ByteBuffer numbers) throws IOException {
        while (numbers.hasRemaining()) {
            if (column == 0) {
                begin();
            } else {
                out.write(separator);
            }
            out.write(number(numbers));
            if (++column == dims) {
                out.write(!json ? "\n" : ids == null ? "]\n" : "]}\n");
                column = 0;
                row++;
            }
        }
    }

    private void begin() throws IOException {
        if (json && ids == null) {
            out.write('[');
        } else if (json) {
            String id = ids.get(row);
            out.write("{" + Json.write(ids.column()) + ":" + (ids.areNumbers() ? id : Json.write(id)) + ",\""
                    + RowWriter.VECTOR + "\":[");
        } else if (ids != null) {
            // in quotes, so that a text of digits is read as a text again
            String id = ids.get(row);
            out.write(ids.areNumbers() ? id : '"' + id.replace("\"", "\"\"") + '"');
            out.write(separator);
        }
    }

    private String number(ByteBuffer numbers) {
        return switch (type) {
            case F2 -> Float.toString(Half.toFloat(numbers.getShort()));
            case F4 -> Float.toString(numbers.getFloat());
            case F8 -> Double.toString(numbers.getDouble());
            case U1 -> Integer.toString(numbers.get() & 0xFF);
            case I1 -> Integer.toString(numbers.get());
            case I4 -> Integer.toString(numbers.getInt());
            case I8 -> Long.toString(numbers.getLong());
        };
    }

    @Override
    public void finish(long rows) throws IOException {
        out.flush();
    }
}
