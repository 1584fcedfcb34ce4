package dev.tldr4j.cli.demo;

import dev.tldr4j.cli.fit.FitCommand;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.evaluate.KnnVote;
import dev.tldr4j.evaluate.VectorTransform;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What the demo does: the full vectors, PCA and the default recipe, judged in the same way. Labels serve the judging only. */
final class DemoExperiment {
    static final List<Integer> DIMS = List.of(32, 8);
    static final int VOTERS = 20;

    static final String FULL = "full";
    static final String PCA = "PCA";
    static final String LEARNED = FitCommand.NEIGHBORHOOD;

    /** How one method did with one number of dims. */
    record Score(String method, int dims, double accuracy) {}

    /** All scores, the full vectors' first, and the learned encoders. */
    record Outcome(int trainRows, int testRows, List<Score> scores, List<Encoder> encoders) {}

    private final int threads;
    private final BooleanSupplier cancelled;
    private final ProgressListener listener;

    DemoExperiment(int threads, BooleanSupplier cancelled, ProgressListener listener) {
        this.threads = threads;
        this.cancelled = cancelled;
        this.listener = listener;
    }

    Outcome run(DemoData data, List<Integer> allDims) throws IOException {
        try (var train = data.train();
                var test = data.test()) {
            var task = new Task(train, data.trainLabels(), test, data.testLabels());
            var scores = new ArrayList<Score>();
            var encoders = new ArrayList<Encoder>();
            scores.add(new Score(FULL, train.dims(), accuracy(task, VectorTransform.full())));
            Pca pca = Pca.fit(train, threads, listener);
            NeighborWhitening whitening = NeighborWhitening.fit(train, pca, threads, listener);
            for (int dims : allDims) {
                scores.add(new Score(PCA, dims, accuracy(task, pca.encoder(dims, 0))));
                Encoder encoder = fit(train, pca, whitening, dims);
                scores.add(new Score(LEARNED, dims, accuracy(task, encoder)));
                encoders.add(encoder);
            }
            return new Outcome(train.rows(), test.rows(), scores, encoders);
        }
    }

    private record Task(Vectors train, IntRows trainLabels, Vectors test, IntRows testLabels) {}

    private Encoder fit(Vectors train, Pca pca, NeighborWhitening whitening, int dims) throws IOException {
        return Tldr.builder()
                .dims(dims)
                .pca(pca)
                .neighborWhitening(whitening)
                .threads(threads)
                .listener(listener)
                .cancelWhen(cancelled)
                .fit(train);
    }

    private double accuracy(Task task, Encoder encoder) throws IOException {
        return accuracy(task, VectorTransform.encodedBy(encoder, "the demo's encoder"));
    }

    private double accuracy(Task task, VectorTransform preparation) throws IOException {
        try (var train = preparation.apply(task.train, threads, listener);
                var test = preparation.apply(task.test, threads, listener)) {
            return KnnVote.accuracy(
                    train, task.trainLabels, test, task.testLabels, VOTERS, Metric.L2, threads, listener);
        }
    }
}
