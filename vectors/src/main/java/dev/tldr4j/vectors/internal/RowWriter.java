package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Half;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.RowIds;
import dev.tldr4j.vectors.VectorWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Writes rows, number by number, in any format this module writes. */
public final class RowWriter implements VectorWriter {
    /** What the column of vectors is called in formats with columns. */
    static final String VECTOR = "vector";

    private static final int BUFFER_BYTES = 1 << 18;

    private final Path destination;
    private final String name;
    private final FileFormat format;
    private final ElementType type;
    private final int dims;
    private final AtomicFile file;
    private final RowSink sink;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final FloatBuffer floats = buffer.asFloatBuffer();
    /** How many were written at their place, by whichever thread. */
    private final LongAdder rowsInPlace = new LongAdder();

    private long row;
    private int column;
    /** True while a number is under way: what failed half-way must not be finished. */
    private boolean broken;

    private boolean closed;

    /**
     * @param name what to call the origin of the numbers in a message about one of them
     * @param flat whether a .npy is to have one dimension only
     * @param ids of the rows, for a format that keeps them
     */
    public RowWriter(Path destination, String name, ElementType type, int dims, boolean flat, Optional<RowIds> ids)
            throws IOException {
        this(destination, true, name, type, dims, flat, ids);
    }

    /** Of vectors that nobody reads after this process. */
    public static RowWriter temporary(Path destination, ElementType type, int dims) throws IOException {
        return new RowWriter(destination, false, destination.toString(), type, dims, false, Optional.empty());
    }

    private RowWriter(
            Path destination,
            boolean durable,
            String name,
            ElementType type,
            int dims,
            boolean flat,
            Optional<RowIds> ids)
            throws IOException {
        this.format = FileFormat.of(destination);
        format.requireWritable(destination, type);
        int most = format.mostWritten();
        if (dims < 1 || dims > most) {
            throw new InvalidInputException(
                    destination + ": rows of " + dims + " numbers cannot be written; 1 to " + most + " can");
        }
        this.destination = destination;
        this.name = name;
        this.type = type;
        this.dims = dims;
        ids.ifPresent(this::requireOtherName);
        this.file = new AtomicFile(destination, durable);
        try {
            this.sink = sink(flat, ids);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private void requireOtherName(RowIds ids) {
        if (format.isDecoded() && ids.column().equals(VECTOR)) {
            throw new InvalidInputException(destination + ": the ids' column is called " + VECTOR
                    + ", as the column of the vectors is; rename it");
        }
    }

    private RowSink sink(boolean flat, Optional<RowIds> ids) throws IOException {
        return switch (format) {
            case NPY -> new PlainSink(file, rows -> Npy.header(type, rows, dims, flat));
            case PARQUET -> new ParquetSink(file, type, dims, ids);
            case JSONL -> new JsonSink(file, type, dims, ids);
            case CSV -> new CsvSink(file, FileFormat.isTabbed(destination) ? '\t' : ',', type, dims, ids);
            case COPY -> new CopySink(file, destination, type, dims, ids);
            default -> new PlainSink(file, rows -> new byte[0]);
        };
    }

    @Override
    public void write(FloatBuffer rows) throws IOException {
        if (rows.remaining() % dims != 0) {
            throw new IllegalArgumentException(
                    destination + ": " + rows.remaining() + " numbers are not whole rows of " + dims);
        }
        if (type != ElementType.F4) {
            while (rows.hasRemaining()) {
                writeExact(rows.get());
            }
            return;
        }
        while (rows.hasRemaining()) {
            begin();
            int count = Math.min(dims - column, buffer.remaining() / Float.BYTES);
            for (int i = 0; i < count; i++) {
                float value = rows.get(rows.position() + i);
                if (!Float.isFinite(value)) {
                    column += i;
                    throw notFinite(value);
                }
            }
            floats.put(buffer.position() / Float.BYTES, rows, rows.position(), count);
            buffer.position(buffer.position() + count * Float.BYTES);
            rows.position(rows.position() + count);
            end(count);
        }
    }

    @Override
    public boolean writesInPlace() {
        return type == ElementType.F4 && format == FileFormat.NPY;
    }

    @Override
    public void writeInPlace(long first, ByteBuffer floats) throws IOException {
        int rowBytes = dims * Float.BYTES;
        if (!writesInPlace() || floats.remaining() % rowBytes != 0) {
            throw new IllegalArgumentException(destination + ": " + floats.remaining() + " bytes are no rows of " + dims
                    + " to be put in their place");
        }
        int count = floats.remaining() / rowBytes;
        ((PlainSink) sink).write(floats, first * rowBytes);
        rowsInPlace.add(count);
    }

    /** Writes one number, rounded to what a floating-point type holds. */
    public void writeExact(double value) throws IOException {
        begin();
        put(value);
        end(1);
    }

    /** Writes one number, never rounded. */
    public void writeWhole(long value) throws IOException {
        begin();
        if (type.isWhole()) {
            putWhole(value);
        } else {
            putUnrounded(value);
        }
        end(1);
    }

    private void begin() throws IOException {
        if (broken) {
            throw new IllegalStateException(destination + ": nothing can be written after a failure");
        }
        broken = true;
        if (buffer.remaining() < Integer.BYTES + Long.BYTES) { // the row's width and any number
            flush();
        }
        if (column == 0 && format.isVecs()) {
            buffer.putInt(dims);
        }
    }

    private void end(int count) {
        column += count;
        if (column == dims) {
            column = 0;
            row++;
        }
        broken = false;
    }

    private void put(double value) {
        if (!Double.isFinite(value)) {
            throw notFinite(value);
        }
        switch (type) {
            case F8 -> buffer.putDouble(value);
            case F4 -> {
                if (Float.isInfinite((float) value)) {
                    throw wrong(value + ", too large for f4; store it as f8");
                }
                buffer.putFloat((float) value);
            }
            case F2 -> {
                if (Math.abs(value) >= Half.OVERFLOW) {
                    throw wrong(shortest(value) + ", too large for f2 (at most 65504); store it as f4");
                }
                buffer.putShort(Half.of(value));
            }
            default -> {
                if (value != Math.rint(value) || value < -0x1p63 || value >= 0x1p63) {
                    throw notWithin(shortest(value));
                }
                putWhole((long) value);
            }
        }
    }

    private void putUnrounded(long value) {
        double rounded =
                switch (type) {
                    case F2 ->
                        Math.abs((double) value) < Half.OVERFLOW
                                ? Half.toFloat(Half.of((double) value))
                                : Double.POSITIVE_INFINITY;
                    case F4 -> (float) value;
                    default -> (double) value;
                };
        // 2^63 turns into the largest long, which it is not
        if ((long) rounded != value || rounded == 0x1p63) {
            throw wrong(value + ", which " + type + " cannot hold exactly; store it as a whole-number type");
        }
        put(rounded);
    }

    private void putWhole(long value) {
        if (value < type.min() || value > type.max()) {
            throw notWithin(Long.toString(value));
        }
        switch (type) {
            case U1, I1 -> buffer.put((byte) value);
            case I4 -> buffer.putInt((int) value);
            default -> buffer.putLong(value);
        }
    }

    private InvalidInputException notFinite(double value) {
        return wrong(value + "; remove or repair that row");
    }

    private InvalidInputException notWithin(String value) {
        return wrong(value + ", not a whole number from " + type.min() + " to " + type.max() + " as " + type
                + " needs; store it as another type");
    }

    private InvalidInputException wrong(String what) {
        return new InvalidInputException(name + ": row " + row + ", column " + column + " is " + what);
    }

    /** 0.1 rather than 0.10000000149011612 for what was a float. */
    private static String shortest(double value) {
        return (float) value == value ? Float.toString((float) value) : Double.toString(value);
    }

    private void flush() throws IOException {
        sink.write(buffer.flip());
        buffer.clear();
    }

    @Override
    public void finish() throws IOException {
        if (broken || column != 0 || closed) {
            throw new IllegalStateException(
                    destination + ": cannot be finished after a failure, a part of a row or a close");
        }
        row += rowsInPlace.sum();
        if (row == 0) {
            throw new InvalidInputException(destination + ": has no rows; a file needs at least one");
        }
        broken = true; // until all of what follows is done
        flush();
        sink.finish(row);
        file.commit();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        file.close();
    }
}
