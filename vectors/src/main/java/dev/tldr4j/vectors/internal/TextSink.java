package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Half;
import dev.tldr4j.vectors.ElementType;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A line a row. Numbers are written with as many digits as tell them from their neighbours. */
abstract class TextSink implements RowSink {
    private final Writer out;
    private final char separator;
    private final String end;
    private final ElementType type;
    private final int dims;
    private int row;
    private int column;

    /** @param end what closes a row, with its line feed */
    TextSink(AtomicFile file, char separator, String end, ElementType type, int dims) throws IOException {
        this.out = new BufferedWriter(new OutputStreamWriter(file.stream(), StandardCharsets.UTF_8.newEncoder()));
        this.separator = separator;
        this.end = end;
        this.type = type;
        this.dims = dims;
    }

    /** What stands before the first row. */
    String header() {
        return "";
    }

    /** What stands before the first number of a row. */
    abstract String begin(int row);

    @Override
    public void write(ByteBuffer numbers) throws IOException {
        while (numbers.hasRemaining()) {
            if (column == 0) {
                out.write(row == 0 ? header() + begin(row) : begin(row));
            } else {
                out.write(separator);
            }
            out.write(number(numbers));
            if (++column == dims) {
                out.write(end);
                column = 0;
                row++;
            }
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
