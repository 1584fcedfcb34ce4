package dev.tldr4j.cli.demo;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.Outputs;
import dev.tldr4j.cli.common.Sizes;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.cli.demo.DemoExperiment.Outcome;
import dev.tldr4j.cli.demo.DemoExperiment.Score;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Does the main job on data that comes with tldr4j. */
@Command(
        name = "demo",
        description = {
            "Learn, encode and compare with PCA on bundled data, in less than a minute.",
            "",
            "Reduces small pictures of clothes (a sample of Fashion-MNIST) from 784 numbers to 32 and to 8, by PCA"
                    + " and by fit's default method, neighborhood, and shows how often the nearest neighbours still know what is in the picture.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  tldr4j demo",
            "  tldr4j demo --keep demo-data     (data and encoders to try other commands on)"
        })
public final class DemoCommand implements Callable<Integer> {
    private static final int CLASSES = 10;

    @Option(
            names = "--keep",
            paramLabel = "FOLDER",
            description = "Leave the data and the encoders in this folder, which is made if need be.")
    private Path keep;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    @Override
    public Integer call() throws IOException {
        makeFolder();
        long begin = System.nanoTime();
        try (var data = DemoData.unpack();
                var progress = common.computing()) {
            Outcome outcome =
                    new DemoExperiment(threads.count(), common::cancelled, progress).run(data, DemoExperiment.DIMS);
            progress.end();
            keep(data, outcome.encoders());
            print(outcome, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    private void makeFolder() {
        if (keep == null) {
            return;
        }
        try {
            Files.createDirectories(keep);
            Outputs.check(encoderFile(DemoExperiment.DIMS.get(0)));
        } catch (IOException e) {
            throw new InvalidInputException(
                    keep + ": this folder cannot be made" + Outputs.reason(e) + "; name another", e);
        }
    }

    private void keep(DemoData data, List<Encoder> encoders) throws IOException {
        if (keep != null) {
            data.copyTo(keep);
            for (Encoder encoder : encoders) {
                encoder.save(encoderFile(encoder.outputDims()));
            }
        }
    }

    private Path encoderFile(int dims) {
        return keep.resolve("encoder-" + dims + ".safetensors");
    }

    private void print(Outcome outcome, double seconds) {
        var results = new ArrayList<Map<String, Object>>();
        for (Score score : outcome.scores()) {
            var result = new LinkedHashMap<String, Object>();
            result.put("method", score.method());
            result.put("dims", score.dims());
            result.put("bytes", Sizes.bytes(score.dims()));
            result.put("accuracy", score.accuracy());
            results.add(result);
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("data", "Fashion-MNIST (sample)");
        json.put("trainRows", outcome.trainRows());
        json.put("testRows", outcome.testRows());
        json.put("k", DemoExperiment.VOTERS);
        json.put("metric", "l2");
        json.put("guessing", 1.0 / CLASSES);
        json.put("results", results);
        json.put("kept", keep == null ? null : keep.toString());
        json.put("seconds", seconds);
        common.print(json, threads.count(), text(outcome, seconds));
    }

    private String text(Outcome outcome, double seconds) {
        Score full = outcome.scores().get(0);
        var table = new Table(
                        Table.Align.LEFT, Table.Align.RIGHT, Table.Align.RIGHT, Table.Align.RIGHT, Table.Align.RIGHT)
                .row("vectors", "numbers", "bytes", "accuracy", "of full");
        for (Score score : outcome.scores()) {
            table.row(
                    score.method(),
                    Format.count(score.dims()),
                    Format.count(Sizes.bytes(score.dims())),
                    Format.score(score.accuracy()),
                    Format.share(score.accuracy(), full.accuracy()));
        }
        return """
                A sample of Fashion-MNIST: %s pictures of clothes to learn from, without their labels.
                Accuracy is the share of %s other pictures whose kind, one of %d, the %d nearest of those
                tell by vote (Euclidean distance). Blind guessing would score %s.

                %s
                Bytes are those of one vector of floats. All of it took %s.

                %s""".formatted(
                        Format.count(outcome.trainRows()),
                        Format.count(outcome.testRows()),
                        CLASSES,
                        DemoExperiment.VOTERS,
                        Format.score(1.0 / CLASSES),
                        table,
                        Format.seconds(seconds),
                        next());
    }

    private String next() {
        String own = "With your own vectors:\n"
                + "  tldr4j fit --input docs.npy --dims 64 --output encoder.safetensors\n"
                + "  tldr4j encode --model encoder.safetensors --input docs.npy --output docs-64.npy\n";
        if (keep == null) {
            return own + "\nTo try the other commands on this data:\n  tldr4j demo --keep demo-data\n";
        }
        int dims = DemoExperiment.DIMS.get(0);
        return "Data and encoders are in " + keep + ". Try:\n  tldr4j encode --model " + encoderFile(dims) + " --input "
                + keep.resolve(DemoData.TEST) + " --output " + keep.resolve("test-" + dims + ".npy")
                + "\n  tldr4j evaluate knn --train " + keep.resolve(DemoData.TRAIN) + " --train-labels "
                + keep.resolve(DemoData.TRAIN_LABELS) + " --test " + keep.resolve(DemoData.TEST) + " --test-labels "
                + keep.resolve(DemoData.TEST_LABELS) + " -k " + DemoExperiment.VOTERS + " --model "
                + encoderFile(dims) + "\n\n" + own;
    }
}
