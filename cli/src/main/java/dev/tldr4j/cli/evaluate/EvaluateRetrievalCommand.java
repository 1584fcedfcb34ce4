package dev.tldr4j.cli.evaluate;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.Inputs;
import dev.tldr4j.cli.common.ProgressPrinter;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.RetrievalEvaluation;
import dev.tldr4j.evaluate.RetrievalResult;
import dev.tldr4j.evaluate.RevisitedEvaluation;
import dev.tldr4j.evaluate.RevisitedJudgments;
import dev.tldr4j.evaluate.RevisitedResult;
import dev.tldr4j.evaluate.storage.StoredVectors;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures search with judged queries. */
@Command(
        name = "retrieval",
        description = {
            "Measure how well queries find the documents that are judged relevant.",
            "",
            "Every query is compared with every document. The qrels file has a line for each judgment: query, document"
                    + " and grade, or TREC's four columns; queries and documents are row numbers from 0 unless id"
                    + " files are given; a header line is allowed. Queries without a relevant document do not count.",
            "",
            "With --protocol instead of --qrels, by the Medium and Hard protocols of the revisited Oxford and Paris"
                    + " sets: a line of that file has query, document and easy, hard or junk.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "JSON: map, recall@10, recall@100, ndcg@10, ndcg@100, mrr@10, queries, skippedQueries, documents, dims,"
                    + " metric, normalized, storage, bytesPerVector, sharedBytes, and with --baseline the full vectors' numbers under baseline."
                    + " With --protocol the measures are map_medium, map_hard and mp@1, mp@5 and mp@10 of both, and"
                    + " hardQueries is there too.",
            "",
            "Examples:",
            "  tldr4j evaluate retrieval --docs d.npy --queries q.npy --qrels qrels.tsv",
            "  tldr4j evaluate retrieval --docs d.npy --queries q.npy --qrels qrels.tsv \\",
            "      --model encoder.safetensors --normalize"
        })
final class EvaluateRetrievalCommand implements Callable<Integer> {
    @Option(names = "--docs", required = true, paramLabel = "FILE", description = "The documents' vectors.")
    private Path docs;

    @Option(names = "--queries", required = true, paramLabel = "FILE", description = "The queries' vectors.")
    private Path queries;

    @Mixin
    private JudgmentOptions judgments;

    @Option(
            names = "--protocol",
            paramLabel = "FILE",
            description = "Instead of --qrels: which documents are easy, hard or junk for which queries, as text.")
    private Path protocol;

    @Mixin
    private EvaluationOptions options;

    @Mixin
    private BaselineOption baseline;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    /**
     * How the vectors of one kind did.
     *
     * @param counts of queries, by their names in JSON
     */
    private record Score(StoredVectors docs, Map<String, Double> metrics, Map<String, Integer> counts) {}

    /** What is measured. */
    private interface Task {
        Score score(StoredVectors docs, Vectors queries, ProgressListener listener);
    }

    @Override
    public Integer call() throws IOException {
        long begin = System.nanoTime();
        EvaluationOptions.Form asked = options.asked();
        try (var progress = common.computing();
                var docVectors = Inputs.open(docs, progress);
                var queryVectors = Inputs.open(queries, progress)) {
            options.noteUnlearned(progress);
            Task task = task(queryVectors, docVectors);
            Score score = score(task, asked, docVectors, queryVectors, progress);
            Score full = baseline.wanted(options, common.json())
                    ? score(task, options.full(), docVectors, queryVectors, progress)
                    : null;
            progress.end();
            print(docVectors, score, full, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    /** Reads the text files, which are quick to be wrong, before anything slow is done. */
    private Task task(Vectors queryVectors, Vectors docVectors) throws IOException {
        if (judgments.haveQrels() == (protocol != null)) {
            throw new InvalidInputException("give either --qrels or --protocol");
        }
        if (protocol == null) {
            JudgmentOptions.Read read = judgments.read(queryVectors, docVectors);
            return byGrades(
                    new RetrievalEvaluation(read.judgments(), read.exclusions(), options.metric(), threads.count()));
        }
        if (judgments.haveExclusions()) {
            throw new InvalidInputException("--exclude goes with --qrels; in " + protocol
                    + ", call a document junk to leave it out of a query's ranking");
        }
        return byProtocol(new RevisitedEvaluation(RevisitedJudgments.read(
                protocol, judgments.queryNames(queryVectors), judgments.documentNames(docVectors))));
    }

    private static Task byGrades(RetrievalEvaluation evaluation) {
        return (docs, queries, listener) -> {
            RetrievalResult result = evaluation.evaluate(docs, queries, listener);
            var counts = new LinkedHashMap<String, Integer>();
            counts.put("queries", result.queries());
            counts.put("skippedQueries", result.skippedQueries());
            return new Score(docs, result.metrics(), counts);
        };
    }

    private static Task byProtocol(RevisitedEvaluation evaluation) {
        return (docs, queries, listener) -> {
            RevisitedResult result = evaluation.evaluate(docs, queries, listener);
            var counts = new LinkedHashMap<String, Integer>();
            counts.put("queries", result.medium().queries());
            counts.put("hardQueries", result.hard().queries());
            counts.put("skippedQueries", result.skippedQueries());
            return new Score(docs, result.metrics(), counts);
        };
    }

    private Score score(
            Task task, EvaluationOptions.Form form, Vectors docVectors, Vectors queryVectors, ProgressPrinter progress)
            throws IOException {
        try (var preparedDocs = form.prepare(docVectors, threads.count(), progress);
                var preparedQueries = form.prepare(queryVectors, threads.count(), progress)) {
            StoredVectors stored = form.store(preparedDocs, threads.count(), progress);
            return task.score(stored, preparedQueries, progress);
        }
    }

    private void print(Vectors docVectors, Score score, Score baseline, double seconds) {
        var json = new LinkedHashMap<String, Object>(score.metrics);
        json.putAll(score.counts);
        json.put("documents", docVectors.rows());
        options.describe(score.docs, json);
        if (baseline != null) {
            var full = new LinkedHashMap<String, Object>(baseline.metrics);
            full.put("dims", baseline.docs.dims());
            json.put("baseline", full);
        }
        json.put("seconds", seconds);
        Integer hard = score.counts.get("hardQueries");
        common.print(
                json,
                threads.count(),
                "Means over " + Format.count(score.counts.get("queries")) + " queries with a relevant document ("
                        + (hard == null ? "" : Format.count(hard) + " with a hard one, ")
                        + Format.count(score.counts.get("skippedQueries")) + " without), "
                        + Format.count(docVectors.rows()) + " documents,\n" + options.search() + ". 1 is perfect.\n\n"
                        + table(score, baseline));
    }

    private Table table(Score score, Score baseline) {
        String title = options.title(score.docs.dims());
        if (baseline == null) {
            var table = new Table(Table.Align.LEFT, Table.Align.RIGHT).row("", title);
            score.metrics.forEach((name, value) -> table.row(name, Format.score(value)));
            return table;
        }
        var table = new Table(Table.Align.LEFT, Table.Align.RIGHT, Table.Align.RIGHT, Table.Align.RIGHT)
                .row("", title, options.fullTitle(baseline.docs.dims()), "of full");
        Map<String, Double> full = baseline.metrics;
        score.metrics.forEach((name, value) -> table.row(
                name, Format.score(value), Format.score(full.get(name)), Format.share(value, full.get(name))));
        return table;
    }
}
