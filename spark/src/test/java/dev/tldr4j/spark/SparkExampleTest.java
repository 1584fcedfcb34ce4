package dev.tldr4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.Encoder;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkExampleTest {
    private final SparkSession session = LocalSpark.session();

    @Test
    void thePagesFourLinesReduceATable(@TempDir Path folder) {
        String docs = folder.resolve("docs").toString();
        String reduced = folder.resolve("reduced").toString();
        LocalSpark.table(LocalSpark.grouped(120, 80, 1)).write().parquet(docs);

        SparkExample.learnAndReduce(session, docs, reduced);

        assertThat(session.read().parquet(reduced).collectAsList())
                .hasSize(120)
                .allSatisfy(row -> assertThat(LocalSpark.floats(row, "reduced")).hasSize(64));
    }

    @Test
    void anEncoderThatWasLearnedElsewhereReducesATable(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("encoder.safetensors");
        Encoder.affine(new float[] {1, 2, 3, 4}, new float[1], Map.of()).save(file);

        Row row = SparkExample.learnedElsewhere(file.toString())
                .transform(LocalSpark.table(new float[][] {{1, 1, 1, 1}}))
                .first();

        assertThat(LocalSpark.floats(row, "reduced")).containsExactly(10);
    }

    @Test
    void aFitOnTheExecutorsIsAskedFor(@TempDir Path folder) {
        TldrReducer reducer = SparkExample.onTheExecutors(folder.toString());

        assertThat(reducer.explainParams())
                .contains("distributed")
                .contains("current: 64")
                .contains(folder.toString());
    }
}
