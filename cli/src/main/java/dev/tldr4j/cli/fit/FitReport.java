package dev.tldr4j.cli.fit;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.ProgressPrinter;
import dev.tldr4j.cli.common.Sizes;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.FitSummary;
import dev.tldr4j.learn.bits.ByteBudget;
import dev.tldr4j.learn.bits.QuantizationRotation;
import dev.tldr4j.learn.progress.TrainingReport;
import dev.tldr4j.vectors.Vectors;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What {@code fit} says at the end, by whatever method. */
final class FitReport {
    private final Path input;
    private final Path output;
    private final int threads;
    private final CommonOptions common;

    FitReport(Path input, Path output, int threads, CommonOptions common) {
        this.input = input;
        this.output = output;
        this.threads = threads;
        this.common = common;
    }

    void print(Vectors vectors, Encoder encoder, ProgressPrinter progress, double seconds) {
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
            json.put("measure", progress.lastMeasured().scoreName());
            json.put("firstScore", progress.firstMeasured().score());
            json.put("score", progress.lastMeasured().score());
        }
        json.put("notes", progress.notes());
        json.put("settings", encoder.metadata());
        common.print(json, threads, text(vectors, encoder, progress, seconds));
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
        String chosen = FitSummary.chosen(encoder);
        if (!chosen.isEmpty()) {
            table.row("chosen", chosen);
        }
        String bits = encoder.metadata().get("held_out_recall_quantized");
        if (bits != null) {
            table.row("in few bits", inFewBits(encoder, Double.parseDouble(bits)));
        }
        // of several fits, the last one's says nothing of the encoder
        if (Double.isFinite(progress.lastLoss()) && !encoder.metadata().containsKey("bytes")) {
            table.row(
                    "loss",
                    Format.loss(progress.lastLoss()) + " at the end, " + Format.loss(progress.firstLoss())
                            + (progress.firstLossStep() == 1 ? " at the first step" : when(progress.firstLossStep())));
        }
        TrainingReport last = progress.lastMeasured();
        if (last != null) {
            table.row(
                    last.scoreName(),
                    Format.score(last.score()) + " at the end, "
                            + Format.score(progress.firstMeasured().score())
                            + when(progress.firstMeasured().step())
                            + ofTheTaken(encoder));
        }
        return table + "\nGo on:\n  tldr4j encode --model " + output + " --input " + input + " --output reduced-" + d
                + ".npy\n  tldr4j evaluate --help\n";
    }

    private static String inFewBits(Encoder encoder, double score) {
        int bits = Integer.parseInt(encoder.metadata().get(QuantizationRotation.BITS));
        var way = new ByteBudget.Way(encoder.outputDims(), bits);
        String full = encoder.metadata().get("held_out_recall_quantized_full");
        return way + ": " + way.bytes() + " bytes with Lucene's corrections, held-out recall@30 " + Format.score(score)
                + (full == null ? "" : "; full vectors in as many bytes " + Format.score(Double.parseDouble(full)));
    }

    /** A resumed fit does not know its start any more. */
    private static String when(long step) {
        return step == 0 ? " at the start" : " at step " + Format.count(step) + ", when it was resumed";
    }

    /** Where the encoder is another than that at the end. */
    private static String ofTheTaken(Encoder encoder) {
        Map<String, String> metadata = encoder.metadata();
        String score = metadata.get("score");
        return score == null ? "" : ", " + Format.score(Double.parseDouble(score)) + " of the encoder taken";
    }

    private static String learnedFrom(Vectors vectors, Encoder encoder) {
        boolean selected = encoder.metadata().containsKey("held_out_mrr");
        int choose = selected ? Integer.parseInt(encoder.metadata().get("held_out_rows")) : 0;
        int rows = trainingRows(encoder) - choose;
        String all = Format.count(vectors.rows()) + " rows of " + vectors.name();
        return (rows == vectors.rows() ? all : Format.count(rows) + " of the " + all)
                + (selected ? "; " + Format.count(choose) + " others chose the encoder" : "");
    }

    private static int trainingRows(Encoder encoder) {
        return Integer.parseInt(encoder.metadata().get("training_rows"));
    }
}
