package dev.tldr4j.spark.parquet;

import java.util.Arrays;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.parquet.hadoop.ParquetOutputFormat;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.FileFormat$;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetWriteSupport;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import scala.Function1;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/**
 * Writes and reads tables of ordinary Parquet, columns of {@code array<float>} faster than Spark does:
 * {@code table.write().format("vector-parquet").save(path)} and {@code session.read().format("vector-parquet").load(path)}.
 * Spark's writer takes each number of a list through five calls and two encoders, which takes longer than to read a long vector
 * and to reduce it; its reader looks at each several times. All else is Spark's own: the other columns, the names, the
 * compression, and how the files of tasks become a table.
 */
public final class VectorParquet extends ParquetFileFormat {
    private static final long serialVersionUID = 1;

    /** What {@code format(…)} knows it by. */
    public static final String NAME = "vector-parquet";

    private static final String CRYPTO = "parquet.crypto.factory.class";

    @Override
    public String shortName() {
        return NAME;
    }

    @Override
    public OutputWriterFactory prepareWrite(
            SparkSession session, Job job, Map<String, String> options, StructType schema) {
        OutputWriterFactory spark = super.prepareWrite(session, job, options, schema);
        boolean hasFloats = Arrays.stream(schema.fields()).anyMatch(field -> isFloats(field.dataType()));
        return hasFloats && isWrittenHere(job.getConfiguration()) ? new Factory(spark) : spark;
    }

    @Override
    public Function1<PartitionedFile, Iterator<InternalRow>> buildReaderWithPartitionValues(
            SparkSession session,
            StructType table,
            StructType partitions,
            StructType wanted,
            Seq<Filter> filters,
            Map<String, String> options,
            Configuration settings) {
        StructType others = new StructType(Arrays.stream(wanted.fields())
                .filter(field -> !isFloats(field.dataType()))
                .toArray(StructField[]::new));
        // Spark writes into the settings what it is to read
        Configuration own = new Configuration(settings);
        Function1<PartitionedFile, Iterator<InternalRow>> spark =
                super.buildReaderWithPartitionValues(session, table, partitions, wanted, filters, options, settings);
        if (others.length() == wanted.length() || !isReadHere(getSqlConf(session), filters, options, settings)) {
            return spark;
        }
        return new VectorParquetReader(
                wanted,
                spark,
                super.buildReaderWithPartitionValues(session, table, partitions, others, filters, options, own),
                SerializableConfiguration.broadcast(session.sparkContext(), own));
    }

    /** Left to Spark: to read row by row, what skips rows, memory outside the heap, checksums, encryption, columns by numbers. */
    private static boolean isReadHere(
            SQLConf conf, Seq<Filter> filters, Map<String, String> options, Configuration settings) {
        return options.get(FileFormat$.MODULE$.OPTION_RETURNING_BATCH()).contains("true")
                && filters.isEmpty()
                && !conf.offHeapColumnVectorEnabled()
                && !conf.parquetFieldIdReadEnabled()
                && !settings.getBoolean(ParquetInputFormat.PAGE_VERIFY_CHECKSUM_ENABLED, false)
                && settings.get(CRYPTO) == null;
    }

    static boolean isFloats(DataType type) {
        return type instanceof ArrayType array && array.elementType().equals(DataTypes.FloatType);
    }

    /** What is asked for seldom is left to Spark: other forms of lists, encryption, Bloom filters, settings of single columns. */
    private static boolean isWrittenHere(Configuration settings) {
        return !settings.getBoolean(SQLConf.PARQUET_WRITE_LEGACY_FORMAT().key(), false)
                && settings.get(ParquetWriteSupport.SPARK_VARIANT_SHREDDING_SCHEMA()) == null
                && settings.get(CRYPTO) == null
                && !ParquetOutputFormat.getBloomFilterEnabled(settings)
                && StreamSupport.stream(settings.spliterator(), false)
                        .noneMatch(setting -> setting.getKey().startsWith("parquet.")
                                && setting.getKey().contains("#"));
    }

    private static final class Factory extends OutputWriterFactory {
        private static final long serialVersionUID = 1;

        private final OutputWriterFactory spark;

        Factory(OutputWriterFactory spark) {
            this.spark = spark;
        }

        @Override
        public String getFileExtension(TaskAttemptContext context) {
            return spark.getFileExtension(context);
        }

        @Override
        public OutputWriter newInstance(String path, StructType schema, TaskAttemptContext context) {
            return new VectorParquetWriter(path, schema, context);
        }
    }
}
