package dev.tldr4j.evaluate.compare;

import dev.tldr4j.evaluate.VectorTransform;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A task whose encoders are learned from vectors of their own, such as fewer or older ones. */
public record SeparateTrainingSet(Task task, Vectors training) implements Task {
    public SeparateTrainingSet {
        training.requireSameDims(task.training());
    }

    @Override
    public String kind() {
        return task.kind();
    }

    @Override
    public String main() {
        return task.main();
    }

    /** Those of the task are of other rows. */
    @Override
    public int[] trainingLabels() {
        return null;
    }

    @Override
    public Map<String, Object> describe() {
        Map<String, Object> described = new LinkedHashMap<>(task.describe());
        Map<Object, Object> files = new LinkedHashMap<>((Map<?, ?>) described.get("files"));
        files.put("learned from", FileName.of(training.name()));
        described.put("files", files);
        described.put("learnedRows", training.rows());
        described.put("learnedFingerprint", training.fingerprint());
        return described;
    }

    @Override
    public Prepared prepare(VectorTransform preparation, ProgressListener listener) throws IOException {
        return task.prepare(preparation, listener);
    }

    @Override
    public List<String> measures() {
        return task.measures();
    }
}
