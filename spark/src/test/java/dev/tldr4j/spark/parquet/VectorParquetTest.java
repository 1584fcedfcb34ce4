package dev.tldr4j.spark.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.spark.LocalSpark;
import dev.tldr4j.spark.TldrReducerModel;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorParquetTest {
    private static final StructType SCHEMA = new StructType()
            .add("id", DataTypes.IntegerType, false)
            .add("floats", DataTypes.createArrayType(DataTypes.FloatType, true), true)
            .add("text", DataTypes.StringType)
            .add("all", DataTypes.createArrayType(DataTypes.FloatType, false), false)
            .add("words", DataTypes.createArrayType(DataTypes.StringType))
            .add(
                    "inner",
                    new StructType()
                            .add("floats", DataTypes.createArrayType(DataTypes.FloatType))
                            .add("when", DataTypes.TimestampType))
            .add("vector", SQLDataTypes.VectorType());

    private final SparkSession session = LocalSpark.session();

    /** Lists of any length, with nulls and without, among columns of all kinds. */
    static Dataset<Row> oddTable(SparkSession session, int count) {
        Random random = new Random(5);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Float> floats = new ArrayList<>();
            for (int j = random.nextInt(12) - 1; j > 0; j--) {
                floats.add(i % 3 == 0 && random.nextBoolean() ? null : random.nextFloat());
            }
            if (!floats.isEmpty() && i % 50 == 1) {
                floats.set(0, Float.NaN);
            }
            rows.add(RowFactory.create(
                    i,
                    i % 7 == 0 ? null : floats,
                    i % 5 == 0 ? null : "text " + i,
                    new float[] {i, -i, 1},
                    i % 4 == 0 ? null : Arrays.asList("a", null, "b" + i),
                    i % 6 == 0 ? null : RowFactory.create(floats, new java.sql.Timestamp(i * 1000L)),
                    org.apache.spark.ml.linalg.Vectors.dense(i, 2)));
        }
        return session.createDataFrame(rows, SCHEMA).repartition(2);
    }

    /** NaN is not even equal to itself; as text it is. */
    private static String text(List<Row> rows) {
        return String.join("\n", rows.stream().map(Row::toString).toList());
    }

    private List<Row> read(Path table, boolean inColumns) {
        session.conf().set("spark.sql.parquet.enableVectorizedReader", inColumns);
        try {
            return session.read().parquet(table.toString()).orderBy("id").collectAsList();
        } finally {
            session.conf().unset("spark.sql.parquet.enableVectorizedReader");
        }
    }

    private static List<Path> files(Path table) throws IOException {
        try (Stream<Path> files = Files.walk(table)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        }
    }

    private static ParquetMetadata footer(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))) {
            return reader.getFooter();
        }
    }

    private static boolean hasStatistics(Path table, String column) throws IOException {
        for (ColumnChunkMetaData chunk :
                footer(files(table).get(0)).getBlocks().get(0).getColumns()) {
            if (chunk.getPath().toArray()[0].equals(column)) {
                return chunk.getStatistics().hasNonNullValue();
            }
        }
        throw new AssertionError(column);
    }

    @Test
    void writesWhatSparkWrites(@TempDir Path folder) throws Exception {
        Dataset<Row> table = oddTable(session, 500);
        table.write().parquet(folder.resolve("spark").toString());
        table.write().format("vector-parquet").save(folder.resolve("own").toString());
        assertThat(session.read().parquet(folder.resolve("own").toString()).schema())
                .isEqualTo(session.read()
                        .parquet(folder.resolve("spark").toString())
                        .schema());
        List<Row> expected = read(folder.resolve("spark"), true);
        assertThat(expected).hasSize(500);
        assertThat(text(read(folder.resolve("own"), true)))
                .isEqualTo(text(expected))
                .contains("NaN");
        assertThat(text(read(folder.resolve("own"), false))).isEqualTo(text(expected));
        ParquetMetadata own = footer(files(folder.resolve("own")).get(0));
        ParquetMetadata spark = footer(files(folder.resolve("spark")).get(0));
        assertThat(own.getFileMetaData().getSchema())
                .isEqualTo(spark.getFileMetaData().getSchema());
        assertThat(own.getFileMetaData().getKeyValueMetaData())
                .isEqualTo(spark.getFileMetaData().getKeyValueMetaData());
        // so it was not Spark that wrote them both
        assertThat(hasStatistics(folder.resolve("spark"), "all")).isTrue();
        assertThat(hasStatistics(folder.resolve("own"), "all")).isFalse();
        assertThat(hasStatistics(folder.resolve("own"), "id")).isTrue();
    }

    @Test
    void writesSeveralPagesAndGroupsInEveryCompression(@TempDir Path folder) throws Exception {
        Dataset<Row> table = oddTable(session, 3000).coalesce(1);
        List<Row> expected = table.orderBy("id").collectAsList();
        for (String compression : List.of("none", "snappy", "gzip", "zstd")) {
            Path own = folder.resolve(compression);
            table.write()
                    .format("vector-parquet")
                    .option("compression", compression)
                    .option("parquet.block.size", 20_000)
                    .option("parquet.page.size", 1000)
                    .save(own.toString());
            List<BlockMetaData> groups = footer(files(own).get(0)).getBlocks();
            assertThat(groups).hasSizeGreaterThan(2);
            assertThat(groups.stream().mapToLong(BlockMetaData::getRowCount).sum())
                    .isEqualTo(3000);
            assertThat(groups.get(0).getColumns().get(1).getCodec().name().replace("UNCOMPRESSED", "NONE"))
                    .isEqualToIgnoringCase(compression);
            assertThat(text(read(own, true))).isEqualTo(text(expected));
        }
    }

    @Test
    void aListLongerThanAPageIsOnePage(@TempDir Path folder) {
        float[] numbers = new float[10_000];
        for (int j = 0; j < numbers.length; j++) {
            numbers[j] = j;
        }
        Dataset<Row> table = LocalSpark.table(new float[][] {{1, 2}, numbers, {3}});
        Path own = folder.resolve("own");
        table.write().format("vector-parquet").option("parquet.page.size", 1000).save(own.toString());
        assertThat(read(own, true).stream().map(row -> LocalSpark.floats(row, "embedding")))
                .containsExactly(new float[] {1, 2}, numbers, new float[] {3});
    }

    @Test
    void writesATableOfVectorsAloneAndAnEmptyOne(@TempDir Path folder) {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(40, 3, 1));
        String alone = folder.resolve("alone").toString();
        table.select("embedding").write().format(VectorParquet.NAME).save(alone);
        assertThat(session.read().parquet(alone).collectAsList())
                .containsExactlyInAnyOrderElementsOf(table.select("embedding").collectAsList());
        String empty = folder.resolve("empty").toString();
        table.where("id < 0").write().format(VectorParquet.NAME).save(empty);
        assertThat(session.read().parquet(empty).schema()).isEqualTo(LocalSpark.VECTORS);
        assertThat(session.read().parquet(empty).count()).isZero();
    }

    @Test
    void appendsAndPartitionsAsSparkDoes(@TempDir Path folder) {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(40, 3, 1)).selectExpr("*", "id % 3 as part");
        String own = folder.resolve("own").toString();
        for (int i = 0; i < 2; i++) {
            table.write()
                    .format(VectorParquet.NAME)
                    .partitionBy("part")
                    .mode(SaveMode.Append)
                    .save(own);
        }
        assertThat(session.read().parquet(own).collectAsList())
                .containsExactlyInAnyOrderElementsOf(table.union(table).collectAsList());
        assertThatThrownBy(() -> table.write().format(VectorParquet.NAME).save(own))
                .hasMessageContaining("already exists");
    }

    @Test
    void tldr4jReadsTheVectors(@TempDir Path folder) throws Exception {
        float[][] vectors = LocalSpark.grouped(50, 6, 1);
        Path own = folder.resolve("own");
        LocalSpark.table(vectors).coalesce(1).write().format(VectorParquet.NAME).save(own.toString());
        try (Vectors read = Vectors.open(Path.of(files(own).get(0) + "#embedding"))) {
            assertThat(read.rows()).isEqualTo(50);
            float[] row = new float[6];
            for (int i = 0; i < 50; i++) {
                read.read(i, 1, FloatBuffer.wrap(row));
                assertThat(row).isEqualTo(vectors[i]);
            }
        }
    }

    @Test
    void whatItDoesNotKnowItLeavesToSpark(@TempDir Path folder) throws Exception {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(20, 3, 1));
        for (String option : List.of("parquet.bloom.filter.enabled#id", "parquet.bloom.filter.enabled")) {
            Path own = folder.resolve(option);
            table.write().format(VectorParquet.NAME).option(option, true).save(own.toString());
            assertThat(hasStatistics(own, "embedding")).isTrue();
        }
        session.conf().set("spark.sql.parquet.writeLegacyFormat", true);
        try {
            table.write()
                    .format(VectorParquet.NAME)
                    .save(folder.resolve("legacy").toString());
        } finally {
            session.conf().unset("spark.sql.parquet.writeLegacyFormat");
        }
        assertThat(hasStatistics(folder.resolve("legacy"), "embedding")).isTrue();
    }

    @Test
    void aTableThatFailedIsNotThere(@TempDir Path folder) throws Exception {
        float[][] vectors = LocalSpark.grouped(2000, 3, 1);
        vectors[1990][1] = Float.NaN;
        Path own = folder.resolve("own");
        Dataset<Row> reduced = TldrReducerModel.of(Encoder.affine(new float[6], new float[2], Map.of()))
                .setInputCol("embedding")
                .setOutputCol("reduced")
                .transform(LocalSpark.table(vectors));
        assertThatThrownBy(() -> reduced.write().format(VectorParquet.NAME).save(own.toString()))
                .hasStackTraceContaining("has NaN for number 1");
        assertThat(Files.exists(own) ? files(own) : List.of()).isEmpty();
        assertThat(own.resolve("_SUCCESS")).doesNotExist();
    }
}
