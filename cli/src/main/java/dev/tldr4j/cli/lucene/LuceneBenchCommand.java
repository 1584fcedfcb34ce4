package dev.tldr4j.cli.lucene;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Models;
import dev.tldr4j.cli.common.RemovedOptions;
import dev.tldr4j.cli.common.TemporaryFolder;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.cli.fit.FitCommand;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.engine.IndexPlan;
import dev.tldr4j.evaluate.engine.IndexPlan.Quantization;
import dev.tldr4j.evaluate.engine.SearchEngine;
import dev.tldr4j.evaluate.engine.SearchTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what shorter vectors save in Lucene, and what they cost. */
@Command(
        name = "lucene-bench",
        description = {
            "Measure what shorter vectors save in a Lucene index, and what they cost.",
            "",
            "The same vectors are indexed in full, reduced by PCA and reduced by fit's default method, each as they are and with"
                    + " Lucene's own quantization. Every index is one segment with one graph (HNSW). Then all are asked the"
                    + " same queries in turn, by one thread, warmed up. This needs Java 21 or newer.",
            "",
            "With --docs, --queries and --qrels the score is nDCG@10. Without --qrels it is recall@10: how many of the"
                    + " ten nearest by exact search in full are found. With --input, rows drawn from the file are the"
                    + " queries, and the rest is indexed. Near is what has a large cosine.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "re-ranked: the candidates are ordered by their full vectors. Those of a reduced index are bytes in a column"
                    + " of doc values; the disk holds that column, the memory need not. Lucene keeps the floats of"
                    + " quantized vectors on disk, too.",
            "",
            "JSON: engine, java, documents, queries, metric (ndcg@10 or recall@10), candidates, indexes: a list of"
                    + " method, model, dims, quantization, reranked, indexBytes, memoryBytes, bytes (by part),"
                    + " indexSeconds, p50Micros, p99Micros and the metric.",
            "",
            "Examples:",
            "  tldr4j lucene-bench --docs docs.npy --queries queries.npy --qrels qrels.tsv --dims 64",
            "  tldr4j lucene-bench --input x.npy --model encoder.safetensors --quantization none,bit"
        })
public final class LuceneBenchCommand implements Callable<Integer> {
    private static final int JAVA = 21;
    private static final int MOST_CONNECTIONS = 512;
    private static final int WIDEST_BEAM = 3_200;

    @Mixin
    private SearchTaskOptions task;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "An encoder to index with; PCA is measured at as many dimensions. May be given again.")
    private List<Path> models = List.of();

    @Option(
            names = "--dims",
            split = ",",
            paramLabel = "D",
            description =
                    "Learn an encoder of D dimensions from the documents first, as fit does. Several, with commas, are"
                            + " measured one after the other.")
    private Set<Integer> dims = Set.of();

    /** As {@link RemovedOptions} has it. */
    @Option(names = "--effort", hidden = true)
    private String effort;

    @Option(
            names = "--quantization",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "none,int8,bit",
            description = "What Lucene does to the vectors it searches: none, int8, int4, bit; several with commas."
                    + " ${DEFAULT-VALUE} unless given.")
    private List<Quantization> quantizations;

    @Option(
            names = "--candidates",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many documents a search finds in the graph; the best 10 count. More take longer and miss"
                    + " less. ${DEFAULT-VALUE} unless given.")
    private int candidates;

    @Option(
            names = "--max-connections",
            paramLabel = "M",
            defaultValue = "16",
            description = "Of a vector in the graph. ${DEFAULT-VALUE}, Lucene's own, unless given.")
    private int maxConnections;

    @Option(
            names = "--beam-width",
            paramLabel = "N",
            defaultValue = "100",
            description =
                    "Candidates for these while the graph is built. ${DEFAULT-VALUE}, Lucene's own, unless given.")
    private int beamWidth;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    @Override
    public Integer call() throws IOException {
        check();
        SearchEngine engine = engine();
        // files are quick to be wrong, and what follows is slow
        List<NamedEncoder> loaded = new ArrayList<>();
        for (Path model : models) {
            loaded.add(NamedEncoder.load(model));
        }
        try (var progress = common.computing();
                var open = task.open(threads.count(), progress);
                var folder = new TemporaryFolder("tldr4j-lucene-");
                var indexes = new BenchIndexes(engine, folder.path(), open.docs())) {
            RemovedOptions.note("--effort", effort, progress);
            loaded.forEach(each -> Models.check(each.encoder(), each.model(), open.docs()));
            var encoders = new BenchEncoders(open.docs(), threads.count(), progress);
            for (NamedEncoder encoder : compared(loaded, encoders)) {
                for (Quantization quantization : quantizations) {
                    var plan = new IndexPlan(encoder.encoder(), quantization, maxConnections, beamWidth);
                    indexes.build(encoder, plan, progress);
                }
            }
            var times = new SearchTimes(open.task(), candidates);
            List<SearchTimes.Figures> figures = times.measure(indexes.contenders(), progress);
            progress.end();
            var result = new LuceneBenchResult(
                    engine, open.task(), open.docs().rows(), open.docs().dims(), candidates);
            common.print(result.json(indexes.rows(), figures), threads.count(), result.text(indexes.rows(), figures));
        }
        return 0;
    }

    /** Full vectors, then PCA at every number of dimensions, then what is asked about. */
    private List<NamedEncoder> compared(List<NamedEncoder> loaded, BenchEncoders encoders) throws IOException {
        List<NamedEncoder> asked = new ArrayList<>(loaded);
        for (int d : dims) {
            asked.add(encoders.by(FitCommand.NEIGHBORHOOD, d));
        }
        List<NamedEncoder> compared = new ArrayList<>(List.of(NamedEncoder.FULL));
        for (int d : new LinkedHashSet<>(
                asked.stream().map(encoder -> encoder.encoder().outputDims()).toList())) {
            compared.add(encoders.by("pca", d));
        }
        compared.addAll(asked);
        return compared;
    }

    private void check() {
        if (models.isEmpty() && dims.isEmpty()) {
            throw new InvalidInputException("say what to reduce by: give --model, --dims or both");
        }
        if (candidates < 10) {
            throw new InvalidInputException("--candidates " + candidates + ": at least 10 are needed");
        }
        if (maxConnections < 2 || maxConnections > MOST_CONNECTIONS) {
            throw new InvalidInputException(
                    "--max-connections " + maxConnections + ": must be from 2 to " + MOST_CONNECTIONS);
        }
        if (beamWidth < 1 || beamWidth > WIDEST_BEAM) {
            throw new InvalidInputException("--beam-width " + beamWidth + ": must be from 1 to " + WIDEST_BEAM);
        }
    }

    /** The part that is compiled for a newer Java than this. */
    private static SearchEngine engine() {
        int java = Runtime.version().feature();
        if (java < JAVA) {
            throw new InvalidInputException("lucene-bench needs Java " + JAVA + " or newer, and this is Java " + java
                    + "; install one, or set JAVA_HOME to it");
        }
        return ServiceLoader.load(SearchEngine.class)
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "the module lucene-bench is not on the class path; start the command with ./tldr4j"));
    }
}
