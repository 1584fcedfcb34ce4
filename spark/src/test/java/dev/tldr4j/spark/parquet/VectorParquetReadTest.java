package dev.tldr4j.spark.parquet;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.spark.LocalSpark;
import dev.tldr4j.spark.TldrReducerModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorParquetReadTest {
    private final SparkSession session = LocalSpark.session();

    private Dataset<Row> read(Path table) {
        return session.read().format(VectorParquet.NAME).load(table.toString());
    }

    private Dataset<Row> readBySpark(Path table) {
        return session.read().parquet(table.toString());
    }

    private static String text(Dataset<Row> table) {
        return String.join(
                "\n",
                table.orderBy("id").collectAsList().stream().map(Row::toString).toList());
    }

    private static Path file(Path table) throws IOException {
        try (Stream<Path> files = Files.walk(table)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Whether the lists of a file are read here, and not by Spark. */
    private static boolean isKnown(Path file, String column) throws IOException {
        Configuration settings = new Configuration();
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromPath(path, settings));
                FloatListsReader lists = FloatListsReader.of(
                        column, reader.getFileMetaData().getSchema(), reader.getRowGroups(), path, settings)) {
            return lists != null;
        }
    }

    @Test
    void readsWhatSparkReads(@TempDir Path folder) throws Exception {
        Dataset<Row> table = VectorParquetTest.oddTable(session, 1500).coalesce(1);
        String expected = text(table);
        for (String compression : List.of("none", "snappy", "gzip", "zstd")) {
            Path written = folder.resolve(compression);
            table.write()
                    .format(compression.equals("snappy") ? "parquet" : VectorParquet.NAME)
                    .option("compression", compression)
                    .option("parquet.enable.dictionary", false)
                    .option("parquet.block.size", 20_000)
                    .option("parquet.page.size", 1000)
                    .save(written.toString());
            assertThat(isKnown(file(written), "floats")).isTrue();
            assertThat(isKnown(file(written), "all")).isTrue();
            assertThat(read(written).schema()).isEqualTo(readBySpark(written).schema());
            assertThat(text(read(written))).isEqualTo(expected).contains("NaN");
        }
        Path written = folder.resolve("snappy");
        // in another order, and without any column that Spark reads
        assertThat(text(read(written).select("all", "id", "floats")))
                .isEqualTo(text(table.select("all", "id", "floats")));
        assertThat(read(written).select("floats").collectAsList().toString())
                .isEqualTo(readBySpark(written).select("floats").collectAsList().toString());
        assertThat(read(written).count()).isEqualTo(1500);
    }

    @Test
    void leavesToSparkWhatItDoesNotKnow(@TempDir Path folder) throws Exception {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(300, 3, 1));
        Path dictionary = folder.resolve("dictionary");
        table.selectExpr("id", "text", "array(float(id % 3), float(1), null) as embedding")
                .coalesce(1)
                .write()
                .parquet(dictionary.toString());
        Path second = folder.resolve("v2");
        table.coalesce(1)
                .write()
                .option("parquet.enable.dictionary", false)
                .option("parquet.writer.version", "v2")
                .parquet(second.toString());
        Path doubles = folder.resolve("doubles");
        table.selectExpr("id", "array(double(id)) as embedding")
                .coalesce(1)
                .write()
                .parquet(doubles.toString());
        for (Path other : List.of(dictionary, second, doubles)) {
            assertThat(isKnown(file(other), "embedding")).isFalse();
            assertThat(isKnown(file(other), "elsewhere")).isFalse();
            assertThat(text(read(other))).isEqualTo(text(readBySpark(other)));
        }
    }

    @Test
    void readsInEveryWayThatSparkCanBeSetTo(@TempDir Path folder) {
        Dataset<Row> table = VectorParquetTest.oddTable(session, 500);
        Path written = folder.resolve("table");
        table.write().format(VectorParquet.NAME).save(written.toString());
        String expected = text(table);
        Map<String, String> settings = Map.of(
                "spark.sql.parquet.enableVectorizedReader", "false",
                "spark.sql.columnVector.offheap.enabled", "true",
                "spark.sql.parquet.fieldId.read.enabled", "true",
                "spark.sql.parquet.columnarReaderBatchSize", "7");
        settings.forEach((name, value) -> {
            String before = session.conf().get(name);
            session.conf().set(name, value);
            try {
                assertThat(text(read(written))).as(name).isEqualTo(expected);
            } finally {
                session.conf().set(name, before);
            }
        });
    }

    @Test
    void readsPartsOfTablesAndFilesAsSparkDoes(@TempDir Path folder) {
        Path written = folder.resolve("table");
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(2000, 3, 1)).selectExpr("*", "id % 3 as part");
        table.repartition(2)
                .write()
                .format(VectorParquet.NAME)
                .option("parquet.block.size", 5000)
                .partitionBy("part")
                .save(written.toString());
        assertThat(text(read(written))).isEqualTo(text(readBySpark(written)));
        assertThat(text(read(written).where("id > 700 and part = 1")))
                .isEqualTo(text(table.where("id > 700 and part = 1")));
        assertThat(text(read(written).where("embedding[0] > 0"))).isEqualTo(text(table.where("embedding[0] > 0")));
        assertThat(text(read(written).select(col("_metadata.row_index"), col("embedding"), col("id"))))
                .isEqualTo(text(readBySpark(written).select(col("_metadata.row_index"), col("embedding"), col("id"))));
        // a file in many parts, each with the groups of rows that begin in it
        String before = session.conf().get("spark.sql.files.maxPartitionBytes");
        session.conf().set("spark.sql.files.maxPartitionBytes", "4000b");
        try {
            assertThat(read(written).rdd().getNumPartitions()).isGreaterThan(6);
            assertThat(text(read(written))).isEqualTo(text(readBySpark(written)));
        } finally {
            session.conf().set("spark.sql.files.maxPartitionBytes", before);
        }
    }

    @Test
    void filesMayLackTheColumnOrBeMissing(@TempDir Path folder) throws Exception {
        Path written = folder.resolve("table");
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(20, 3, 1));
        table.coalesce(1).write().format(VectorParquet.NAME).save(written.toString());
        table.drop("embedding").coalesce(1).write().mode("append").parquet(written.toString());
        assertThat(text(session.read()
                        .schema(table.schema())
                        .format(VectorParquet.NAME)
                        .load(written.toString())))
                .isEqualTo(text(session.read().schema(table.schema()).parquet(written.toString())))
                .contains("null");
        Dataset<Row> vectors = session.read()
                .schema(table.schema())
                .format(VectorParquet.NAME)
                .option("ignoreMissingFiles", true)
                .load(written.toString());
        assertThat(vectors.count()).isEqualTo(40);
        try (Stream<Path> files = Files.list(written)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        assertThat(vectors.collectAsList()).isEmpty();
    }

    @Test
    void aTransformOfItIsThatOfAnyTable(@TempDir Path folder) {
        StructType schema = new StructType()
                .add("id", DataTypes.IntegerType)
                .add("embedding", DataTypes.createArrayType(DataTypes.FloatType));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            Float last = i % 100 == 4 ? null : Float.valueOf(i % 100 == 3 ? Float.NaN : 2);
            List<Float> vector = i % 100 == 6 ? List.of(1f) : Arrays.asList((float) i, 1f, last);
            rows.add(RowFactory.create(i, i % 100 == 5 ? null : vector));
        }
        Path written = folder.resolve("table");
        session.createDataFrame(rows, schema)
                .coalesce(1)
                .write()
                .format(VectorParquet.NAME)
                .save(written.toString());
        TldrReducerModel model = TldrReducerModel.of(
                        Encoder.affine(new float[] {1, 2, 3, 4, 5, 6}, new float[2], Map.of()))
                .setInputCol("embedding")
                .setOutputCol("reduced");
        for (String invalid : List.of("keep", "skip")) {
            model.setHandleInvalid(invalid);
            List<Row> reduced = model.transform(read(written)).orderBy("id").collectAsList();
            assertThat(reduced.toString())
                    .isEqualTo(model.transform(readBySpark(written))
                            .orderBy("id")
                            .collectAsList()
                            .toString());
            assertThat(reduced).hasSize(invalid.equals("keep") ? 1500 : 1440);
            // 1 · 0 + 2 · 1 + 3 · 2, 4 · 0 + 5 · 1 + 6 · 2
            assertThat(LocalSpark.floats(reduced.get(0), "reduced")).containsExactly(8, 17);
        }
        model.setHandleInvalid("error");
        assertThatThrownBy(() -> model.transform(read(written)).collectAsList())
                .hasStackTraceContaining("has NaN for number 2");
    }

    private static final MessageType LISTS = MessageTypeParser.parseMessageType(
            "message table { required group numbers (LIST) { repeated group list { required float element; } } }");

    /** A file of two rows with a page for each of the given; levels of numbers are all 1. */
    @SuppressWarnings("deprecation") // what newer writers would count for themselves
    private static Path pages(Path folder, byte[]... pages) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve("pages.parquet");
        Statistics<?> none = Statistics.getBuilderForReading(
                        LISTS.getColumns().get(0).getPrimitiveType())
                .build();
        try (ParquetFileWriter writer = new ParquetFileWriter(
                HadoopOutputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()),
                LISTS,
                ParquetFileWriter.Mode.CREATE,
                1000,
                0)) {
            writer.start();
            writer.startBlock(2);
            writer.startColumn(LISTS.getColumns().get(0), 2L * pages.length, CompressionCodecName.UNCOMPRESSED);
            for (byte[] page : pages) {
                writer.writeDataPage(
                        2, page.length, BytesInput.from(page), none, Encoding.RLE, Encoding.RLE, Encoding.PLAIN);
            }
            writer.endColumn();
            writer.endBlock();
            writer.end(Map.of());
        }
        return file;
    }

    /** Two numbers with their levels, of which the first may begin a row, as may the second. */
    private static byte[] page(int first, float a, int second, float b) {
        byte one = 1 << 1;
        byte two = 2 << 1;
        return ByteBuffer.allocate(22)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(4)
                .put(new byte[] {one, (byte) first, one, (byte) second})
                .putInt(2)
                .put(new byte[] {two, 1})
                .putFloat(a)
                .putFloat(b)
                .array();
    }

    @Test
    void aRowMayGoOnInTheNextPage(@TempDir Path folder) throws Exception {
        Path file = pages(folder.resolve("table"), page(0, 1, 1, 2), page(1, 3, 0, 4), page(1, 5, 1, 6));
        assertThat(isKnown(file, "numbers")).isTrue();
        assertThat(read(file).collectAsList().stream().map(row -> LocalSpark.floats(row, "numbers")))
                .containsExactly(new float[] {1, 2, 3}, new float[] {4, 5, 6});
    }

    @Test
    void brokenPagesAreRefused(@TempDir Path folder) throws Exception {
        byte[] whole = page(0, 1, 1, 2);
        byte[] longLevels = page(0, 1, 1, 2);
        longLevels[1] = 1;
        Map<byte[], String> broken = Map.of(
                page(1, 1, 1, 2),
                "does not begin where it should",
                Arrays.copyOf(whole, 20),
                "lacks numbers",
                Arrays.copyOf(whole, 10),
                "lacks levels",
                longLevels,
                "levels of 260 bytes");
        int count = 0;
        for (Map.Entry<byte[], String> each : broken.entrySet()) {
            Path file = pages(folder.resolve("table" + count++), each.getKey(), whole);
            assertThatThrownBy(() -> read(file).collectAsList()).hasStackTraceContaining(each.getValue());
        }
        // a header says 63 bytes, where the whole column has 22 and the header
        Path large = pages(folder.resolve("large"), whole);
        byte[] bytes = Files.readAllBytes(large);
        int sizes = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\u0015\u002c\u0015\u002c");
        bytes[sizes + 3] = 63 << 1;
        Files.write(large, bytes);
        Files.deleteIfExists(large.resolveSibling("." + large.getFileName() + ".crc"));
        assertThatThrownBy(() -> read(large).collectAsList()).hasStackTraceContaining("a page of 63 bytes");
        // one row where two are told of
        Path file = pages(folder.resolve("short"), whole);
        assertThatThrownBy(() -> read(file).collectAsList()).hasStackTraceContaining("does not begin where it should");
    }
}
