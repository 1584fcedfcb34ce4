package dev.tldr4j.cli;

import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Ids;
import dev.tldr4j.evaluate.Judgments;
import dev.tldr4j.evaluate.Preparation;
import dev.tldr4j.evaluate.RetrievalEvaluation;
import dev.tldr4j.evaluate.RetrievalResult;
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
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "JSON: map, recall@10, recall@100, ndcg@10, ndcg@100, mrr@10, queries, skippedQueries, documents, dims,"
                    + " metric, l2, and with --baseline the full vectors' numbers under baseline.",
            "",
            "Examples:",
            "  tldr4j evaluate retrieval --docs docs.npy --queries queries.npy --qrels qrels.tsv --metric cosine",
            "  tldr4j evaluate retrieval --docs docs.npy --queries queries.npy --qrels qrels.tsv \\",
            "      --model encoder.safetensors --l2"
        })
final class EvaluateRetrievalCommand implements Callable<Integer> {
    @Option(names = "--docs", required = true, paramLabel = "FILE", description = "The documents' vectors.")
    private Path docs;

    @Option(names = "--queries", required = true, paramLabel = "FILE", description = "The queries' vectors.")
    private Path queries;

    @Option(
            names = "--qrels",
            required = true,
            paramLabel = "FILE",
            description = "Which documents are relevant to which queries, as text.")
    private Path qrels;

    @Option(
            names = "--exclude",
            paramLabel = "FILE",
            description = "Pairs of query and document, as text: leave this document out when ranking for this query.")
    private Path exclude;

    @Option(names = "--doc-ids", paramLabel = "FILE", description = "The documents' ids, one a line in row order.")
    private Path docIds;

    @Option(names = "--query-ids", paramLabel = "FILE", description = "The queries' ids, one a line in row order.")
    private Path queryIds;

    @Mixin
    private EvaluationOptions options;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    /** How the vectors of one kind did. */
    private record Score(int dims, RetrievalResult result) {}

    @Override
    public Integer call() throws IOException {
        long begin = System.nanoTime();
        Preparation asked = options.asked();
        try (var docVectors = Vectors.open(docs);
                var queryVectors = Vectors.open(queries);
                var progress = common.progress()) {
            RetrievalEvaluation evaluation = evaluation(docVectors, queryVectors);
            Score score = score(evaluation, asked, docVectors, queryVectors, progress);
            Score baseline = options.wantsBaseline(common.json())
                    ? score(evaluation, options.full(), docVectors, queryVectors, progress)
                    : null;
            progress.end();
            print(docVectors, score, baseline, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    /** Reads the text files, which are quick to be wrong, before anything slow is done. */
    private RetrievalEvaluation evaluation(Vectors docVectors, Vectors queryVectors) throws IOException {
        Ids documentNames = Ids.of(docIds, docVectors.rows());
        Ids queryNames = Ids.of(queryIds, queryVectors.rows());
        Judgments judgments = Judgments.read(qrels, queryNames, documentNames);
        Exclusions exclusions =
                exclude == null ? Exclusions.none() : Exclusions.read(exclude, queryNames, documentNames);
        return new RetrievalEvaluation(judgments, exclusions, options.metric(), threads.count());
    }

    private Score score(
            RetrievalEvaluation evaluation,
            Preparation preparation,
            Vectors docVectors,
            Vectors queryVectors,
            ProgressPrinter progress)
            throws IOException {
        try (var preparedDocs = preparation.apply(docVectors, threads.count(), progress);
                var preparedQueries = preparation.apply(queryVectors, threads.count(), progress)) {
            return new Score(preparedDocs.dims(), evaluation.evaluate(preparedDocs, preparedQueries, progress));
        }
    }

    private void print(Vectors docVectors, Score score, Score baseline, double seconds) {
        RetrievalResult result = score.result;
        var json = new LinkedHashMap<String, Object>(result.metrics());
        json.put("queries", result.queries());
        json.put("skippedQueries", result.skippedQueries());
        json.put("documents", docVectors.rows());
        json.put("dims", score.dims);
        json.put("metric", options.metricName());
        json.put("l2", options.l2());
        if (baseline != null) {
            var full = new LinkedHashMap<String, Object>(baseline.result.metrics());
            full.put("dims", baseline.dims);
            json.put("baseline", full);
        }
        json.put("seconds", seconds);
        common.print(
                json,
                "Means over " + Format.count(result.queries()) + " queries with a relevant document ("
                        + Format.count(result.skippedQueries()) + " without), " + Format.count(docVectors.rows())
                        + " documents,\n" + options.search() + ". 1 is perfect.\n\n" + table(score, baseline));
    }

    private Table table(Score score, Score baseline) {
        String title = options.title(score.dims, options.hasModel());
        Map<String, Double> metrics = score.result.metrics();
        if (baseline == null) {
            var table = new Table(Table.Align.LEFT, Table.Align.RIGHT).row("", title);
            metrics.forEach((name, value) -> table.row(name, Format.score(value)));
            return table;
        }
        var table = new Table(Table.Align.LEFT, Table.Align.RIGHT, Table.Align.RIGHT, Table.Align.RIGHT)
                .row("", title, options.title(baseline.dims, false), "of full");
        Map<String, Double> full = baseline.result.metrics();
        metrics.forEach((name, value) -> table.row(
                name, Format.score(value), Format.score(full.get(name)), Format.share(value, full.get(name))));
        return table;
    }
}
