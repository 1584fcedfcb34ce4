package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.RowIds;
import dev.tldr4j.vectors.internal.parquet.Column;
import dev.tldr4j.vectors.internal.parquet.ParquetWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A Parquet file, with ids if there are some. */
final class ParquetSink implements RowSink {
    private final ParquetWriter out;
    private final RowIds ids;
    private final int rowBytes;
    /** Bytes of the row that is under way. */
    private int done;

    private int row;

    ParquetSink(AtomicFile file, ElementType type, int dims, Optional<RowIds> ids) throws IOException {
        this.ids = ids.orElse(null);
        this.rowBytes = Math.multiplyExact(dims, type.bytes());
        this.out = new ParquetWriter(
                file,
                new ParquetWriter.Vectors(
                        RowWriter.VECTOR,
                        stored(type),
                        type == ElementType.F2,
                        dims,
                        ids.map(RowIds::column).orElse(null),
                        ids.map(RowIds::areNumbers).orElse(false)));
    }

    private static Column.Type stored(ElementType type) {
        return switch (type) {
            case F4 -> Column.Type.FLOAT;
            case F8 -> Column.Type.DOUBLE;
            case I4 -> Column.Type.INT32;
            case I8 -> Column.Type.INT64;
            default -> Column.Type.FIXED_LEN_BYTE_ARRAY;
        };
    }

    @Override
    public void write(ByteBuffer numbers) throws IOException {
        while (ids != null && numbers.hasRemaining()) {
            if (done == 0) {
                out.id(ids.get(row++));
            }
            int end = numbers.limit();
            int part = Math.min(rowBytes - done, numbers.remaining());
            out.numbers(numbers.limit(numbers.position() + part));
            numbers.limit(end);
            done = (done + part) % rowBytes;
        }
        out.numbers(numbers);
    }

    @Override
    public void finish(long rows) throws IOException {
        out.finish();
    }
}
