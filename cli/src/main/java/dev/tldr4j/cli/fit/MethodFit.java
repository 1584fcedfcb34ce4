package dev.tldr4j.cli.fit;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Inputs;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;

/** The command {@code fit} with a method by name: of its options, only a few mean something to all methods. */
final class MethodFit {
    private static final Set<String> FOR_ALL = Set.of(
            "--input", "--output", "--dims", "--method", "--seed", "--threads", "--json", "--quiet", "--stacktrace");

    private static final Set<String> FOR_NEIGHBORS = Set.of("--neighbors", "--metric", "--graph");

    private final String text;
    private final Method method;
    private final RecipeOptions options;

    /** @param given the options on the command line; one that the method does not understand is refused */
    MethodFit(String text, RecipeOptions options, List<OptionSpec> given) {
        this.text = text;
        this.options = options;
        Method asNamed = Methods.named(text);
        if (!asNamed.givesEncoder()) {
            throw new InvalidInputException("--method " + text + " gives no encoder: it finds places for the rows"
                    + " themselves; use it in tldr4j compare, which has maps, too");
        }
        for (OptionSpec option : given) {
            requireUnderstood(option.longestName(), asNamed);
        }
        Integer neighbors = options.neighbors();
        List<String> settings = new ArrayList<>();
        if (neighbors != null) {
            settings.add("neighbors=" + neighbors);
        }
        // the default recipe does not take the metric from the material
        if (options.metric() != null && text.startsWith(FitCommand.NEIGHBORHOOD + ":")) {
            settings.add("metric=" + options.metric());
        }
        this.method = settings.isEmpty() ? asNamed : Methods.named(withSettings(String.join(",", settings)));
    }

    private void requireUnderstood(String option, Method asNamed) {
        if (FOR_ALL.contains(option) || FOR_NEIGHBORS.contains(option) && neighbors(asNamed) > 0) {
            return;
        }
        throw new InvalidInputException(
                FOR_NEIGHBORS.contains(option)
                        ? option + ": --method " + text + " asks for no neighbours; leave the option out"
                        : option.equals("--queries")
                                ? option + ": goes with --method neighborhood alone"
                                : option
                                        + ": goes with --method neighborhood or tldr alone; other settings follow the"
                                        + " name, as in --method pca:whitening=0.5");
    }

    private static int neighbors(Method method) {
        return Math.max(method.neighbors(), method.whitenedNeighbors());
    }

    private String withSettings(String settings) {
        return text + (text.contains(":") ? "," : ":") + settings;
    }

    void run(Path input, Path output, int dims, int threads, CommonOptions common) throws IOException {
        long begin = System.nanoTime();
        try (var progress = common.computing();
                var vectors = Inputs.open(input, progress)) {
            var material =
                    new TrainingContext(vectors, options.metric() == null ? Metric.L2 : options.metric(), threads);
            material.listener(progress);
            if (options.graph() != null) {
                NeighborGraph graph = graph();
                material.graph(graph);
                material.whitenedGraph(graph);
            }
            Encoder encoder = method.fit(material, dims, options.seed());
            encoder.save(output);
            progress.end();
            new FitReport(input, output, threads, common)
                    .print(vectors, encoder, progress, (System.nanoTime() - begin) / 1e9);
        }
    }

    /** One that is too short would be searched anew without a word. */
    private NeighborGraph graph() throws IOException {
        NeighborGraph graph = NeighborGraph.load(options.graph());
        if (graph.k() < neighbors(method)) {
            throw new InvalidInputException(graph.name() + " has " + graph.k() + " neighbours a row, fewer than the "
                    + neighbors(method) + " that " + text + " asks for; say how many with --neighbors");
        }
        return graph;
    }
}
