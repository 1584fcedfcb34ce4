package dev.tldr4j.spark.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.recipe.PairKind;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.learn.training.SharedState;
import dev.tldr4j.spark.LocalSpark;
import dev.tldr4j.spark.TldrReducer;
import dev.tldr4j.spark.TldrReducerModel;
import dev.tldr4j.spark.neighbors.CellLearning;
import dev.tldr4j.spark.neighbors.CellSearch;
import dev.tldr4j.spark.neighbors.Cells;
import dev.tldr4j.spark.neighbors.ContentRows;
import dev.tldr4j.spark.neighbors.Neighbors;
import dev.tldr4j.spark.neighbors.RowBlock;
import dev.tldr4j.spark.rows.InputRows;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

public class DistributedFitTest {
    private static final int WIDTH = 16;

    /** What was learned, whatever held-out rows would choose. */
    public static TldrReducer quick() {
        return new TldrReducer()
                .setInputCol("embedding")
                .setOutputCol("reduced")
                .setFitMode("distributed")
                .setDims(4)
                .setPartitions(3)
                .setCells(6)
                .setRoundSteps(2)
                .set(Settings.FALLBACK, Fallback.NONE)
                .set(Settings.STEPS, 6)
                .set(Settings.BATCH_SIZE, 32);
    }

    private static JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
    }

    private static ContentRows rows(float[][] vectors, int partitions) {
        return ContentRows.of(new InputRows(context().parallelize(Arrays.asList(vectors), 4), WIDTH), partitions, 0);
    }

    /** A sample takes as many of each partition, at most. */
    private static Vectors all(ContentRows rows) {
        return rows.sample((int) rows.rows() * rows.partitions());
    }

    @Test
    void theOutcomeDependsOnRowsSeedAndPartitionsAlone() {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(600, WIDTH, 1));
        Encoder encoder = quick().fit(table).encoder();
        assertThat(quick().fit(table.repartition(5)).encoder().id()).isEqualTo(encoder.id());
        assertThat(quick().setPartitions(2).fit(table).encoder().id()).isNotEqualTo(encoder.id());
        assertThat(encoder.metadata())
                .containsEntry("training_rows", "600")
                .containsEntry("steps", "6")
                .containsEntry("fit_mode", "distributed")
                .containsEntry("neighbor_space", "neighbor-whitened")
                .containsEntry("method", "neighborhood")
                .containsKeys("neighbor_recall", "temperature");
    }

    @Test
    void epochsAreThoseOfAllPartitionsTogether() {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(600, WIDTH, 1));
        TldrReducer reducer = quick();
        reducer.clear(reducer.getParam("steps"));
        Encoder encoder = reducer.set(Settings.EPOCHS, 1)
                .set(Settings.BATCH_SIZE, 50)
                .fit(table)
                .encoder();
        assertThat(encoder.metadata()).containsEntry("steps", "4");
    }

    @Test
    void findsTheNeighborsThatComparingEverythingFinds() {
        float[][] vectors = LocalSpark.grouped(900, WIDTH, 2);
        ContentRows rows = rows(vectors, 3);
        CellSearch search = new CellSearch(context(), rows, Metric.L2, 4);
        Vectors all = all(rows);
        Cells cells = search.cells(new CellLearning(all, 900, 8, false), 8);
        // a row that goes to every cell meets all others
        JavaRDD<Neighbors> found = search.neighbors(cells);
        assertThat(search.recall(found, 300)).isEqualTo(1);
        List<Neighbors> parts = found.collect();
        NeighborGraph exact = new ExactSearch(Metric.L2, 1).graph(all, 4, ProgressListener.SILENT);
        int[] counts = rows.counts();
        int row = 0;
        for (int part = 0; part < 3; part++) {
            for (int i = 0; i < counts[part]; i++, row++) {
                for (int place = 0; place < 4; place++) {
                    long id = parts.get(part).id(i, place);
                    int number = RowBlock.row(id);
                    for (int before = 0; before < RowBlock.partition(id); before++) {
                        number += counts[before];
                    }
                    assertThat(number).isEqualTo(exact.neighbor(row, place));
                }
            }
        }
    }

    @Test
    void rowsKeepTheirNumbersWhenTheyAreEncoded() {
        ContentRows rows = rows(LocalSpark.grouped(900, WIDTH, 2), 3);
        float[] weight = new float[2 * WIDTH];
        weight[1] = 1;
        weight[WIDTH] = -2;
        Encoder encoder = Encoder.affine(weight, new float[] {0, 5}, Map.of());
        ContentRows encoded = rows.encodedBy(encoder);
        assertThat(encoded.width()).isEqualTo(2);
        assertThat(encoded.counts()).isEqualTo(rows.counts());
        List<RowBlock> there = encoded.blocks().collect();
        List<RowBlock> here = rows.blocks().collect();
        for (int i = 0; i < here.size(); i++) {
            assertThat(there.get(i).id(0)).isEqualTo(here.get(i).id(0));
            for (int row = 0; row < here.get(i).count(); row++) {
                float[] vector = Arrays.copyOfRange(here.get(i).values(), row * WIDTH, (row + 1) * WIDTH);
                assertThat(Arrays.copyOfRange(there.get(i).values(), 2 * row, 2 * row + 2))
                        .containsExactly(encoder.encode(vector), within(1e-5f));
            }
        }
    }

    @Test
    void heldOutRowsAreTheLastOfEveryPartition() {
        float[][] vectors = LocalSpark.grouped(9000, WIDTH, 2);
        ContentRows rows = rows(vectors, 2);
        // a block and some rows of the one before
        int aside = 500;
        ContentRows learned = rows.withoutLast(aside);
        assertThat(learned.counts())
                .containsExactly(
                        Arrays.stream(rows.counts()).map(count -> count - aside).toArray());
        assertThat(learned.blocks().map(block -> block.id(0)).collect()).containsExactly(0L, 1L << 32);
        List<List<Float>> all = new ArrayList<>(lines(all(learned)));
        List<List<Float>> heldOut = lines(rows.last(aside));
        assertThat(heldOut).hasSize(2 * aside).doesNotContainAnyElementsOf(all);
        all.addAll(heldOut);
        assertThat(all).containsExactlyInAnyOrderElementsOf(lines(all(rows)));
    }

    private static List<List<Float>> lines(Vectors vectors) {
        List<List<Float>> lines = new ArrayList<>();
        for (int row = 0; row < vectors.rows(); row++) {
            float[] values = new float[vectors.dims()];
            vectors.read(row, 1, FloatBuffer.wrap(values));
            List<Float> line = new ArrayList<>();
            for (float value : values) {
                line.add(value);
            }
            lines.add(line);
        }
        return lines;
    }

    @Test
    void aFewCellsARowFindMostNeighbors() {
        ContentRows rows = rows(LocalSpark.grouped(2000, WIDTH, 3), 2);
        CellSearch search = new CellSearch(context(), rows, Metric.COSINE, 3);
        Cells cells = search.cells(new CellLearning(rows.sample(500), 500, 3, true), 12);
        assertThat(search.recall(search.neighbors(cells), 200)).isBetween(0.8, 1.0);
    }

    @Test
    void anOversizedCellIsSplitAndOneOfNearCopiesIsCut() {
        float[][] vectors = LocalSpark.grouped(6000, WIDTH, 4);
        for (int i = 0; i < 5500; i++) {
            // a heap: all but one number the same
            float[] copy = vectors[0].clone();
            copy[3] += i * 1e-6f;
            vectors[i] = copy;
        }
        ContentRows rows = rows(vectors, 2);
        CellSearch search = new CellSearch(context(), rows, Metric.L2, 2);
        Cells cells = search.cells(new CellLearning(rows.sample(400), 400, 1, false), 60);
        int[] sizes = new int[1 << 20];
        for (RowBlock block : rows.blocks().collect()) {
            int[] nearest = cells.nearest(block.values(), block.count(), 1);
            for (int i = 0; i < nearest.length; i++) {
                sizes[(int) (cells.key(nearest[i], block.id(i)) % 1_000_003)]++;
            }
        }
        assertThat(cells.count()).isGreaterThanOrEqualTo(60);
        assertThat(Arrays.stream(sizes).max().orElse(0)).isLessThanOrEqualTo(1300);
        assertThat(search.neighbors(cells).collect()).hasSize(2);
    }

    @Test
    void everyRowsTwinIsItsNeighbor() {
        float[][] vectors = LocalSpark.grouped(300, WIDTH, 5);
        ContentRows rows = rows(vectors, 3);
        CellSearch search = new CellSearch(context(), rows, Metric.L2, 1);
        Cells cells = new Cells(vectors[0].clone(), WIDTH, 1, false);
        List<TrainingPart> parts =
                PairShuffle.of(rows, search.neighbors(cells), 1).collect();
        Vectors all = all(rows);
        NeighborGraph exact = new ExactSearch(Metric.L2, 1).graph(all, 1, ProgressListener.SILENT);
        int row = 0;
        for (TrainingPart part : parts) {
            assertThat(part.rowsWithTwins()).isEqualTo(part.rows());
            for (int i = 0; i < part.rows(); i++, row++) {
                float[] twin = new float[WIDTH];
                part.twins(new double[WIDTH]).read(i, 7, part, twin);
                float[] expected = new float[WIDTH];
                all.read(exact.neighbor(row, 0), 1, FloatBuffer.wrap(expected));
                assertThat(twin).isEqualTo(expected);
            }
        }
    }

    @Test
    void theMeanOfStatesIsTheirMean() {
        List<Tuple2<Integer, SharedState>> states = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            states.add(new Tuple2<>(i, new SharedState(3, i, new float[][] {{i, 2 * i}, {1}})));
        }
        java.util.Collections.shuffle(states, new java.util.Random(1));
        SharedState mean = TreeMean.of(context().parallelizePairs(states, 5), 11);
        assertThat(mean.values()).isDeepEqualTo(new float[][] {{5, 10}, {1}});
        assertThat(mean.loss()).isEqualTo(5);
        assertThat(mean.step()).isEqualTo(3);
    }

    @Test
    void goesOnFromACheckpointToTheSameEnd(@TempDir Path folder) throws Exception {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(600, WIDTH, 1));
        Encoder expected = quick().fit(table).encoder();
        String states = folder.resolve("fit").toString();
        TldrReducer kept = quick().setCheckpointDir(states).setCheckpointEvery(1);
        assertThat(kept.fit(table).encoder().id()).isEqualTo(expected.id());
        assertThatThrownBy(() -> kept.fit(table)).hasMessageContaining("holds an interrupted fit; set resume");
        // as if it had been killed after the second round
        Files.delete(folder.resolve("fit/state-000000006"));
        assertThat(folder.resolve("fit/state-000000004")).exists();
        Encoder resumed = kept.copy(org.apache.spark.ml.param.ParamMap.empty())
                .setResume(true)
                .fit(table)
                .encoder();
        assertThat(resumed.id()).isEqualTo(expected.id());
        assertThat(resumed.metadata()).isEqualTo(expected.metadata());
        assertThatThrownBy(() -> quick().setCheckpointDir(states)
                        .setResume(true)
                        .setSeed(3)
                        .fit(table))
                .hasMessageContaining("holds a fit of other rows or settings");
    }

    @Test
    void learnsHiddenLayersAndFromNoiseToo() {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(300, WIDTH, 1));
        TldrReducerModel model = quick().set(Settings.ENCODER, "mlp-1-16")
                .set(Settings.PAIRS, PairKind.GAUSSIAN)
                .fit(table);
        assertThat(model.encoder().layers()).hasSize(2);
        assertThat(model.transform(table).count()).isEqualTo(300);
    }

    @Test
    void isAboutAsGoodAsLearningInOnePlace() {
        float[][] vectors = LocalSpark.grouped(2000, WIDTH, 6);
        Dataset<Row> table = LocalSpark.table(vectors);
        TldrReducer reducer =
                quick().set(Settings.STEPS, 60).set(Settings.BATCH_SIZE, 128).setRoundSteps(5);
        Encoder together = reducer.fit(table).encoder();
        Encoder alone =
                reducer.setFitMode("sample").set(Settings.THREADS, 1).fit(table).encoder();
        assertThat(kept(together, vectors)).isGreaterThan(kept(alone, vectors) - 0.05);
    }

    @Test
    void outputsMayBeNested() {
        TldrReducerModel model = quick().set(Settings.FALLBACK, Fallback.PCA)
                .set(Settings.NESTED, "2")
                .fit(LocalSpark.table(groupsAmongNoise(1000, 48)));
        assertThat(model.encoder().prefixes()).containsExactly(2, 4);
        assertThat(model.encoder().metadata()).containsKey("held_out_mrr_by_prefix");
        assertThat(model.truncated(2).encoder().prefixOf())
                .contains(model.encoder().id());
    }

    /** Groups that differ in many directions; a few others have more variance, and principal components keep those. */
    private static float[][] groupsAmongNoise(int rows, int width) {
        Random random = new Random(1);
        float[][] centres = new float[rows / 20][width];
        float[][] vectors = new float[rows][width];
        for (int i = 0; i < rows; i++) {
            float[] centre = centres[i % centres.length];
            for (int j = 0; j < width; j++) {
                boolean tells = j >= 4;
                if (i < centres.length && tells) {
                    centre[j] = (float) (0.6 * random.nextGaussian());
                }
                vectors[i][j] = centre[j] + (float) ((tells ? 0.3 : 1.2) * random.nextGaussian());
            }
        }
        return vectors;
    }

    @Test
    void isBetterThanPrincipalComponents() {
        float[][] vectors = groupsAmongNoise(1000, 48);
        Encoder encoder = quick().set(Settings.FALLBACK, Fallback.PCA)
                .setDims(8)
                .set(Settings.STEPS, 60)
                .set(Settings.BATCH_SIZE, 128)
                .setRoundSteps(5)
                .fit(LocalSpark.table(vectors))
                .encoder();
        assertThat(encoder.isNormalized()).isTrue();
        assertThat(encoder.metadata())
                .containsEntry("held_out_rows", "99")
                .containsKeys("held_out_mrr", "held_out_mrr_pca");
        Encoder pca = Pca.fit(Vectors.of(vectors), 1, ProgressListener.SILENT)
                .encoder(8, 0)
                .normalized();
        double before = kept(pca, vectors);
        double standardError = Math.sqrt(before * (1 - before) / vectors.length);
        assertThat(kept(encoder, vectors)).isGreaterThan(before + 3 * standardError);
    }

    @Test
    void refusesToMeasureWhileItTrains() {
        Dataset<Row> table = LocalSpark.table(LocalSpark.grouped(600, WIDTH, 1));
        assertThatThrownBy(() -> quick().set(Settings.HOLD_OUT, 60).fit(table))
                .hasMessageContaining("leave out hold-out");
        assertThatThrownBy(() -> quick().set(Settings.EARLY_STOP, true).fit(table))
                .hasMessageContaining("early stop");
    }

    /** The share of rows whose nearest other row is in their own group. */
    private static double kept(Encoder encoder, float[][] vectors) {
        Vectors reduced = Vectors.of(encoder.encodeAll(vectors));
        NeighborGraph graph = new ExactSearch(Metric.L2, 2).graph(reduced, 1, ProgressListener.SILENT);
        int groups = vectors.length / 20;
        int same = 0;
        for (int i = 0; i < vectors.length; i++) {
            same += i % groups == graph.neighbor(i, 0) % groups ? 1 : 0;
        }
        return (double) same / vectors.length;
    }
}
