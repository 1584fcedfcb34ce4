package dev.tldr4j.spark.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;

/**
 * Reads a column of lists of floats whose pages are as {@link FloatLists} writes them, and most others do: floats as they are.
 * Spark's reader writes down two levels for every number and looks at each again; here a run of levels is a copy.
 */
final class FloatListsReader implements Closeable {
    private final ColumnDescriptor column;

    /** Levels of a list without numbers, and of a number. */
    private final int empty;

    private final int number;
    private final LevelRuns repetitions = new LevelRuns(1);
    private final LevelRuns definitions;

    private final Iterator<ColumnChunkMetaData> groups;
    private final ColumnPages pages;
    private byte[] bytes;
    private int at;
    private int end;

    /** How many of the page's levels are still to come. */
    private int left;

    private FloatListsReader(
            ColumnDescriptor column, boolean mayBeNull, List<ColumnChunkMetaData> groups, ColumnPages pages) {
        this.column = column;
        this.empty = mayBeNull ? 1 : 0;
        this.number = column.getMaxDefinitionLevel();
        this.definitions = new LevelRuns(Integer.SIZE - Integer.numberOfLeadingZeros(number));
        this.groups = groups.iterator();
        this.pages = pages;
    }

    /**
     * For a column of a file, or null if it is not of this form.
     *
     * @param groups the groups of rows to read
     */
    static FloatListsReader of(
            String name, MessageType schema, List<BlockMetaData> groups, Path file, Configuration settings)
            throws IOException {
        for (ColumnDescriptor column : schema.getColumns()) {
            String[] path = column.getPath();
            if (path[0].equals(name)
                    && path.length == 3
                    && path[1].equals("list")
                    && LogicalTypeAnnotation.listType()
                            .equals(schema.getType(name).getLogicalTypeAnnotation())
                    && column.getMaxRepetitionLevel() == 1
                    && column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.FLOAT) {
                List<ColumnChunkMetaData> chunks = groups.stream()
                        .flatMap(group -> group.getColumns().stream())
                        .filter(chunk -> chunk.getPath().equals(ColumnPath.get(path)))
                        .toList();
                boolean mayBeNull = schema.getType(name).isRepetition(Repetition.OPTIONAL);
                return chunks.stream().allMatch(FloatListsReader::isPlain)
                        ? new FloatListsReader(column, mayBeNull, chunks, new ColumnPages(file, settings))
                        : null;
            }
        }
        return null;
    }

    private static boolean isPlain(ColumnChunkMetaData chunk) {
        EncodingStats pages = chunk.getEncodingStats();
        return !chunk.isEncrypted()
                && pages != null
                && !pages.usesV2Pages()
                && pages.getDataEncodings().equals(Set.of(Encoding.PLAIN));
    }

    /** Reads the next rows. */
    void read(int rows, WritableColumnVector into) throws IOException {
        for (int row = 0; row < rows; row++) {
            while (!hasLevel() && groups.hasNext()) {
                pages.startGroup(groups.next());
            }
            if (left == 0 || repetitions.level() != 0) {
                throw broken("a row does not begin where it should");
            }
            int level = definitions.level();
            if (level > empty) {
                readNumbers(row, into);
            } else {
                repetitions.skip(1);
                definitions.skip(1);
                left--;
                if (level < empty) {
                    into.putNull(row);
                } else {
                    into.putArray(row, into.arrayData().getElementsAppended(), 0);
                }
            }
        }
    }

    private void readNumbers(int row, WritableColumnVector into) throws IOException {
        WritableColumnVector numbers = into.arrayData();
        int from = numbers.getElementsAppended();
        repetitions.skip(1);
        copy(1 + numbersThatGoOn(left - 1), numbers);
        // some writers let a row go on in the next page
        while (left == 0 && hasLevel() && repetitions.level() == 1) {
            copy(numbersThatGoOn(left), numbers);
        }
        into.putArray(row, from, numbers.getElementsAppended() - from);
    }

    private int numbersThatGoOn(int most) {
        int count = 0;
        while (count < most && repetitions.level() == 1) {
            int more = Math.min(repetitions.run(), most - count);
            repetitions.skip(more);
            count += more;
        }
        return count;
    }

    private void copy(int count, WritableColumnVector numbers) {
        numbers.reserve(Math.addExact(numbers.getElementsAppended(), count));
        left -= count;
        int rest = count;
        while (rest > 0) {
            boolean given = definitions.level() == number;
            int run = Math.min(definitions.run(), rest);
            if (!given) {
                numbers.appendNulls(run);
            } else if (run > (end - at) / Float.BYTES) {
                throw broken("a page lacks numbers");
            } else {
                numbers.putFloatsLittleEndian(numbers.getElementsAppended(), run, bytes, at);
                numbers.addElementsAppended(run);
                at += run * Float.BYTES;
            }
            definitions.skip(run);
            rest -= run;
        }
    }

    /** Whether there is another level in this group of rows, in this page or in the next. */
    private boolean hasLevel() throws IOException {
        while (left == 0 && pages.next()) {
            bytes = pages.bytes();
            at = 0;
            end = pages.length();
            left = pages.values();
            start(repetitions);
            start(definitions);
        }
        return left > 0;
    }

    private void start(LevelRuns levels) {
        if (end - at < Integer.BYTES) {
            throw broken("a page lacks levels");
        }
        int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
        at += Integer.BYTES;
        if (length < 0 || length > end - at) {
            throw broken("a page has levels of " + length + " bytes");
        }
        levels.start(bytes, at, length);
        at += length;
    }

    @Override
    public void close() throws IOException {
        pages.close();
    }

    private ParquetDecodingException broken(String what) {
        return new ParquetDecodingException("column " + column.getPath()[0] + ": " + what);
    }
}
