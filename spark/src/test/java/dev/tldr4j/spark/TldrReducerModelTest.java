package dev.tldr4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TldrReducerModelTest {
    private static final int WIDTH = 12;
    private static final Encoder LINEAR = linear(WIDTH, 4);

    @BeforeAll
    static void startSpark() {
        LocalSpark.session();
    }

    private static Encoder linear(int inputs, int outputs) {
        return Encoder.affine(numbers(inputs * outputs, 1), numbers(outputs, 2), Map.of());
    }

    private static float[] numbers(int count, long seed) {
        Random random = new Random(seed);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) random.nextGaussian();
        }
        return numbers;
    }

    private static TldrReducerModel model(Encoder encoder) {
        return TldrReducerModel.of(encoder).setInputCol("embedding").setOutputCol("reduced");
    }

    private static void assertEncoded(Encoder encoder, float[] vector, float[] reduced) {
        float[] expected = encoder.encode(vector);
        assertThat(reduced).hasSameSizeAs(expected);
        for (int j = 0; j < expected.length; j++) {
            assertThat(reduced[j]).isCloseTo(expected[j], within(1e-4f));
        }
    }

    @Test
    void givesEveryRowWhatTheEncoderGives() {
        // more than a block in each partition, and not a whole number of them
        float[][] vectors = LocalSpark.grouped(1500, WIDTH, 1);
        List<Row> rows = model(LINEAR).transform(LocalSpark.table(vectors)).collectAsList();
        assertThat(rows).hasSize(vectors.length);
        for (Row row : rows) {
            assertThat(row.<String>getAs("text")).isEqualTo("text " + row.getInt(0));
            assertEncoded(LINEAR, vectors[row.getInt(0)], LocalSpark.floats(row, "reduced"));
        }
    }

    @Test
    void aTruncatedModelGivesTheFirstNumbersIntoTheSameColumn() {
        float[][] vectors = LocalSpark.grouped(20, WIDTH, 1);
        TldrReducerModel first = model(LINEAR).truncated(3);
        assertThat(first.encoder().prefixOf()).contains(LINEAR.id());
        for (Row row : first.transform(LocalSpark.table(vectors)).collectAsList()) {
            assertEncoded(LINEAR.truncated(3), vectors[row.getInt(0)], LocalSpark.floats(row, "reduced"));
        }
    }

    @Test
    void rowsAreSortedWhereTheyWereReduced() {
        // one partition, so that Spark sorts on the executor what it just reduced, and sends nothing round before
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(50, WIDTH, 1)).coalesce(1);
        List<Row> sorted =
                model(LINEAR).transform(table).orderBy(functions.desc("id")).collectAsList();
        assertThat(sorted).hasSize(50);
        assertThat(sorted.get(0).getInt(0)).isEqualTo(49);
    }

    @Test
    void encodesThroughHiddenLayersAndToLengthOne() {
        Encoder encoder = Encoder.mlp(
                List.of(new Affine(numbers(8 * WIDTH, 3), numbers(8, 4)), new Affine(numbers(3 * 8, 5), numbers(3, 6))),
                Map.of("normalize", "true"));
        float[][] vectors = LocalSpark.grouped(50, WIDTH, 1);
        for (Row row : model(encoder).transform(LocalSpark.table(vectors)).collectAsList()) {
            assertEncoded(encoder, vectors[row.getInt(0)], LocalSpark.floats(row, "reduced"));
        }
    }

    @Test
    void takesDoublesAndVectorsDenseAndSparse() {
        float[][] vectors = LocalSpark.grouped(20, WIDTH, 1);
        StructType schema = new StructType()
                .add("id", DataTypes.IntegerType)
                .add("doubles", DataTypes.createArrayType(DataTypes.DoubleType))
                .add("vector", SQLDataTypes.VectorType());
        List<Row> rows = new java.util.ArrayList<>();
        for (int i = 0; i < vectors.length; i++) {
            java.util.Arrays.fill(vectors[i], 3, 7, 0);
            double[] doubles = new double[WIDTH];
            for (int j = 0; j < WIDTH; j++) {
                doubles[j] = vectors[i][j];
            }
            Vector vector = Vectors.dense(doubles);
            rows.add(RowFactory.create(i, doubles, i % 2 == 0 ? vector : vector.toSparse()));
        }
        Dataset<Row> table = LocalSpark.session().createDataFrame(rows, schema);
        for (String column : List.of("doubles", "vector")) {
            for (Row row : model(LINEAR).setInputCol(column).transform(table).collectAsList()) {
                assertEncoded(LINEAR, vectors[row.getInt(0)], LocalSpark.floats(row, "reduced"));
            }
        }
    }

    @Test
    void givesVectorsForOtherStagesOnRequest() {
        float[][] vectors = LocalSpark.grouped(10, WIDTH, 1);
        TldrReducerModel model = model(LINEAR).setOutputType("vector");
        Dataset<Row> reduced = model.transform(LocalSpark.table(vectors));
        assertThat(reduced.schema()).isEqualTo(model.transformSchema(LocalSpark.VECTORS));
        for (Row row : reduced.collectAsList()) {
            double[] values = row.<Vector>getAs("reduced").toArray();
            float[] floats = new float[values.length];
            for (int j = 0; j < values.length; j++) {
                floats[j] = (float) values[j];
            }
            assertEncoded(LINEAR, vectors[row.getInt(0)], floats);
        }
    }

    private static Dataset<Row> oddTable() {
        float[][] vectors = LocalSpark.grouped(6, WIDTH, 1);
        vectors[1] = null;
        vectors[2] = new float[] {1, 2, 3};
        vectors[3][5] = Float.NaN;
        Dataset<Row> odd = LocalSpark.table(vectors);
        // a row with a null among its numbers
        return odd.withColumn(
                "embedding",
                functions
                        .when(
                                functions.col("id").equalTo(4),
                                functions.expr("transform(embedding, (x, i) -> if(i = 2, null, x))"))
                        .otherwise(functions.col("embedding")));
    }

    @Test
    void refusesAWrongRowByItsValues() {
        TldrReducerModel model = model(LINEAR);
        assertThatThrownBy(() -> model.transform(oddTable().where("id = 1")).collect())
                .hasStackTraceContaining("column embedding is null in the row [id=1, text=text 1, embedding=null]");
        assertThatThrownBy(() -> model.transform(oddTable().where("id = 2")).collect())
                .hasStackTraceContaining("column embedding has 3 numbers, not 12 in the row [id=2, text=text 2,"
                        + " embedding=(1.0, 2.0, 3.0)]");
        assertThatThrownBy(() -> model.transform(oddTable().where("id = 3")).collect())
                .hasStackTraceContaining("column embedding has NaN for number 5");
        assertThatThrownBy(() -> model.transform(oddTable().where("id = 4")).collect())
                .hasStackTraceContaining("column embedding has null for number 2");
    }

    @Test
    void skipsOrKeepsWrongRowsWhenTold() {
        Dataset<Row> skipped = model(LINEAR).setHandleInvalid("skip").transform(oddTable());
        assertThat(skipped.select("id").collectAsList())
                .extracting(row -> row.getInt(0))
                .containsExactlyInAnyOrder(0, 5);
        Dataset<Row> kept = model(LINEAR).setHandleInvalid("keep").transform(oddTable());
        assertThat(kept.where("reduced is null").select("id").collectAsList())
                .extracting(row -> row.getInt(0))
                .containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(kept.count()).isEqualTo(6);
    }

    @Test
    void theLongColumnIsDroppedWhenTold(@TempDir Path folder) {
        float[][] vectors = LocalSpark.grouped(50, WIDTH, 1);
        Dataset<Row> inMemory = LocalSpark.table(vectors);
        for (Dataset<Row> table : List.of(inMemory, throughParquet(inMemory, folder))) {
            Dataset<Row> reduced = model(LINEAR).setDropInput(true).transform(table);
            assertThat(reduced.columns()).containsExactly("id", "text", "reduced");
            for (Row row : reduced.where("id < 7").collectAsList()) {
                assertEncoded(LINEAR, vectors[row.getInt(0)], LocalSpark.floats(row, "reduced"));
            }
        }
    }

    @Test
    void shortVectorsMayTakeTheNameOfTheLongOnes() {
        float[][] vectors = LocalSpark.grouped(5, WIDTH, 1);
        Dataset<Row> table = LocalSpark.table(vectors);
        TldrReducerModel model = model(LINEAR).setDropInput(true).setOutputCol("embedding");

        Dataset<Row> reduced = model.transform(table);

        assertThat(reduced.schema()).isEqualTo(model.transformSchema(table.schema()));
        assertThat(reduced.columns()).containsExactly("id", "text", "embedding");
        assertThat(reduced.collectAsList())
                .allSatisfy(row -> assertEncoded(LINEAR, vectors[row.getInt(0)], LocalSpark.floats(row, "embedding")));
    }

    @Test
    void refusesATableThatDoesNotFit() {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(3, WIDTH, 1));
        assertThatThrownBy(() -> model(LINEAR).setInputCol("vektor").transform(table))
                .hasMessage("there is no column vektor among id, text, embedding");
        assertThatThrownBy(() -> model(LINEAR).setInputCol("text").transform(table))
                .hasMessage("column text is string; vectors are array<float>, array<double> or ML's vector");
        assertThatThrownBy(() -> model(LINEAR).setOutputCol("text").transform(table))
                .hasMessage("there is a column text already; set another outputCol");
        assertThatThrownBy(() -> model(LINEAR).setHandleInvalid("ignore")).hasMessageContaining("handleInvalid");
    }

    @Test
    void readsNoColumnThatNobodyAsksFor(@TempDir Path folder) {
        Dataset<Row> reduced = model(LINEAR)
                .transform(throughParquet(LocalSpark.table(LocalSpark.grouped(10, WIDTH, 1)), folder))
                .select("reduced");
        assertThat(plan(reduced)).contains("ReadSchema: struct<embedding:array<float>>");
        assertThat(reduced.count()).isEqualTo(10);
        assertThat(reduced.collectAsList()).hasSize(10);
    }

    @Test
    void rowsAreChosenBeforeTheyAreEncoded(@TempDir Path folder) {
        float[][] vectors = LocalSpark.grouped(30, WIDTH, 1);
        Dataset<Row> table = throughParquet(LocalSpark.table(vectors), folder).where("text is not null");
        Dataset<Row> few = model(LINEAR).transform(table).where("id < 3 and reduced[0] > -1000 and size(reduced) = 4");
        assertThat(plan(few))
                .containsSubsequence("size(reduced", "EncodeRows", "(id#")
                .containsPattern("PushedFilters: .*LessThan\\(id,3\\)");
        assertThat(few.collectAsList()).extracting(row -> row.getInt(0)).containsExactlyInAnyOrder(0, 1, 2);
        // one that chance decides must stay where it is
        Dataset<Row> random = model(LINEAR).transform(table).where("rand() < 0.5");
        assertThat(plan(random)).containsSubsequence("rand(", "EncodeRows");
    }

    @Test
    void whatParquetHoldsInColumnsIsTakenFromThere(@TempDir Path folder) {
        // more than a batch of Spark's reader, and not a whole number of blocks
        float[][] vectors = LocalSpark.grouped(5000, WIDTH, 1);
        Dataset<Row> table = throughParquet(LocalSpark.table(vectors).coalesce(1), folder);
        for (String type : List.of("array", "vector")) {
            Dataset<Row> reduced = model(LINEAR).setOutputType(type).transform(table);
            assertThat(plan(reduced))
                    .containsSubsequence("ColumnarToRow", "EncodeRows")
                    .doesNotContain("RowToColumnar");
            Dataset<Row> asArrays = type.equals("array")
                    ? reduced
                    : reduced.withColumn(
                            "reduced",
                            org.apache.spark.ml.functions.vector_to_array(functions.col("reduced"), "float32"));
            List<Row> rows = asArrays.collectAsList();
            assertThat(rows).hasSize(vectors.length);
            for (Row row : rows) {
                assertThat(row.<String>getAs("text")).isEqualTo("text " + row.getInt(0));
                assertEncoded(LINEAR, vectors[row.getInt(0)], LocalSpark.floats(row, "reduced"));
            }
        }
    }

    @Test
    void wrongRowsOfParquetAreTreatedAsOthers(@TempDir Path folder) {
        Dataset<Row> table = throughParquet(oddTable(), folder);
        assertThatThrownBy(() -> model(LINEAR).transform(table).collect()).hasStackTraceContaining(" in the row [id=");
        for (String type : List.of("array", "vector")) {
            TldrReducerModel model = model(LINEAR).setOutputType(type);
            assertThat(model.setHandleInvalid("keep")
                            .transform(table)
                            .where("reduced is null")
                            .select("id")
                            .collectAsList())
                    .extracting(row -> row.getInt(0))
                    .containsExactlyInAnyOrder(1, 2, 3, 4);
            assertThat(model.setHandleInvalid("skip")
                            .transform(table)
                            .select("id")
                            .collectAsList())
                    .extracting(row -> row.getInt(0))
                    .containsExactlyInAnyOrder(0, 5);
        }
    }

    @Test
    void vectorsOfParquetAreReadDenseAndSparse(@TempDir Path folder) {
        float[][] vectors = LocalSpark.grouped(20, WIDTH, 1);
        List<Row> rows = new java.util.ArrayList<>();
        for (int i = 0; i < vectors.length; i++) {
            double[] doubles = new double[WIDTH];
            for (int j = 0; j < WIDTH; j++) {
                doubles[j] = vectors[i][j];
            }
            Vector vector = Vectors.dense(doubles);
            rows.add(RowFactory.create(i, i % 2 == 0 ? vector : vector.toSparse()));
        }
        StructType schema =
                new StructType().add("id", DataTypes.IntegerType).add("embedding", SQLDataTypes.VectorType());
        Dataset<Row> table = throughParquet(LocalSpark.session().createDataFrame(rows, schema), folder);
        for (Row row : model(LINEAR).transform(table).collectAsList()) {
            assertEncoded(LINEAR, vectors[row.getInt(0)], LocalSpark.floats(row, "reduced"));
        }
    }

    private static Dataset<Row> throughParquet(Dataset<Row> table, Path folder) {
        String file = folder.resolve("table").toString();
        table.write().parquet(file);
        return LocalSpark.session().read().parquet(file);
    }

    private static String plan(Dataset<Row> table) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) table)
                .queryExecution()
                .executedPlan()
                .toString();
    }

    @Test
    void aReducedTableCanBeJoinedWithItselfCachedAndSorted() {
        float[][] vectors = LocalSpark.grouped(30, WIDTH, 1);
        Dataset<Row> reduced =
                model(LINEAR).transform(LocalSpark.table(vectors)).cache();
        Dataset<Row> both = reduced.as("a").join(reduced.as("b"), functions.expr("a.id = b.id"));
        List<Row> rows =
                both.select("a.id", "a.reduced", "b.reduced").orderBy("a.id").collectAsList();
        assertThat(rows).hasSize(30).allSatisfy(row -> assertThat(row.getList(1))
                .isEqualTo(row.getList(2)));
        reduced.unpersist();
        Dataset<Row> again = model(LINEAR).transform(LocalSpark.table(vectors));
        assertThat(again.join(again.withColumnRenamed("reduced", "other"), "id").count())
                .isEqualTo(30);
    }

    @Test
    void isTheSameAfterARoundTripThroughDisk(@TempDir Path folder) throws Exception {
        String path = folder.resolve("model").toString();
        TldrReducerModel model = model(LINEAR).setHandleInvalid("keep");
        model.write().overwrite().save(path);
        model.write().overwrite().save(path);
        TldrReducerModel loaded = TldrReducerModel.load(path);
        assertThat(loaded.uid()).isEqualTo(model.uid());
        assertThat(loaded.encoder().id()).isEqualTo(LINEAR.id());
        assertThat(loaded.extractParamMap().toString())
                .isEqualTo(model.extractParamMap().toString());
        assertThat(Encoder.load(folder.resolve("model/encoder.safetensors")).id())
                .isEqualTo(LINEAR.id());
    }

    @Test
    void readsTheFileOfAnEncoderLearnedElsewhere(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("elsewhere.safetensors");
        LINEAR.save(file);
        assertThat(TldrReducerModel.ofFile(file.toString()).encoder().metadata())
                .isEqualTo(LINEAR.metadata());
    }
}
