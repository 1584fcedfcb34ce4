package dev.tldr4j.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A Spark in this process that all quick tests share, and tables for it. */
public final class LocalSpark {
    public static final StructType VECTORS = new StructType()
            .add("id", DataTypes.IntegerType)
            .add("text", DataTypes.StringType)
            .add("embedding", DataTypes.createArrayType(DataTypes.FloatType));

    private LocalSpark() {}

    public static synchronized SparkSession session() {
        return SparkSession.builder()
                .master("local[2]")
                .appName("tests")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .getOrCreate();
    }

    /** Rows in groups, with far more spread in a few directions than in the others. */
    public static float[][] grouped(int rows, int width, long seed) {
        Random random = new Random(seed);
        int groups = Math.max(2, rows / 20);
        float[][] centres = new float[groups][width];
        for (float[] centre : centres) {
            for (int j = 0; j < width; j++) {
                centre[j] = (float) (random.nextGaussian() / (1 + j / 4));
            }
        }
        float[][] vectors = new float[rows][width];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < width; j++) {
                vectors[i][j] = centres[i % groups][j] + (float) (0.3 * random.nextGaussian());
            }
        }
        return vectors;
    }

    public static Dataset<Row> table(float[][] vectors) {
        return table(session(), vectors);
    }

    public static Dataset<Row> table(SparkSession session, float[][] vectors) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < vectors.length; i++) {
            rows.add(RowFactory.create(i, "text " + i, vectors[i]));
        }
        return session.createDataFrame(rows, VECTORS);
    }

    /** The numbers of an array column, by row. */
    public static float[] floats(Row row, String column) {
        List<Float> values = row.getList(row.fieldIndex(column));
        float[] floats = new float[values.size()];
        for (int j = 0; j < floats.length; j++) {
            floats[j] = values.get(j);
        }
        return floats;
    }
}
