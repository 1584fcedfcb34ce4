package dev.tldr4j.cli;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.Validation;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
            "Finds every vector's nearest neighbours and trains an encoder whose short outputs agree for"
                    + " neighbours. No labels are needed. The same input, seed and number of threads give the same"
                    + " encoder, bit for bit, on the same kernels of OpenBLAS. Only --input, --dims and --output must be"
                    + " given; what else is not given comes from the recipe.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "Recipes:           default            paper",
            "  --neighbors      3                  3",
            "                   1 from 20,000 rows",
            "                   or 33 dims on",
            "  --metric         l2                 l2",
            "  --projector      mlp-2-2048, or     mlp-2-8192",
            "                   mlp-2-1024 for few",
            "                   rows",
            "  --reconstruction 0.3                0",
            "  --optimizer      adam               lars",
            "  --init           pca                random",
            "  --whitening      1, damped as       (none: the vectors as they are)",
            "                   suits the vectors",
            "  --lambda         0.01               0.0039",
            "  --learning-rate  0.001              0.8 (0.2 for every 256 pairs of a batch)",
            "                   0.0005 with many",
            "                   rows and 5 to 15",
            "                   dims",
            "  --encoder-pace   by dims and rows   1",
            "  --steps          120 to about 2000, 100 epochs",
            "                   by rows",
            "  --batch-size     1024               1024",
            "  --seed           0                  0",
            "With --effort quick, mlp-2-512 and a quarter to half of the steps; with best, twice the steps. flinear"
                    + " and mlp encoders have values of their own: see docs/reference/settings.md.",
            "",
            "Examples:",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors --metric cosine --sample 200000",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors --recipe paper --seed 7",
            "",
            "Example of another method, to compare with:",
            "  tldr4j fit --input docs.npy --dims 64 --output pca.safetensors --method pca:whitening=0.5",
            "",
            "Example of a long fit that may be interrupted at any moment, and started again in the same way:",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors --checkpoint state --resume",
            "",
            "Example of a fit that is watched and takes the best encoder on its way:",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors --early-stop --log fit.jsonl",
            "",
            "Example of a fit that goes on with more vectors:",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors --keep-projector p.safetensors",
            "  tldr4j fit --input more.npy --dims 64 --output second.safetensors --from encoder.safetensors \\",
            "      --from-projector p.safetensors"
        })
final class FitCommand implements Callable<Integer> {
    private static final String TLDR = "tldr";

    @Option(names = "--input", required = true, paramLabel = "FILE", description = "The vectors to learn from.")
    private Path input;

    @Option(
            names = "--dims",
            required = true,
            paramLabel = "D",
            description = "How many numbers an encoded vector has; fewer than the input's.")
    private int dims;

    @Option(
            names = "--output",
            required = true,
            paramLabel = "FILE",
            description = "The encoder's file, by custom *.safetensors.")
    private Path output;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            defaultValue = TLDR,
            completionCandidates = MethodNames.class,
            description = "How to reduce: ${COMPLETION-CANDIDATES}. Settings follow behind a colon, as in"
                    + " pca:whitening=0.5. All but ${DEFAULT-VALUE}, which is taken unless given, understand of the"
                    + " options below only --neighbors, --metric and --graph, where they ask for neighbours, --seed"
                    + " and --threads.")
    private String method;

    @Mixin
    private RecipeOptions recipe;

    @Option(
            names = "--hold-out",
            paramLabel = "N",
            description = "Do not learn from N rows, drawn at random; measure on them, some twenty times, how many of"
                    + " their ten nearest neighbours stay among the ten nearest.")
    private Integer holdOut;

    @Option(
            names = "--early-stop",
            description = "Take the encoder that measured best, and end training when a quarter of the steps brought"
                    + " none better. Holds out a tenth of the rows, at most 1000, unless told what to measure on.")
    private boolean earlyStop;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Write loss, learning rate, speed, time and what was measured to this file, a JSON object a"
                    + " line, as training goes; by custom *.jsonl.")
    private Path log;

    @Mixin
    private ValidationOptions validation;

    @Mixin
    private ContinueOptions going;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private DeviceOptions device;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        checkOutputs();
        if (!method.equals(TLDR)) {
            var given = spec.commandLine().getParseResult().matchedOptions();
            new MethodFit(method, recipe, given).run(input, output, dims, threads.count(), common);
            return 0;
        }
        long begin = System.nanoTime();
        try (var progress = common.computing();
                var vectors = Inputs.open(input, progress);
                var measured = validation.open(vectors, recipe.metric(), threads.count(), recipe.seed(), progress)) {
            Encoder encoder = fit(vectors, measured.validation(), progress);
            encoder.save(output);
            progress.end();
            new FitReport(input, output, threads.count(), common)
                    .print(vectors, encoder, progress, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    private void checkOutputs() throws IOException {
        Path[] inputs = Stream.of(new Path[] {input}, recipe.files(), validation.files(), going.files())
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

    private Encoder fit(Vectors vectors, Validation measure, ProgressPrinter progress) throws IOException {
        Tldr.Builder builder = Tldr.builder()
                .dims(dims)
                .threads(threads.count())
                .earlyStop(earlyStop)
                .validation(measure)
                .listener(progress)
                .cancelWhen(common::cancelled);
        RecipeOptions.set(holdOut, builder::holdOut);
        recipe.apply(builder);
        device.apply(builder);
        going.apply(builder);
        if (log == null) {
            return builder.fit(vectors);
        }
        try (var lines = new FitLog(log, going.resume(), progress)) {
            return builder.listener(lines).fit(vectors);
        }
    }
}
