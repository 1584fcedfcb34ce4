package dev.tldr4j.cli;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.LossKind;
import dev.tldr4j.learn.OptimizerKind;
import dev.tldr4j.learn.PairKind;
import dev.tldr4j.learn.Recipe;
import dev.tldr4j.learn.Start;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
            "                   dims and fewer",
            "  --optimizer      adam               lars",
            "  --init           pca                random",
            "  --whitening      0.5                (none without pca)",
            "  --lambda         0.01               0.0039",
            "  --learning-rate  0.001              0.8 (0.2 for every 256 pairs of a batch)",
            "  --encoder-pace   by dims and rows   1",
            "  --steps          60 to about 500,   100 epochs",
            "                   by rows",
            "  --batch-size     1024               1024",
            "  --seed           0                  0",
            "",
            "Examples:",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors --metric cosine --sample 200000",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors --recipe paper --seed 7",
            "",
            "Example of a long fit that may be interrupted at any moment, and started again in the same way:",
            "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors --checkpoint state --resume"
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

    @Option(
            names = "--recipe",
            paramLabel = "NAME",
            description = "Where settings come from that are not given: default (short, from the PCA solution) or"
                    + " paper (as published, many more steps). See below.")
    private Recipe recipe;

    @Option(names = "--neighbors", paramLabel = "K", description = "Pair every vector with its K nearest others.")
    private Integer neighbors;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            description =
                    "What near means: l2, cosine or dot. With cosine, the encoder scales its outputs to" + " length 1.")
    private Metric metric;

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "Take the neighbours from this file (see tldr4j neighbors) instead of searching.")
    private Path graph;

    @Option(
            names = "--encoder",
            paramLabel = "SHAPE",
            description =
                    "What the encoder is made of: linear, one matrix; flinear-LAYERS-WIDTH, several that are folded"
                            + " into one after training; or mlp-LAYERS-WIDTH, with ReLUs between, which stay. linear unless"
                            + " given.")
    private String encoder;

    @Option(
            names = "--projector",
            paramLabel = "SHAPE",
            description = "The network between encoder and loss, used in training only: mlp-LAYERS-WIDTH, such as"
                    + " mlp-2-2048, linear, or none.")
    private String projector;

    @Option(
            names = "--loss",
            paramLabel = "NAME",
            description = "What is made small: barlow (neighbours agree, outputs are decorrelated), mse (the projector"
                    + " makes the input again) or contrastive (neighbours are near, others a margin apart). barlow"
                    + " unless given.")
    private LossKind loss;

    @Option(
            names = "--margin",
            paramLabel = "X",
            description = "With --loss contrastive: how far apart. 1 unless given.")
    private Double margin;

    @Option(
            names = "--pairs",
            paramLabel = "NAME",
            description = "What makes a vector's twin: neighbors, or gaussian, which is noise. neighbors unless given.")
    private PairKind pairs;

    @Option(
            names = "--noise",
            paramLabel = "X",
            description = "With --pairs gaussian: the noise's deviation, as a multiple of that of the vectors' numbers."
                    + " 0.5 unless given.")
    private Double noise;

    @Option(
            names = "--labels",
            paramLabel = "FILE",
            description = "An oracle: only neighbours of a row's own label become its twins. One whole number a row.")
    private Path labels;

    @Option(names = "--optimizer", paramLabel = "NAME", description = "How weights follow gradients: adam or lars.")
    private OptimizerKind optimizer;

    @Option(names = "--init", paramLabel = "NAME", description = "Where to start: pca or random.")
    private Start init;

    @Option(
            names = "--whitening",
            paramLabel = "POWER",
            description = "0 to 1: how far the directions are scaled to equal spread before training. 0 keeps them as"
                    + " they are, 1 makes them equal.")
    private Double whitening;

    @Option(names = "--lambda", paramLabel = "X", description = "The weight of the redundancy term of the loss.")
    private Double lambda;

    @Option(names = "--learning-rate", paramLabel = "X", description = "The optimizer's largest step.")
    private Double learningRate;

    @Option(
            names = "--encoder-pace",
            paramLabel = "X",
            description = "How many times the learning rate the encoder follows; the projector follows it as it is.")
    private Double encoderPace;

    @Option(names = "--epochs", paramLabel = "N", description = "How often to go through all vectors.")
    private Integer epochs;

    @Option(names = "--steps", paramLabel = "N", description = "How many batches to learn from, instead of --epochs.")
    private Integer steps;

    @Option(names = "--batch-size", paramLabel = "N", description = "Pairs per step.")
    private Integer batchSize;

    @Option(names = "--sample", paramLabel = "N", description = "Learn from N rows, drawn at random; all unless given.")
    private Integer sample;

    @Option(
            names = "--checkpoint",
            paramLabel = "FOLDER",
            description =
                    "Keep the state of the fit here, from time to time and at Ctrl-C, to go on from with --resume.")
    private Path checkpoint;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "MINUTES",
            description = "How long to train between two checkpoints. 5 unless given.")
    private Double checkpointMinutes;

    @Option(
            names = "--resume",
            description =
                    "Go on from the newest state in --checkpoint, if there is one. The encoder will be the one of a"
                            + " fit that was never interrupted, bit for bit.")
    private boolean resume;

    @Option(names = "--seed", paramLabel = "N", description = "Another seed gives another encoder, about as good.")
    private Long seed;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    @Override
    public Integer call() throws IOException {
        Outputs.check(output, input, graph, labels);
        long begin = System.nanoTime();
        try (var vectors = Vectors.open(input);
                var progress = common.progress()) {
            Encoder encoder = builder(progress).fit(vectors);
            encoder.save(output);
            progress.end();
            print(vectors, encoder, progress, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    private Tldr.Builder builder(ProgressPrinter progress) throws IOException {
        Tldr.Builder builder = Tldr.builder()
                .dims(dims)
                .threads(threads.count())
                .listener(progress)
                .cancelWhen(common::cancelled);
        set(recipe, builder::recipe);
        set(neighbors, builder::neighbors);
        set(metric, builder::metric);
        set(encoder, builder::encoder);
        set(projector, builder::projector);
        set(loss, builder::loss);
        set(margin, builder::margin);
        set(pairs, builder::pairs);
        set(noise, builder::noise);
        set(optimizer, builder::optimizer);
        set(init, builder::start);
        set(whitening, builder::whitening);
        set(lambda, builder::lambda);
        set(learningRate, builder::learningRate);
        set(encoderPace, builder::encoderPace);
        set(epochs, builder::epochs);
        set(steps, builder::steps);
        set(batchSize, builder::batchSize);
        set(sample, builder::sample);
        set(seed, builder::seed);
        set(checkpoint, builder::checkpoint);
        set(checkpointMinutes, minutes -> builder.checkpointEvery(Duration.ofMillis(Math.round(minutes * 60_000))));
        builder.resume(resume);
        if (graph != null) {
            builder.graph(NeighborGraph.load(graph));
        }
        if (labels != null) {
            builder.labels(IntRows.read(labels));
        }
        return builder;
    }

    private static <T> void set(T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
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
                            + " at the first step");
        }
        return table + "\nGo on:\n  tldr4j encode --model " + output + " --input " + input + " --output reduced-" + d
                + ".npy\n  tldr4j evaluate --help\n";
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
