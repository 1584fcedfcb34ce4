package dev.tldr4j.cli.fit;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Inputs;
import dev.tldr4j.cli.common.KeepsState;
import dev.tldr4j.cli.common.Outputs;
import dev.tldr4j.cli.common.ProgressPrinter;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Learns an encoder from a file of vectors. */
@Command(
        name = "fit",
        description = {
            "Learn an encoder from a file of vectors.",
            "",
            "Trains an encoder that preserves neighbourhoods, and compares it with simpler ones on rows it did not"
                    + " learn from. No labels are needed.",
            ""
        },
        sortOptions = false,
        customSynopsis = "tldr4j fit --input FILE --dims D --output FILE [OPTIONS]",
        footer = {
            "",
            "What is not given comes from the recipe. The same input, seed and number of threads give the same encoder,"
                    + " bit for bit, on the same kernels of OpenBLAS. docs/reference/settings.md has more on every"
                    + " setting.",
            "",
            "Examples:",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors",
            "  tldr4j fit --input docs.npy --bytes 64 --output encoder.safetensors",
            "Another method, to compare with:",
            "  tldr4j fit --input docs.npy --dims 64 --output pca.safetensors \\",
            "      --method pca:whitening=0.5",
            "A long fit that may be interrupted, and started again in the same way:",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors \\",
            "      --checkpoint state --resume"
        })
public final class FitCommand implements Callable<Integer>, KeepsState {
    public static final String NEIGHBORHOOD = "neighborhood";
    static final String TLDR = "tldr";

    @Option(names = "--input", required = true, paramLabel = "FILE", description = "The vectors to learn from.")
    private Path input;

    @Option(
            names = "--dims",
            paramLabel = "D",
            description = "How many numbers an encoded vector has; fewer than the input's. Needed, unless --bytes are"
                    + " given.")
    private Integer dims;

    @Option(
            names = "--output",
            required = true,
            paramLabel = "FILE",
            description = "The encoder's file, by custom *.safetensors.")
    private Path output;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            defaultValue = NEIGHBORHOOD,
            completionCandidates = MethodNames.class,
            description = "How to reduce: ${DEFAULT-VALUE} (the default recipe, unless given), tldr (the paper's), pca,"
                    + " pca:whitening=0.5 and so on. Of ${COMPLETION-CANDIDATES}. All but the first and tldr take of the options below only --seed, --threads and, where they ask for neighbours,"
                    + " --neighbors, --metric and --graph.")
    private String method;

    @Option(
            names = "--queries",
            paramLabel = "FILE",
            description =
                    "A few hundred sample queries, without judgments, where queries differ from the vectors of --input:"
                            + " a quarter of what is learned is then how to keep the rows nearest to them.")
    private Path queries;

    @Mixin
    private RecipeOptions recipe;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Write loss, learning rate, speed, time and what was measured to this file, a JSON object a"
                    + " line, as training goes; by custom *.jsonl.")
    private Path log;

    @Mixin
    private ValidationOptions validation;

    @Mixin
    private WarmStartOptions going;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Optional<String> kept() {
        return going.kept();
    }

    @Override
    public Integer call() throws IOException {
        checkOutputs();
        var given = spec.commandLine().getParseResult().matchedOptions();
        if (method.equals(TLDR)) {
            recipe.recipeOf(method, Recipe.PAPER);
        } else if (method.equals(NEIGHBORHOOD)) {
            if (given.stream().anyMatch(option -> option.longestName().equals("--method"))) {
                recipe.recipeOf(method, Recipe.DEFAULT);
            }
        } else {
            requireSize("--dims", dims);
            new MethodFit(method, recipe, given).run(input, output, dims, threads.count(), common);
            return 0;
        }
        requireSize("--dims or --bytes", dims == null ? recipe.bytes() : dims);
        long begin = System.nanoTime();
        try (var progress = common.computing();
                var vectors = Inputs.open(input, progress);
                var sample = queries == null ? null : Inputs.open(queries, progress);
                var measured =
                        validation.open(vectors, recipe.measuredBy(), threads.count(), recipe.seed(), progress)) {
            Encoder encoder = fit(vectors, sample, measured.validation(), progress);
            encoder.save(output);
            progress.end();
            new FitReport(input, output, threads.count(), common)
                    .print(vectors, encoder, progress, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    private static void requireSize(String options, Integer given) {
        if (given == null) {
            throw new InvalidInputException("give " + options + ": how long an encoded vector shall be");
        }
    }

    private void checkOutputs() throws IOException {
        Path[] inputs = Stream.of(new Path[] {input, queries}, recipe.files(), validation.files(), going.files())
                .flatMap(Arrays::stream)
                .toArray(Path[]::new);
        List<Path> outputs = new ArrayList<>();
        for (Path file : Arrays.asList(output, going.keepProjector(), log)) {
            if (file != null) {
                if (outputs.contains(file.toAbsolutePath().normalize())) {
                    throw new InvalidInputException(file + ": is named twice; name another file for one of the two");
                }
                outputs.add(file.toAbsolutePath().normalize());
                Outputs.check(file, inputs);
            }
        }
    }

    private Encoder fit(Vectors vectors, Vectors sample, Validation measure, ProgressPrinter progress)
            throws IOException {
        Tldr.Builder builder = Tldr.builder()
                .threads(threads.count())
                .queries(sample)
                .validation(measure)
                .listener(progress)
                .cancelWhen(common::cancelled);
        RecipeOptions.set(dims, builder::dims);
        recipe.apply(builder);
        going.apply(builder);
        if (log == null) {
            return builder.fit(vectors);
        }
        try (var lines = new FitLog(log, going.resume(), progress)) {
            return builder.listener(lines).fit(vectors);
        }
    }
}
