package dev.tldr4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.settings.Setting;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.spark.rows.InputRows;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TldrReducerTest {
    private static final int WIDTH = 12;

    private static TldrReducer quick() {
        return new TldrReducer()
                .setInputCol("embedding")
                .setOutputCol("reduced")
                .setDims(3)
                .set(Settings.STEPS, 5)
                .set(Settings.BATCH_SIZE, 32);
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

    private static Stream<Setting<?>> settings() {
        // what belongs to one machine; how many rows come to the driver is maxTrainingRows
        Set<Setting<?>> ofOneMachine = Set.of(Settings.SAMPLE, Settings.DEVICE, Settings.PRECISION);
        return Settings.all().stream().filter(setting -> !ofOneMachine.contains(setting));
    }

    private static String param(Setting<?> setting) {
        String pascal = Arrays.stream(setting.name().split("-"))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
        return pascal.substring(0, 1).toLowerCase(Locale.ROOT) + pascal.substring(1);
    }

    @Test
    void everySettingOfAFitIsAParameterWithItsDocumentation() {
        TldrReducer reducer = new TldrReducer();
        assertThat(reducer.params())
                .extracting(Param::name)
                .containsAll(settings().map(TldrReducerTest::param).toList());
        assertThat(reducer.params())
                .extracting(Param::name)
                .doesNotHaveDuplicates()
                .doesNotContain("sample", "device");
        assertThat(reducer.params()).allSatisfy(param -> assertThat(param.doc()).isNotBlank());
        assertThat(reducer.explainParams()).contains("maxTrainingRows", "learningRate");
    }

    @ParameterizedTest
    @MethodSource("settings")
    void whatIsNoValueOfASettingIsRefusedInOneLineThatNamesItsParameter(Setting<?> setting) {
        if (setting.type() == Long.class || setting.type() == Boolean.class) {
            return; // any of the type is right
        }
        Object wrong =
                setting.type() == Integer.class ? -1 : setting.type() == Double.class ? (Object) (-1.0) : "wrong";
        assertThatThrownBy(() -> new TldrReducer().set(param(setting), wrong))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(param(setting))
                .hasMessageContaining("not " + wrong)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aCopyAndWhatWasSavedHaveEverySettingThatWasSet(@TempDir Path folder) throws Exception {
        TldrReducer reducer = quick().set(Settings.RECIPE, Recipe.PAPER)
                .set(Settings.LEARNING_RATE, 0.25)
                .set(Settings.PROJECTOR, "mlp-1-16")
                .set(Settings.EARLY_STOP, true)
                .setSeed(7);
        reducer.write().save(folder.resolve("reducer").toString());
        for (TldrReducer same : List.of(
                reducer.copy(ParamMap.empty()),
                TldrReducer.load(folder.resolve("reducer").toString()))) {
            settings().map(TldrReducerTest::param).forEach(name -> assertThat(same.get(same.getParam(name)))
                    .as(name)
                    .isEqualTo(reducer.get(reducer.getParam(name))));
        }
    }

    @Test
    void isAStageOfAPipelineAlsoAfterARoundTripThroughDisk(@TempDir Path folder) throws Exception {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(200, WIDTH, 1));
        Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {quick().set(Settings.WHITENING, 0.5)});
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
