package dev.tldr4j.spark.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetOutputFormat;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport.WriteContext;
import org.apache.parquet.hadoop.codec.CodecConfig;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.ProjectingInternalRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.parquet.ParquetWriteSupport;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** One file of a table of {@link VectorParquet}: lists of floats by {@link FloatLists}, the other columns by Spark. */
final class VectorParquetWriter extends OutputWriter {
    /** To ask for the size of what is held back takes about as long as to write a row. */
    private static final int ROWS_BETWEEN_LOOKS = 100;

    private final String path;
    private final MessageType schema;
    private final java.util.Map<String, String> metadata;
    private final ParquetProperties properties;
    private final CompressionCodecFactory codecs;
    private final BytesInputCompressor compressor;
    private final ParquetFileWriter file;
    private final long largestGroup;
    private final List<FloatLists> lists = new ArrayList<>();
    private final Others others;

    private ColumnChunkPageWriteStore pages;
    private long rows;
    private boolean failed;

    VectorParquetWriter(String path, StructType columns, TaskAttemptContext task) {
        Configuration settings = task.getConfiguration();
        WriteContext whole = new ParquetWriteSupport().init(settings);
        this.path = path;
        this.schema = whole.getSchema();
        this.metadata = whole.getExtraMetaData();
        this.properties = properties(settings);
        this.codecs = new CodecFactory(settings, properties.getPageSizeThreshold());
        this.compressor = codecs.getCompressor(CodecConfig.from(task).getCodec());
        // as much as all tasks of this process can hold back at a time
        long share = Runtime.getRuntime().maxMemory() / 4 / Runtime.getRuntime().availableProcessors();
        this.largestGroup = Math.min(ParquetOutputFormat.getLongBlockSize(settings), share);
        List<Object> ordinals = new ArrayList<>();
        StructType rest = new StructType();
        for (int i = 0; i < columns.length(); i++) {
            StructField field = columns.fields()[i];
            if (VectorParquet.isFloats(field.dataType())) {
                lists.add(new FloatLists(schema, field.name(), i, properties));
            } else {
                rest = rest.add(field);
                ordinals.add(i);
            }
        }
        this.others = ordinals.isEmpty() ? null : new Others(rest, ordinals, settings);
        try {
            this.file = new ParquetFileWriter(
                    HadoopOutputFile.fromPath(new Path(path), settings),
                    schema,
                    ParquetFileWriter.Mode.CREATE,
                    ParquetOutputFormat.getLongBlockSize(settings),
                    ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
                    null,
                    properties);
            file.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        startGroup();
    }

    private static ParquetProperties properties(Configuration settings) {
        return ParquetProperties.builder()
                .withPageSize(ParquetOutputFormat.getPageSize(settings))
                .withDictionaryPageSize(ParquetOutputFormat.getDictionaryPageSize(settings))
                .withDictionaryEncoding(ParquetOutputFormat.getEnableDictionary(settings))
                .withWriterVersion(ParquetOutputFormat.getWriterVersion(settings))
                .withPageRowCountLimit(settings.getInt(
                        ParquetOutputFormat.PAGE_ROW_COUNT_LIMIT, ParquetProperties.DEFAULT_PAGE_ROW_COUNT_LIMIT))
                .withPageWriteChecksumEnabled(ParquetOutputFormat.getPageWriteChecksumEnabled(settings))
                .withStatisticsEnabled(ParquetOutputFormat.getStatisticsEnabled(settings))
                .build();
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public void write(InternalRow row) {
        // what broke in the middle of a row must not be finished
        boolean done = false;
        try {
            for (FloatLists list : lists) {
                list.write(row);
            }
            if (others != null) {
                others.write(row);
            }
            rows++;
            if (rows % ROWS_BETWEEN_LOOKS == 0 && heldBack() >= largestGroup) {
                endGroup();
                startGroup();
            }
            done = true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            failed |= !done;
        }
    }

    private long heldBack() {
        long bytes = others == null ? 0 : others.store.getBufferedSize();
        for (FloatLists list : lists) {
            bytes += list.heldBack();
        }
        return bytes;
    }

    private void startGroup() {
        rows = 0;
        pages = new ColumnChunkPageWriteStore(
                compressor,
                schema,
                properties.getAllocator(),
                properties.getColumnIndexTruncateLength(),
                properties.getPageWriteChecksumEnabled());
        lists.forEach(list -> list.startGroup(pages));
        if (others != null) {
            others.startGroup(pages);
        }
    }

    private void endGroup() throws IOException {
        try {
            if (rows > 0) {
                file.startBlock(rows);
                for (FloatLists list : lists) {
                    list.endPage();
                }
                if (others != null) {
                    others.endGroup();
                }
                pages.flushToFileWriter(file);
                file.endBlock();
            }
        } finally {
            closeGroup();
        }
    }

    private void closeGroup() {
        if (others != null) {
            others.store.close();
        }
        pages.close();
    }

    @Override
    public void close() {
        try (file) {
            if (failed) {
                closeGroup();
            } else {
                endGroup();
                file.end(metadata);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            codecs.release();
        }
    }

    /** The columns that Spark writes. */
    private final class Others {
        private final ParquetWriteSupport support = new ParquetWriteSupport();
        private final ProjectingInternalRow projected;
        private final MessageType schema;
        private RecordConsumer consumer;
        private ColumnWriteStore store;

        Others(StructType columns, List<Object> ordinals, Configuration settings) {
            Configuration own = new Configuration(settings);
            ParquetWriteSupport.setSchema(columns, own);
            this.schema = support.init(own).getSchema();
            this.projected = new ProjectingInternalRow(
                    columns, CollectionConverters.asScala(ordinals).toIndexedSeq());
        }

        void startGroup(ColumnChunkPageWriteStore pages) {
            store = properties.newColumnWriteStore(schema, pages, pages);
            consumer = new ColumnIOFactory().getColumnIO(schema).getRecordWriter(store);
            support.prepareForWrite(consumer);
        }

        void write(InternalRow row) {
            projected.project(row);
            support.write(projected);
        }

        void endGroup() {
            consumer.flush();
            store.flush();
        }
    }
}
