package dev.tldr4j.evaluate.compare;

import dev.tldr4j.evaluate.KnnVote;
import dev.tldr4j.evaluate.VectorTransform;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Labels of test rows are found by the vote of the nearest training rows; encoders are learned from the training rows, without
 * their labels.
 *
 * @param k how many neighbours vote
 */
public record LabelTask(
        Vectors train, IntRows trainLabels, Vectors test, IntRows testLabels, int k, Metric metric, int threads)
        implements Task {

    @Override
    public String kind() {
        return "labels";
    }

    @Override
    public Vectors training() {
        return train;
    }

    @Override
    public String main() {
        return "accuracy";
    }

    @Override
    public int[] trainingLabels() {
        return trainLabels.values();
    }

    @Override
    public Map<String, Object> describe() {
        Map<String, Object> task = new LinkedHashMap<>();
        task.put("files", Map.of("train", FileName.of(train.name()), "test", FileName.of(test.name())));
        task.put("metric", metric.toString());
        task.put("k", k);
        task.put("rows", train.rows());
        task.put("dims", train.dims());
        task.put("queries", test.rows());
        task.put("fingerprint", train.fingerprint());
        task.put("queriesFingerprint", test.fingerprint());
        task.put(
                "judgmentsFingerprint",
                Integer.toHexString(31 * Arrays.hashCode(trainLabels.values()) + Arrays.hashCode(testLabels.values())));
        return task;
    }

    @Override
    public Prepared prepare(VectorTransform preparation, ProgressListener listener) throws IOException {
        return PreparedPair.of(
                preparation,
                train,
                test,
                metric,
                threads,
                listener,
                (stored, asking, told) ->
                        Map.of(main(), KnnVote.accuracy(stored, trainLabels, asking, testLabels, k, told)));
    }
}
