package dev.tldr4j.cli;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.TrainingReport;
import dev.tldr4j.learn.Validation;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Learns an encoder from a file of vectors. */
@Command(
        name = "fit",
        description = {
            "Learn an encoder from a file of vectors.",
            "",
            "Finds every vector's nearest neighbours and trains an encoder whose short outputs agree for"
                    + " neighbours. No labels are needed. The same input, seed and number of threads give the same"
                    + " encoder, bit for bit. Only --input, --dims and --output must be given; what else is not given"
                    + " comes from the recipe.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "Recipes:           default            paper",
            "  --neighbors      2                  3",
            "  --metric         l2                 l2",
            "  --projector      mlp-2-2048, or     mlp-2-8192",
            "                   mlp-2-1024 for 16",
            "                   dims and fewer,",
            "                   mlp-3-512 for 4",
            "  --optimizer      adam               lars",
            "  --init           pca                random",
            "  --whitening      0.5                (none: the vectors as they are)",
            "  --lambda         0.01               0.0039",
            "  --learning-rate  0.001              0.8 (0.2 for every 256 pairs of a batch)",
            "  --encoder-pace   by dims and rows   1",
            "  --steps          60 to about 500,   100 epochs",
            "                   by rows; 4 times",
            "                   that for flinear",
            "                   and mlp encoders",
            "  --batch-size     1024               1024",
            "  --seed           0                  0",
            "",
            "Examples:",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors --metric cosine --sample 200000",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors --recipe paper --seed 7",
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
    private CommonOptions common;

    @Override
    public Integer call() throws IOException {
        checkOutputs();
        long begin = System.nanoTime();
        try (var vectors = Vectors.open(input);
                var measured = validation.open(vectors, recipe.metric(), threads.count(), recipe.seed());
                var progress = common.progress()) {
            Encoder encoder = fit(vectors, measured.validation(), progress);
            encoder.save(output);
            progress.end();
            print(vectors, encoder, progress, (System.nanoTime() - begin) / 1e9);
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
        going.apply(builder);
        if (log == null) {
            return builder.fit(vectors);
        }
        try (var lines = new FitLog(log, going.resume(), progress)) {
            return builder.listener(lines).fit(vectors);
        }
    }

    private void print(Vectors vectors, Encoder encoder, ProgressPrinter progress, double seconds) {
        var json = new LinkedHashMap<String, Object>();
        json.put("model", output.toString());
        json.put("id", encoder.id());
        json.put("inputDims", encoder.inputDims());
        json.put("outputDims", encoder.outputDims());
        json.put("rows", trainingRows(encoder));
        json.put("seconds", seconds);
        json.put("stages", progress.stageSeconds());
        json.put("firstLoss", finiteOrNull(progress.firstLoss()));
        json.put("loss", finiteOrNull(progress.lastLoss()));
        if (progress.lastMeasured() != null) {
            json.put("measure", progress.lastMeasured().figureName());
            json.put("firstFigure", progress.firstMeasured().figure());
            json.put("figure", progress.lastMeasured().figure());
        }
        json.put("notes", progress.notes());
        json.put("settings", encoder.metadata());
        common.print(json, text(vectors, encoder, progress, seconds));
    }

    private static Double finiteOrNull(double number) {
        return Double.isFinite(number) ? number : null;
    }

    private String text(Vectors vectors, Encoder encoder, ProgressPrinter progress, double seconds) {
        String stages = progress.stageSeconds().entrySet().stream()
                .map(stage -> stage.getKey() + " " + Format.seconds(stage.getValue()))
                .collect(Collectors.joining(", "));
        int d = encoder.outputDims();
        var table = new Table(Table.Align.LEFT, Table.Align.LEFT)
                .row("encoder", output + " (id " + encoder.id() + ")")
                .row("vectors", Sizes.reduction(encoder))
                .row("learned from", learnedFrom(vectors, encoder))
                .row("time", Format.seconds(seconds) + (stages.isEmpty() ? "" : ": " + stages));
        if (Double.isFinite(progress.lastLoss())) {
            table.row(
                    "loss",
                    Format.loss(progress.lastLoss()) + " at the end, " + Format.loss(progress.firstLoss())
                            + (progress.firstLossStep() == 1 ? " at the first step" : when(progress.firstLossStep())));
        }
        TrainingReport last = progress.lastMeasured();
        if (last != null) {
            table.row(
                    last.figureName(),
                    Format.score(last.figure()) + " at the end, "
                            + Format.score(progress.firstMeasured().figure())
                            + when(progress.firstMeasured().step())
                            + (earlyStop ? ", " + best(encoder) + " of the encoder taken" : ""));
        }
        return table + "\nGo on:\n  tldr4j encode --model " + output + " --input " + input + " --output reduced-" + d
                + ".npy\n  tldr4j evaluate --help\n";
    }

    /** A resumed fit does not know its start any more. */
    private static String when(long step) {
        return step == 0 ? " at the start" : " at step " + Format.count(step) + ", when it was resumed";
    }

    private static String best(Encoder encoder) {
        return Format.score(Double.parseDouble(encoder.metadata().get("figure")));
    }

    private static String learnedFrom(Vectors vectors, Encoder encoder) {
        int rows = trainingRows(encoder);
        String all = Format.count(vectors.rows()) + " rows of " + vectors.name();
        return rows == vectors.rows() ? all : Format.count(rows) + " of the " + all;
    }

    private static int trainingRows(Encoder encoder) {
        return Integer.parseInt(encoder.metadata().get("training_rows"));
    }
}
