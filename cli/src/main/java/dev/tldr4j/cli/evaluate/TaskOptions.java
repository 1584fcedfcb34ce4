package dev.tldr4j.cli.evaluate;

import dev.tldr4j.cli.common.OpenFiles;
import dev.tldr4j.cli.common.ProgressPrinter;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.RetrievalEvaluation;
import dev.tldr4j.evaluate.compare.LabelTask;
import dev.tldr4j.evaluate.compare.OverlapTask;
import dev.tldr4j.evaluate.compare.RetrievalTask;
import dev.tldr4j.evaluate.compare.SeparateTrainingSet;
import dev.tldr4j.evaluate.compare.Task;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What to compare by: queries with judgments, labels, or nothing but the vectors. */
@Command
public final class TaskOptions {
    @Option(names = "--input", paramLabel = "FILE", description = "Vectors, where there is nothing to judge by.")
    private Path input;

    @Mixin
    private JudgedFiles judged;

    @Option(names = "--train", paramLabel = "FILE", description = "Vectors with labels.")
    private Path train;

    @Option(names = "--train-labels", paramLabel = "FILE", description = "Their labels.")
    private Path trainLabels;

    @Option(names = "--test", paramLabel = "FILE", description = "Vectors whose labels are to be found.")
    private Path test;

    @Option(names = "--test-labels", paramLabel = "FILE", description = "Their labels.")
    private Path testLabels;

    @Option(
            names = "--learn-from",
            paramLabel = "FILE",
            description =
                    "Learn encoders from these vectors, such as a sample or older ones, instead of --docs, --train or"
                            + " --input.")
    private Path learnFrom;

    @Option(
            names = {"-k", "--neighbors"},
            paramLabel = "K",
            description = "How many neighbours vote for a label (100 unless given), or are to be kept (10).")
    private Integer k;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            description = "The metric of the search: l2, cosine or dot. cosine unless given.")
    private Metric metric;

    /** A task and the files it reads. */
    public record OpenTask(Task task, Metric metric, OpenFiles files) implements AutoCloseable {
        @Override
        public void close() {
            files.close();
        }
    }

    public OpenTask open(int threads, ProgressPrinter progress) throws IOException {
        boolean byQueries = judged.docs() != null || judged.haveMoreThanDocs();
        boolean byLabels = Stream.of(train, trainLabels, test, testLabels).anyMatch(Objects::nonNull);
        int kinds = (input == null ? 0 : 1) + (byQueries ? 1 : 0) + (byLabels ? 1 : 0);
        if (kinds != 1) {
            throw new InvalidInputException("say what to compare by: --docs, --queries and --qrels; or --train,"
                    + " --train-labels, --test and --test-labels; or --input alone");
        }
        OpenFiles files = new OpenFiles(progress);
        try {
            OpenTask open =
                    byQueries ? retrieval(files, threads) : byLabels ? labels(files, threads) : overlap(files, threads);
            return learnFrom == null
                    ? open
                    : new OpenTask(new SeparateTrainingSet(open.task, files.open(learnFrom)), open.metric, files);
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private OpenTask retrieval(OpenFiles files, int threads) throws IOException {
        require(judged.docs(), "--docs");
        Path queries = judged.queries();
        Vectors docVectors = files.open(judged.docs());
        Vectors queryVectors = files.open(queries);
        JudgmentOptions.Read read = judged.judgments().read(queryVectors, docVectors);
        Metric near = metric == null ? Metric.COSINE : metric;
        var evaluation = new RetrievalEvaluation(read.judgments(), read.exclusions(), near, threads);
        return new OpenTask(new RetrievalTask(docVectors, queryVectors, evaluation), near, files);
    }

    private OpenTask labels(OpenFiles files, int threads) throws IOException {
        require(train, "--train");
        require(trainLabels, "--train-labels");
        require(test, "--test");
        require(testLabels, "--test-labels");
        Metric near = metric == null ? Metric.COSINE : metric;
        var task = new LabelTask(
                files.open(train),
                IntRows.read(trainLabels),
                files.open(test),
                IntRows.read(testLabels),
                k == null ? 100 : k,
                near,
                threads);
        return new OpenTask(task, near, files);
    }

    private OpenTask overlap(OpenFiles files, int threads) throws IOException {
        Metric near = metric == null ? Metric.COSINE : metric;
        return new OpenTask(new OverlapTask(files.open(input), k == null ? 10 : k, near, threads), near, files);
    }

    private static void require(Path file, String option) {
        if (file == null) {
            throw new InvalidInputException("give " + option + " too");
        }
    }
}
