package dev.tldr4j.spark;

import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The code of docs/how-to/reduce-on-spark.md. */
final class SparkExample {

    private SparkExample() {}

    static void learnAndReduce(SparkSession session, String docs, String reduced) {
        Dataset<Row> table = session.read().parquet(docs);
        TldrReducerModel model = new TldrReducer()
                .setInputCol("embedding")
                .setOutputCol("reduced")
                .setDims(64)
                .fit(table);
        model.transform(table).write().parquet(reduced);
    }

    static TldrReducerModel learnedElsewhere(String encoderFile) throws IOException {
        TldrReducerModel model = TldrReducerModel.ofFile(encoderFile) // such as hdfs:///models/docs-64.safetensors
                .setInputCol("embedding")
                .setOutputCol("reduced");
        return model;
    }

    static TldrReducer onTheExecutors(String checkpoints) {
        TldrReducer reducer = new TldrReducer()
                .setInputCol("embedding")
                .setOutputCol("reduced")
                .setDims(64)
                .setFitMode("distributed")
                .setPartitions(64)
                .setCheckpointDir(checkpoints); // a folder that driver and executors see, such as hdfs:///fits/docs-64
        return reducer;
    }
}
