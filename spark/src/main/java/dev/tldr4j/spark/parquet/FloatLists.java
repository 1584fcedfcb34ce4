package dev.tldr4j.spark.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.PageWriteStore;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;

/**
 * A column of lists of floats, as pages of a Parquet file. A page is its floats as they are, and before them two levels for every
 * number: where rows begin, and what is null. Both are runs of equal levels, so a row is a copy and a few bytes.
 */
final class FloatLists {
    private final int ordinal;
    private final ColumnDescriptor column;
    private final boolean mayBeNull;
    private final boolean mayHoldNulls;
    private final int pageBytes;
    private final int pageRows;

    /** Levels of a list without numbers, of a null in a list, and of a number. */
    private final int empty;

    private final int nullNumber;
    private final int number;

    private final ByteArrayOutputStream repetitions = new ByteArrayOutputStream();
    private final ByteArrayOutputStream definitions = new ByteArrayOutputStream();
    private ByteBuffer values;
    private FloatBuffer floats;
    private PageWriter pages;
    private int rows;
    private int levels;
    private int level;
    private int levelRun;

    /** @param ordinal where the column is in Spark's rows */
    FloatLists(MessageType schema, String name, int ordinal, ParquetProperties properties) {
        this.ordinal = ordinal;
        this.column = schema.getColumns().stream()
                .filter(each -> each.getPath()[0].equals(name))
                .findFirst()
                .orElseThrow();
        this.mayBeNull = schema.getType(name).isRepetition(Repetition.OPTIONAL);
        this.mayHoldNulls = column.getPrimitiveType().isRepetition(Repetition.OPTIONAL);
        this.pageBytes = properties.getPageSizeThreshold();
        this.pageRows = properties.getPageRowCountLimit();
        this.empty = mayBeNull ? 1 : 0;
        this.nullNumber = empty + 1;
        this.number = column.getMaxDefinitionLevel();
        reserve(pageBytes);
    }

    void startGroup(PageWriteStore store) {
        pages = store.getPageWriter(column);
    }

    void write(InternalRow row) throws IOException {
        if (mayBeNull && row.isNullAt(ordinal)) {
            beginRow(1);
            define(0, 1);
        } else {
            write(row.getArray(ordinal));
        }
        rows++;
        if ((long) levels * Float.BYTES >= pageBytes || rows >= pageRows) {
            endPage();
        }
    }

    private void write(ArrayData list) throws IOException {
        int length = list.numElements();
        beginRow(Math.max(1, length));
        if (length == 0) {
            define(empty, 1);
            return;
        }
        if (floats.remaining() < length) {
            reserve(Math.multiplyExact(Float.BYTES, Math.addExact(floats.position(), length)));
        }
        if (mayHoldNulls && holdsNull(list, length)) {
            for (int j = 0; j < length; j++) {
                if (list.isNullAt(j)) {
                    define(nullNumber, 1);
                } else {
                    define(number, 1);
                    floats.put(list.getFloat(j));
                }
            }
        } else {
            define(number, length);
            floats.put(list.toFloatArray());
        }
    }

    private static boolean holdsNull(ArrayData list, int length) {
        for (int j = 0; j < length; j++) {
            if (list.isNullAt(j)) {
                return true;
            }
        }
        return false;
    }

    private void reserve(int bytes) {
        FloatBuffer old = floats;
        values = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        floats = values.asFloatBuffer();
        if (old != null) {
            floats.put(old.flip());
        }
    }

    /** The first of a row's numbers begins it, the others go on with it. */
    private void beginRow(int count) throws IOException {
        writeRun(repetitions, 0, 1);
        if (count > 1) {
            writeRun(repetitions, 1, count - 1);
        }
        levels += count;
    }

    private void define(int wanted, int count) throws IOException {
        if (wanted != level) {
            endRun();
            level = wanted;
        }
        levelRun += count;
    }

    private void endRun() throws IOException {
        if (levelRun > 0) {
            writeRun(definitions, level, levelRun);
            levelRun = 0;
        }
    }

    private static void writeRun(ByteArrayOutputStream to, int level, int count) throws IOException {
        BytesUtils.writeUnsignedVarInt(count << 1, to);
        to.write(level);
    }

    /** Of what is held back, pages that wait for the end of their group included. */
    long heldBack() {
        return pages.getMemSize() + (long) floats.position() * Float.BYTES;
    }

    void endPage() throws IOException {
        if (rows == 0) {
            return;
        }
        endRun();
        BytesInput page = BytesInput.concat(
                BytesInput.fromInt(repetitions.size()),
                BytesInput.from(repetitions),
                BytesInput.fromInt(definitions.size()),
                BytesInput.from(definitions),
                BytesInput.from(values.array(), 0, floats.position() * Float.BYTES));
        // the least and the largest number of all vectors help nobody
        Statistics<?> none =
                Statistics.getBuilderForReading(column.getPrimitiveType()).build();
        pages.writePage(page, levels, rows, none, Encoding.RLE, Encoding.RLE, Encoding.PLAIN);
        repetitions.reset();
        definitions.reset();
        floats.clear();
        rows = 0;
        levels = 0;
    }
}
