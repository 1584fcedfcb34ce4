package dev.tldr4j.cli.fit;

import dev.tldr4j.cli.common.OpenFiles;
import dev.tldr4j.cli.common.ProgressPrinter;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Ids;
import dev.tldr4j.evaluate.Judgments;
import dev.tldr4j.evaluate.LabelValidation;
import dev.tldr4j.evaluate.RetrievalEvaluation;
import dev.tldr4j.evaluate.RetrievalValidation;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** A task of the user's own, to measure an encoder on while it is learned. */
final class ValidationOptions {
    @Option(
            names = "--validation-docs",
            paramLabel = "FILE",
            description = "Measure on these vectors, with --validation-queries or --validation-labels; on those of"
                    + " --input unless given.")
    private Path docs;

    @Option(
            names = "--validation-queries",
            paramLabel = "FILE",
            description = "Measure nDCG@10 for these queries, with --validation-qrels.")
    private Path queries;

    @Option(
            names = "--validation-qrels",
            paramLabel = "FILE",
            description = "Which rows are relevant to which queries, as text; see tldr4j evaluate retrieval --help.")
    private Path qrels;

    @Option(
            names = "--validation-exclude",
            paramLabel = "FILE",
            description = "Pairs of query and row to leave out of the ranking, as text.")
    private Path exclude;

    @Option(
            names = "--validation-labels",
            paramLabel = "FILE",
            description =
                    "Measure how often the ten nearest neighbours vote for a row's own label. One whole number a row.")
    private Path labels;

    Path[] files() {
        return new Path[] {docs, queries, qrels, exclude, labels};
    }

    /** A validation with the files it reads from, which stay open as long. */
    record Opened(Validation validation, OpenFiles files) implements AutoCloseable {
        @Override
        public void close() {
            files.close();
        }
    }

    /** The validation is null where none was asked for. */
    Opened open(Vectors input, Metric metric, int threads, long seed, ProgressPrinter progress) throws IOException {
        OpenFiles files = new OpenFiles(progress);
        boolean retrieval = queries != null || qrels != null || exclude != null;
        if (!retrieval && labels == null) {
            if (docs != null) {
                throw new InvalidInputException("--validation-docs says what to measure on; say how, with"
                        + " --validation-queries and --validation-qrels, or with --validation-labels");
            }
            return new Opened(null, files);
        }
        if (retrieval && labels != null) {
            throw new InvalidInputException("measure retrieval or labels, not both");
        }
        if (retrieval && (queries == null || qrels == null)) {
            throw new InvalidInputException("--validation-queries and --validation-qrels go together");
        }
        try {
            Vectors rows = docs == null ? input : files.open(docs);
            rows.requireSameDims(input);
            Validation validation = retrieval
                    ? retrieval(rows, files.open(queries), metric, threads)
                    : new LabelValidation(rows, IntRows.read(labels), metric, threads, seed);
            return new Opened(validation, files);
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private Validation retrieval(Vectors rows, Vectors queryVectors, Metric metric, int threads) throws IOException {
        Ids queryNames = Ids.rowNumbers(queryVectors.rows());
        Ids rowNames = Ids.rowNumbers(rows.rows());
        Judgments judgments = Judgments.read(qrels, queryNames, rowNames);
        Exclusions exclusions = exclude == null ? Exclusions.none() : Exclusions.read(exclude, queryNames, rowNames);
        return new RetrievalValidation(
                rows, queryVectors, new RetrievalEvaluation(judgments, exclusions, metric, threads));
    }
}
