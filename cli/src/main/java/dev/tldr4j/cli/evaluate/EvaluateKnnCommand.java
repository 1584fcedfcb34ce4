package dev.tldr4j.cli.evaluate;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.Inputs;
import dev.tldr4j.cli.common.ProgressPrinter;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.KnnVote;
import dev.tldr4j.evaluate.storage.StoredVectors;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
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
            "",
            "With --vote weighted a neighbour's vote has the weight exp(s / T) of its cosine similarity s, as for"
                    + " ImageNet with DINO.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "JSON: accuracy, k, vote, temperature (of a weighted vote), dims, metric, normalized, storage, bytesPerVector,"
                    + " sharedBytes, trainRows, testRows, mostFrequentLabel (the accuracy of always"
                    + " guessing the commonest test label), and with --baseline the full vectors' accuracy and dims"
                    + " under baseline.",
            "",
            "Example:",
            "  tldr4j evaluate knn --train x.npy --train-labels y.npy \\",
            "      --test x2.npy --test-labels y2.npy -k 100 --model encoder.safetensors"
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
            description = "How many neighbours vote. 100, or 20 in a weighted vote, unless given.")
    private Integer k;

    private enum Vote {
        PLAIN,
        WEIGHTED
    }

    @Option(
            names = "--vote",
            paramLabel = "NAME",
            defaultValue = "plain",
            description = "How they vote: plain or weighted. ${DEFAULT-VALUE} unless given.")
    private Vote vote;

    @Option(
            names = "--temperature",
            paramLabel = "T",
            description = "With --vote weighted: the smaller, the more the nearest count. 0.07 unless given.")
    private Double temperature;

    @Mixin
    private EvaluationOptions options;

    @Mixin
    private BaselineOption baseline;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    /** How the vectors of one kind did. */
    private record Score(StoredVectors train, double accuracy) {
        int dims() {
            return train.dims();
        }
    }

    @Override
    public Integer call() throws IOException {
        long begin = System.nanoTime();
        settleVote();
        EvaluationOptions.Form asked = options.asked();
        try (var progress = common.computing();
                var trainVectors = Inputs.open(train, progress);
                var testVectors = Inputs.open(test, progress)) {
            options.noteUnlearned(progress);
            var task =
                    new Task(trainVectors, IntRows.read(trainLabels), testVectors, IntRows.read(testLabels), progress);
            Score score = score(task, asked);
            Score full = baseline.wanted(options, common.json()) ? score(task, options.full()) : null;
            progress.end();
            print(task, score, full, (System.nanoTime() - begin) / 1e9);
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

    private void settleVote() {
        if (vote == Vote.WEIGHTED) {
            options.requireCosine("--vote weighted");
            temperature = temperature == null ? 0.07 : temperature;
        } else if (temperature != null) {
            throw new InvalidInputException("--temperature belongs to --vote weighted; give both or neither");
        }
        if (k == null) {
            k = vote == Vote.WEIGHTED ? 20 : 100;
        }
    }

    private Score score(Task task, EvaluationOptions.Form form) throws IOException {
        try (var train = form.prepare(task.train, threads.count(), task.progress);
                var test = form.prepare(task.test, threads.count(), task.progress)) {
            StoredVectors stored = form.store(train, threads.count(), task.progress);
            double accuracy = vote == Vote.WEIGHTED
                    ? KnnVote.weightedAccuracy(
                            stored, task.trainLabels, test, task.testLabels, k, temperature, task.progress)
                    : KnnVote.accuracy(stored, task.trainLabels, test, task.testLabels, k, task.progress);
            return new Score(stored, accuracy);
        }
    }

    private void print(Task task, Score score, Score baseline, double seconds) {
        double guessing = task.mostFrequentLabel();
        var json = new LinkedHashMap<String, Object>();
        json.put("accuracy", score.accuracy);
        json.put("k", k);
        json.put("vote", vote.name().toLowerCase(Locale.ROOT));
        if (vote == Vote.WEIGHTED) {
            json.put("temperature", temperature);
        }
        options.describe(score.train, json);
        json.put("trainRows", task.train.rows());
        json.put("testRows", task.test.rows());
        json.put("mostFrequentLabel", guessing);
        if (baseline != null) {
            var full = new LinkedHashMap<String, Object>();
            full.put("accuracy", baseline.accuracy);
            full.put("dims", baseline.dims());
            json.put("baseline", full);
        }
        json.put("seconds", seconds);

        var table = new Table(Table.Align.LEFT, Table.Align.RIGHT, Table.Align.RIGHT);
        table.row("vectors", "accuracy", baseline == null ? "" : "of full");
        table.row(
                options.title(score.dims()),
                Format.score(score.accuracy),
                baseline == null ? "" : Format.share(score.accuracy, baseline.accuracy));
        if (baseline != null) {
            table.row(options.fullTitle(baseline.dims()), Format.score(baseline.accuracy), "100.0 %");
        }
        table.row("always the commonest label", Format.score(guessing), "");
        common.print(
                json,
                threads.count(),
                (vote == Vote.WEIGHTED ? "Weighted vote" : "Vote") + " of the " + k + " nearest of "
                        + Format.count(task.train.rows()) + " training vectors for each of "
                        + Format.count(task.test.rows()) + " test vectors,\n" + options.search() + ". 1 is perfect.\n\n"
                        + table);
    }
}
