package dev.tldr4j.spark.parquet;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import scala.Function1;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/**
 * Reads files of a table of {@link VectorParquet}, or parts of them: lists of floats by {@link FloatListsReader}, the other columns
 * by Spark, batch by batch.
 */
final class VectorParquetReader extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
        implements Serializable {
    private static final long serialVersionUID = 1;

    private final StructType columns;
    private final Function1<PartitionedFile, Iterator<InternalRow>> all;
    private final Function1<PartitionedFile, Iterator<InternalRow>> others;
    private final Broadcast<SerializableConfiguration> settings;

    /**
     * @param columns those of a batch, before what is the same for the whole file
     * @param all how Spark reads all of them, for files whose lists are of another form
     * @param others how Spark reads those that are not lists of floats
     */
    VectorParquetReader(
            StructType columns,
            Function1<PartitionedFile, Iterator<InternalRow>> all,
            Function1<PartitionedFile, Iterator<InternalRow>> others,
            Broadcast<SerializableConfiguration> settings) {
        this.columns = columns;
        this.all = all;
        this.others = others;
        this.settings = settings;
    }

    @Override
    @SuppressWarnings("unchecked") // batches go by the name of rows in Spark, too
    public Iterator<InternalRow> apply(PartitionedFile part) {
        Batches batches = new Batches(columns.fields());
        TaskContext.get().addTaskCompletionListener((TaskCompletionListener) context -> batches.close());
        try {
            if (!batches.open(part, settings.value().value())) {
                batches.close();
                return all.apply(part);
            }
        } catch (IOException e) {
            throw asItIs(e);
        }
        batches.others = others.apply(part);
        return (Iterator<InternalRow>) (Iterator<?>) batches;
    }

    /** Spark may have been told to ignore missing files, and knows them by the exception. */
    private static IllegalStateException asItIs(IOException e) {
        Platform.throwException(e);
        return new IllegalStateException(e);
    }

    /** Spark's batches of the other columns, with the lists in their places. Each is in the memory of the one before. */
    private static final class Batches extends AbstractIterator<Object> {
        private final StructField[] fields;

        /** For every column its reader and its vectors, or null where it is Spark's. */
        private final FloatListsReader[] lists;

        private final WritableColumnVector[] vectors;
        private int listCount;
        private Iterator<?> others;

        Batches(StructField[] fields) {
            this.fields = fields;
            this.lists = new FloatListsReader[fields.length];
            this.vectors = new WritableColumnVector[fields.length];
        }

        /** Returns false if the file has lists of another form. */
        boolean open(PartitionedFile part, Configuration settings) throws IOException {
            Path path = part.toPath();
            MessageType schema;
            List<BlockMetaData> groups;
            try (ParquetFileReader file = ParquetFileReader.open(
                    HadoopInputFile.fromPath(path, settings),
                    HadoopReadOptions.builder(settings, path)
                            .withRange(part.start(), part.start() + part.length())
                            .build())) {
                schema = file.getFileMetaData().getSchema();
                groups = file.getRowGroups();
            }
            for (int i = 0; i < fields.length; i++) {
                if (VectorParquet.isFloats(fields[i].dataType())) {
                    lists[i] = FloatListsReader.of(fields[i].name(), schema, groups, path, settings);
                    if (lists[i] == null) {
                        return false;
                    }
                    vectors[i] = new OnHeapColumnVector(1, fields[i].dataType());
                    listCount++;
                }
            }
            return true;
        }

        @Override
        public boolean hasNext() {
            boolean more = others.hasNext();
            if (!more) {
                // a task may have many files to read
                close();
            }
            return more;
        }

        @Override
        public Object next() {
            ColumnarBatch batch = (ColumnarBatch) others.next();
            ColumnVector[] columns = new ColumnVector[batch.numCols() + listCount];
            int taken = 0;
            for (int i = 0; i < columns.length; i++) {
                boolean own = i < lists.length && lists[i] != null;
                columns[i] = own ? read(i, batch.numRows()) : batch.column(taken++);
            }
            return new ColumnarBatch(columns, batch.numRows());
        }

        private ColumnVector read(int column, int rows) {
            WritableColumnVector vector = vectors[column];
            vector.reset();
            vector.reserve(rows);
            try {
                lists[column].read(rows, vector);
            } catch (IOException e) {
                throw asItIs(e);
            }
            return vector;
        }

        void close() {
            for (int i = 0; i < lists.length; i++) {
                if (lists[i] != null) {
                    vectors[i].close();
                    try {
                        lists[i].close();
                    } catch (IOException e) {
                        throw asItIs(e);
                    }
                }
            }
        }
    }
}
