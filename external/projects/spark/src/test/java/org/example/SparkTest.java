package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.spark.TldrReducerModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkTest {
    @Test
    void aStageReducesAColumn(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("encoder.safetensors");
        Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of()).save(file);
        try (SparkSession session = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .getOrCreate()) {
            StructType schema = new StructType().add("embedding", DataTypes.createArrayType(DataTypes.FloatType));
            Dataset<Row> table =
                    session.createDataFrame(List.of(RowFactory.create(List.of(3f, 4f, 5f))), schema);

            Row row = TldrReducerModel.ofFile(file.toString())
                    .setInputCol("embedding")
                    .setOutputCol("reduced")
                    .transform(table)
                    .first();

            assertEquals(List.of(3f, 4f), row.getList(1));
        }
    }
}
