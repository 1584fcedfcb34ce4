package dev.tldr4j.cli;

import dev.tldr4j.evaluate.KnnVote;
import dev.tldr4j.evaluate.Preparation;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how often the nearest labelled vectors know the label. */
@Command(
        name = "knn",
        description = {
            "Measure how often the nearest labelled vectors vote for the right label.",
            "",
            "Every test vector gets the label that most of its K nearest training vectors have; accuracy is the share"
                    + " that is right. Labels are whole numbers, one for each row.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "JSON: accuracy, k, dims, metric, l2, trainRows, testRows, mostFrequentLabel (the accuracy of always"
                    + " guessing the commonest test label), and with --baseline the full vectors' accuracy and dims"
                    + " under baseline.",
            "",
            "Example:",
            "  tldr4j evaluate knn --train x.npy --train-labels y.npy --test x2.npy --test-labels y2.npy \\",
            "      -k 100 --model encoder.safetensors"
        })
final class EvaluateKnnCommand implements Callable<Integer> {
    @Option(names = "--train", required = true, paramLabel = "FILE", description = "The vectors that vote.")
    private Path train;

    @Option(names = "--train-labels", required = true, paramLabel = "FILE", description = "Their labels.")
    private Path trainLabels;

    @Option(names = "--test", required = true, paramLabel = "FILE", description = "The vectors to find labels for.")
    private Path test;

    @Option(names = "--test-labels", required = true, paramLabel = "FILE", description = "Their right labels.")
    private Path testLabels;

    @Option(
            names = {"-k", "--neighbors"},
            paramLabel = "K",
            defaultValue = "100",
            description = "How many neighbours vote. ${DEFAULT-VALUE} unless given.")
    private int k;

    @Mixin
    private EvaluationOptions options;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    /** How the vectors of one kind did. */
    private record Score(int dims, double accuracy) {}

    @Override
    public Integer call() throws IOException {
        long begin = System.nanoTime();
        Preparation asked = options.asked();
        try (var trainVectors = Vectors.open(train);
                var testVectors = Vectors.open(test);
                var progress = common.progress()) {
            var task =
                    new Task(trainVectors, IntRows.read(trainLabels), testVectors, IntRows.read(testLabels), progress);
            Score score = score(task, asked);
            Score baseline = options.wantsBaseline(common.json()) ? score(task, options.full()) : null;
            progress.end();
            print(task, score, baseline, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    private record Task(
            Vectors train, IntRows trainLabels, Vectors test, IntRows testLabels, ProgressPrinter progress) {

        double mostFrequentLabel() {
            Map<Integer, Integer> counts = new LinkedHashMap<>();
            int most = 0;
            for (int label : testLabels.values()) {
                most = Math.max(most, counts.merge(label, 1, Integer::sum));
            }
            return most / (double) testLabels.rows();
        }
    }

    private Score score(Task task, Preparation preparation) throws IOException {
        try (var train = preparation.apply(task.train, threads.count(), task.progress);
                var test = preparation.apply(task.test, threads.count(), task.progress)) {
            double accuracy = KnnVote.accuracy(
                    train,
                    task.trainLabels,
                    test,
                    task.testLabels,
                    k,
                    options.metric(),
                    threads.count(),
                    task.progress);
            return new Score(train.dims(), accuracy);
        }
    }

    private void print(Task task, Score score, Score baseline, double seconds) {
        double guessing = task.mostFrequentLabel();
        var json = new LinkedHashMap<String, Object>();
        json.put("accuracy", score.accuracy);
        json.put("k", k);
        json.put("dims", score.dims);
        json.put("metric", options.metricName());
        json.put("l2", options.l2());
        json.put("trainRows", task.train.rows());
        json.put("testRows", task.test.rows());
        json.put("mostFrequentLabel", guessing);
        if (baseline != null) {
            var full = new LinkedHashMap<String, Object>();
            full.put("accuracy", baseline.accuracy);
            full.put("dims", baseline.dims);
            json.put("baseline", full);
        }
        json.put("seconds", seconds);

        var table = new Table(Table.Align.LEFT, Table.Align.RIGHT, Table.Align.RIGHT);
        table.row("vectors", "accuracy", baseline == null ? "" : "of full");
        table.row(
                options.title(score.dims, options.hasModel()),
                Format.score(score.accuracy),
                baseline == null ? "" : Format.share(score.accuracy, baseline.accuracy));
        if (baseline != null) {
            table.row(options.title(baseline.dims, false), Format.score(baseline.accuracy), "100.0 %");
        }
        table.row("always the commonest label", Format.score(guessing), "");
        common.print(
                json,
                "Vote of the " + k + " nearest of " + Format.count(task.train.rows()) + " training vectors for each of "
                        + Format.count(task.test.rows()) + " test vectors,\n" + options.search() + ". 1 is perfect.\n\n"
                        + table);
    }
}
