package dev.tldr4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TldrJobTest {
    private final SparkSession session = LocalSpark.session();

    @Test
    void fitsAndTransformsFromParquetToParquet(@TempDir Path folder) throws Exception {
        String table = folder.resolve("table").toString();
        String model = folder.resolve("model").toString();
        LocalSpark.table(LocalSpark.grouped(200, 12, 1)).write().parquet(table);
        TldrJob.run(
                session,
                "fit",
                "--input",
                table,
                "--model",
                model,
                "--inputCol",
                "embedding",
                "--outputCol",
                "small",
                "--dims",
                "3",
                "--steps",
                "3",
                "--seed",
                "4");
        TldrJob.run(
                session,
                "transform",
                "--model",
                model,
                "--input",
                table,
                "--output",
                folder.resolve("out").toString());
        assertThat(session.read().parquet(folder.resolve("out").toString()).columns())
                .containsExactly("id", "text", "embedding", "small");
        TldrJob.run(
                session,
                "transform",
                "--model",
                model + "/encoder.safetensors",
                "--input",
                table,
                "--output",
                folder.resolve("again").toString(),
                "--inputCol",
                "embedding",
                "--outputCol",
                "small");
        assertThat(session.read().parquet(folder.resolve("again").toString()).count())
                .isEqualTo(200);
    }

    @Test
    void tldr4jReadsTheTablesOfSpark(@TempDir Path folder) throws Exception {
        float[][] vectors = LocalSpark.grouped(50, 6, 1);
        LocalSpark.table(vectors)
                .coalesce(1)
                .write()
                .parquet(folder.resolve("table").toString());
        Path file;
        try (Stream<Path> files = Files.list(folder.resolve("table"))) {
            file = files.filter(each -> each.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
        }
        try (Vectors read = Vectors.open(Path.of(file + "#embedding"))) {
            float[] row = new float[6];
            for (int i = 0; i < 50; i++) {
                read.read(i, 1, FloatBuffer.wrap(row));
                assertThat(row).isEqualTo(vectors[i]);
            }
        }
    }

    @Test
    void refusesAModelThatIsThereBeforeItLearns(@TempDir Path folder) {
        assertThatThrownBy(() -> TldrJob.run(
                        session,
                        "fit",
                        "--input",
                        "nothing",
                        "--model",
                        folder.toString(),
                        "--inputCol",
                        "embedding",
                        "--dims",
                        "3"))
                .hasMessageEndingWith(" is there already; name another --model, or delete it");
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> TldrJob.run(session)).hasMessageStartingWith("usage: fit");
        assertThatThrownBy(() -> TldrJob.run(session, "fit", "--input", "x"))
                .hasMessageStartingWith("--model is missing");
        assertThatThrownBy(() -> TldrJob.run(session, "fit", "--input", "x", "--model", "y", "--dim", "3"))
                .hasMessageStartingWith("there is no setting dim; there are batchSize, ");
        assertThatThrownBy(() -> TldrJob.run(session, "fit", "--input", "x", "--model", "y", "--dims", "few"))
                .hasMessage("--dims is a number, not few");
        assertThatThrownBy(() -> TldrJob.run(session, "fit", "--input", "x", "--model", "y", "--dropInput", "yes"))
                .hasMessage("--dropInput is true or false, not yes");
        assertThatThrownBy(() -> TldrJob.run(session, "fit", "--input", "x", "--model", "y", "--dims", "3"))
                .hasMessageStartingWith("--inputCol is missing");
    }
}
