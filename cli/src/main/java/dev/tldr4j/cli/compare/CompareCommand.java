package dev.tldr4j.cli.compare;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.KeepsState;
import dev.tldr4j.cli.common.MethodList;
import dev.tldr4j.cli.common.ProgressPrinter;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.cli.common.YamlArguments;
import dev.tldr4j.cli.evaluate.TaskOptions;
import dev.tldr4j.cli.fit.FitCommand;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.compare.Comparison;
import dev.tldr4j.evaluate.compare.Grid;
import dev.tldr4j.evaluate.report.Recommendation;
import dev.tldr4j.evaluate.storage.Storages;
import dev.tldr4j.learn.neighbors.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures many ways to reduce and store vectors on one task. */
@Command(
        name = "compare",
        description = {
            "Compare ways to reduce vectors, and to store them, on your own.",
            "",
            "Every method learns an encoder for every number of dimensions, and every encoder is measured in every form"
                    + " of storage: by queries with judgments, by labels, or, with neither, by how many of a vector's"
                    + " nearest neighbours it keeps. What is finished is kept in the output folder: the same command"
                    + " goes on after an interruption, and one with more methods or dimensions does only what is new.",
            ""
        },
        sortOptions = false,
        customSynopsis = "tldr4j compare --input FILE --output FOLDER [OPTIONS]",
        footer = {
            "",
            "Writes results.json, table.md, report.html, every encoder under encoders/, and under reduced/ the training"
                    + " rows as methods without encoders (umap and others) reduced them.",
            "",
            "Examples:",
            "  tldr4j compare --input docs.npy --output comparison",
            "  tldr4j compare --docs docs.npy --queries queries.npy --qrels qrels.tsv \\",
            "      --output comparison \\",
            "      --methods pca neighborhood --dims 32 64 --storage float int8 pq16",
            "  tldr4j compare --docs docs.npy --queries queries.npy --qrels qrels.tsv \\",
            "      --output comparison --bytes 32 64 128",
            "  tldr4j compare --config comparison.yaml"
        })
public final class CompareCommand implements Callable<Integer>, KeepsState {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Take options from this YAML file, by their names without dashes; those given here come first.")
    private Path config;

    @Option(names = "--output", paramLabel = "FOLDER", description = "Where the results go; needed.")
    private Path output;

    @Mixin
    private TaskOptions task;

    @Option(
            names = "--methods",
            arity = "1..*",
            paramLabel = "NAME",
            description = "The methods, each with its settings behind a colon, as in"
                    + " tldr:loss=mse,steps=500. pca, pca:whitening=0.5 and neighborhood unless given.")
    private List<String> methods = List.of("pca", "pca:whitening=0.5", FitCommand.NEIGHBORHOOD);

    @Option(
            names = "--dims",
            arity = "1..*",
            split = ",",
            paramLabel = "D",
            description =
                    "The numbers of dimensions. Unless given, 8, 16, 32, 64 and 128, up to half of the full number;"
                            + " then more or fewer, until 99 %% of the full quality lies between them.")
    private List<Integer> dims;

    @Option(
            names = "--bytes",
            arity = "1..*",
            split = ",",
            paramLabel = "N",
            description =
                    "Instead of --dims and --storage: what a vector may take. Every method spends it in 1, 2, 4 and"
                            + " 8 bits a number, as search engines store them (16 bytes of each vector are what Lucene adds), and"
                            + " by product quantization; full vectors are quantized to as many bytes.")
    private List<Integer> bytes = List.of();

    @Option(
            names = "--storage",
            arity = "1..*",
            split = ",",
            paramLabel = "NAME",
            description = "The forms in which vectors are stored: float, half, int8, bit, pq16 and so on. float unless"
                    + " given.")
    private List<String> storage;

    @Option(
            names = "--maps",
            arity = "1..*",
            paramLabel = "NAME",
            description = "Draw maps of the training rows by these methods, learned for two dimensions, such as umap"
                    + " or tldr-mlp. One by pca and those of methods with 2 among --dims are there in any case.")
    private List<String> maps = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "1",
            description = "Learn every encoder that depends on chance N times, with seeds from 0 on.")
    private int seeds;

    @Option(
            names = "--title",
            paramLabel = "TEXT",
            description = "The heading of report.html. The name of the vectors' file, or of its folder, unless given.")
    private String title;

    @Option(
            names = "--neighbors-metric",
            paramLabel = "NAME",
            defaultValue = "l2",
            description = "The metric for methods that learn from neighbours: l2, cosine or dot."
                    + " ${DEFAULT-VALUE} unless given. neighborhood uses cosine in its own space.")
    private Metric neighborsMetric;

    @Option(
            names = "--normalize",
            negatable = true,
            description = "Scale every vector to length 1 before it is stored. On with --metric cosine unless given.")
    private Boolean normalize;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Optional<String> kept() {
        return Optional.ofNullable(output)
                .filter(Files::exists)
                .map(folder -> "what is finished is kept in " + folder + ": the same command continues");
    }

    @Override
    public Integer call() throws IOException {
        if (config != null) {
            List<String> arguments = YamlArguments.read(config, spec);
            return spec.root().commandLine().execute(arguments.toArray(String[]::new));
        }
        if (output == null) {
            throw new InvalidInputException("say in which --output folder the results go");
        }
        long begin = System.nanoTime();
        try (var progress = common.computing();
                var open = task.open(threads.count(), progress)) {
            Map<String, Object> results = compared(open, progress);
            progress.end();
            ComparisonOutput written = ComparisonOutput.write(results, output);
            common.print(written.summary(), written.text((System.nanoTime() - begin) / 1e9));
            return written.anyFinished() ? 0 : 1;
        }
    }

    /** Where nobody says how many dimensions, as many as it takes to have the answer between them. */
    private Map<String, Object> compared(TaskOptions.OpenTask open, ProgressPrinter progress) throws IOException {
        int full = open.task().training().dims();
        if (!bytes.isEmpty()) {
            return compared(open, gridOfBytes(full), progress);
        }
        if (dims != null) {
            return compared(open, grid(dims), progress);
        }
        Set<Integer> tried = new TreeSet<>(usualDims(full));
        Map<String, Object> results = compared(open, grid(List.copyOf(tried)), progress);
        OptionalInt next = Recommendation.nextDims(results);
        while (next.isPresent() && tried.add(next.getAsInt())) {
            progress.note(
                    next.getAsInt() + " dimensions are compared, too: those so far do not have 99 % between them");
            results = compared(open, grid(List.copyOf(tried)), progress);
            next = Recommendation.nextDims(results);
        }
        return results;
    }

    private Map<String, Object> compared(TaskOptions.OpenTask open, Grid grid, ProgressPrinter progress)
            throws IOException {
        boolean normalized = normalize == null ? open.metric() == Metric.COSINE : normalize;
        Map<String, Object> results = new Comparison(
                        open.task(), grid, neighborsMetric, normalized, threads.count(), progress)
                .maps(MethodList.split(maps))
                .run(output);
        if (title != null) {
            results.put("title", title);
        }
        return results;
    }

    private Grid grid(List<Integer> sizes) {
        List<String> forms = storage == null ? List.of(Storages.FLOAT) : storage;
        return new Grid(MethodList.split(methods), sizes, forms, seeds());
    }

    private Grid gridOfBytes(int full) {
        if (dims != null || storage != null) {
            throw new InvalidInputException(
                    "--bytes decide on dimensions and storage: leave out " + (dims != null ? "--dims" : "--storage"));
        }
        return Grid.ofBytes(MethodList.split(methods), bytes, full, seeds());
    }

    private static List<Integer> usualDims(int full) {
        List<Integer> usual = IntStream.of(8, 16, 32, 64, 128)
                .filter(each -> 2 * each <= full)
                .boxed()
                .toList();
        return usual.isEmpty() ? List.of(Math.max(1, full / 2)) : usual;
    }

    private List<Long> seeds() {
        if (seeds < 1) {
            throw new InvalidInputException("--seeds is " + seeds + "; at least 1 is needed");
        }
        return LongStream.range(0, seeds).boxed().toList();
    }
}
