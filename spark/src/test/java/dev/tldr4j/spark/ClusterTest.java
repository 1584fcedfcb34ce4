package dev.tldr4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.spark.training.DistributedFitTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a cluster of several processes, one of which is killed in the middle of the work. */
@Tag("cluster")
class ClusterTest {
    private static final int WIDTH = 16;
    private static SparkSession session;

    @BeforeAll
    static void start() {
        // a process has one Spark at a time
        LocalSpark.session().stop();
        String opens = java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens"))
                .collect(Collectors.joining(" "));
        session = SparkSession.builder()
                .master("local-cluster[2,1,1024]")
                .appName("cluster tests")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .config("spark.executor.extraJavaOptions", opens + " --enable-native-access=ALL-UNNAMED")
                .config("spark.task.maxFailures", 8)
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        session.stop();
    }

    @Test
    void aDistributedFitSurvivesTheLossOfAnExecutor() throws Exception {
        Dataset<Row> table = LocalSpark.table(session, LocalSpark.grouped(600, WIDTH, 1));
        TldrReducer reducer = DistributedFitTest.quick().set(Settings.STEPS, 30);
        Encoder expected = reducer.fit(table).encoder();
        Encoder survived = whileKilling(() -> reducer.fit(table).encoder());
        assertThat(survived.id()).isEqualTo(expected.id());
        assertThat(survived.metadata()).isEqualTo(expected.metadata());
    }

    @Test
    void aTransformSurvivesTheLossOfAnExecutor() throws Exception {
        Dataset<Row> reduced = reduced(3_000_000L);
        long rows = whileKilling(
                () -> reduced.where("reduced = array(1f, 2f, 3f, 4f)").count());
        assertThat(rows).isEqualTo(3_000_000L);
    }

    @Test
    void aTableThatLosesAWriterIsWhole(@TempDir Path folder) throws Exception {
        Dataset<Row> reduced = reduced(3_000_000L);
        String table = folder.resolve("table").toString();
        whileKilling(() -> {
            reduced.write().parquet(table);
            return null;
        });
        Dataset<Row> written = session.read().parquet(table);
        assertThat(written.where("reduced = array(1f, 2f, 3f, 4f)").count()).isEqualTo(3_000_000L);
        assertThat(written.agg(functions.countDistinct("id")).first().getLong(0))
                .isEqualTo(3_000_000L);
    }

    private static Dataset<Row> reduced(long rows) {
        Encoder encoder = Encoder.affine(new float[4 * WIDTH], new float[] {1, 2, 3, 4}, Map.of());
        return TldrReducerModel.of(encoder)
                .setInputCol("embedding")
                .setOutputCol("reduced")
                .transform(session.range(0, rows, 1, 12)
                        .selectExpr("id", "cast(sequence(1, " + WIDTH + ") as array<float>) embedding"));
    }

    /** Kills a process of the cluster as soon as the work keeps it busy. */
    private static <T> T whileKilling(java.util.function.Supplier<T> work) throws Exception {
        CompletableFuture<T> result = CompletableFuture.supplyAsync(work);
        Thread.sleep(1500);
        assertThat(result).as("still at work").isNotDone();
        List<ProcessHandle> executors = executors();
        assertThat(executors).isNotEmpty();
        executors.get(0).destroyForcibly();
        return result.get(4, TimeUnit.MINUTES);
    }

    /** The Javas that this process started: no others are. */
    private static List<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .toList();
    }
}
