package dev.tldr4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.learn.Tldr;
import dev.tldr4j.spark.rows.InputRows;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.evaluation.BinaryClassificationEvaluator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TldrReducerTest {
    private static final int WIDTH = 12;

    private static TldrReducer quick() {
        return new TldrReducer()
                .setInputCol("embedding")
                .setOutputCol("reduced")
                .setDims(3)
                .setSteps(5)
                .setBatchSize(32);
    }

    @Test
    void learnsTheSameHoweverTheTableIsCutAndSorted() {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(400, WIDTH, 1));
        TldrReducer reducer = quick().setMaxTrainingRows(100);
        String id = reducer.fit(table.repartition(1)).encoder().id();
        assertThat(reducer.fit(table.repartition(7).sort(functions.rand(5)))
                        .encoder()
                        .id())
                .isEqualTo(id);
        assertThat(reducer.copy(ParamMap.empty())
                        .setSeed(1)
                        .fit(table)
                        .encoder()
                        .id())
                .isNotEqualTo(id);
    }

    @Test
    void samplesAsManyRowsAsWantedAndNoHeapOfCopies() {
        float[][] vectors = LocalSpark.grouped(300, WIDTH, 1);
        for (int i = 100; i < 300; i++) {
            vectors[i] = vectors[7];
        }
        InputRows rows = new InputRows(
                org.apache.spark.api.java.JavaSparkContext.fromSparkContext(
                                LocalSpark.session().sparkContext())
                        .parallelize(Arrays.asList(vectors), 3),
                WIDTH);
        assertThat(rows.sample(1000, 0).rows()).isEqualTo(100 + InputRows.MOST_COPIES - 1);
        assertThat(rows.sample(20, 0).rows()).isLessThanOrEqualTo(20);
    }

    @Test
    void everySettingOfTldrIsAParameterWithItsDocumentation() {
        // objects rather than settings, or what belongs to a machine
        Set<String> without = Set.of(
                "graph",
                "pca",
                "labels",
                "from",
                "fromProjector",
                "keepProjector",
                "validation",
                "checkpoint",
                "checkpointEvery",
                "resume",
                "listener",
                "cancelWhen",
                "device",
                "precision",
                "sample",
                "queries",
                "neighborWhitening");
        Set<String> settings = Arrays.stream(Tldr.Builder.class.getDeclaredMethods())
                .filter(method -> java.lang.reflect.Modifier.isPublic(method.getModifiers()))
                .filter(method -> method.getReturnType() == Tldr.Builder.class)
                .map(Method::getName)
                .filter(name -> !without.contains(name))
                .map(name -> name.equals("start") ? "init" : name)
                .collect(Collectors.toSet());
        TldrReducer reducer = new TldrReducer();
        Set<String> params = Arrays.stream(reducer.params()).map(Param::name).collect(Collectors.toSet());
        assertThat(params).containsAll(settings);
        assertThat(reducer.params()).allSatisfy(param -> assertThat(param.doc()).isNotBlank());
        assertThat(reducer.explainParams()).contains("maxTrainingRows");
    }

    @Test
    void isAStageOfAPipelineAlsoAfterARoundTripThroughDisk(@TempDir Path folder) throws Exception {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(200, WIDTH, 1));
        Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {quick().setWhitening(0.5)});
        pipeline.write().save(folder.resolve("pipeline").toString());
        Pipeline loaded = Pipeline.load(folder.resolve("pipeline").toString());
        PipelineModel model = loaded.fit(table);
        model.write().save(folder.resolve("model").toString());
        PipelineModel loadedModel = PipelineModel.load(folder.resolve("model").toString());
        assertThat(loadedModel.transform(table).select("reduced").collectAsList())
                .isEqualTo(
                        pipeline.fit(table).transform(table).select("reduced").collectAsList());
    }

    @Test
    void aCrossValidatorChoosesItsSettings() {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(300, WIDTH, 1))
                .withColumn("label", functions.expr("cast(embedding[0] > 0 as double)"));
        TldrReducer reducer = quick().setOutputType("vector");
        LogisticRegression classifier =
                new LogisticRegression().setFeaturesCol("reduced").setMaxIter(5);
        CrossValidator validator = new CrossValidator()
                .setEstimator(new Pipeline().setStages(new PipelineStage[] {reducer, classifier}))
                .setEstimatorParamMaps(new ParamGridBuilder()
                        .addGrid(reducer.dims(), new int[] {1, 3})
                        .build())
                .setEvaluator(new BinaryClassificationEvaluator())
                .setNumFolds(2);
        CrossValidatorModel chosen = validator.fit(table);
        assertThat(chosen.avgMetrics()).hasSize(2);
        assertThat(chosen.bestModel().transform(table).columns()).contains("reduced", "prediction");
    }

    @Test
    void refusesWrongRowsToLearnFromOrLeavesThemOut() {
        float[][] vectors = LocalSpark.grouped(200, WIDTH, 1);
        vectors[11][2] = Float.NaN;
        vectors[12] = null;
        Dataset<Row> table = LocalSpark.table(vectors);
        assertThatThrownBy(() -> quick().fit(table)).hasStackTraceContaining("column embedding");
        TldrReducerModel model = quick().setHandleInvalid("skip").fit(table);
        assertThat(model.encoder().metadata()).containsEntry("training_rows", "198");
        assertThat(model.transform(table).count()).isEqualTo(198);
        assertThat(model.parent()).isNotNull();
    }

    @Test
    void refusesATableWithoutVectors() {
        Dataset<Row> table = LocalSpark.table(new float[][] {null, null});
        assertThatThrownBy(() -> quick().setHandleInvalid("skip").fit(table))
                .hasMessage("column embedding has no vector to learn from");
    }
}
