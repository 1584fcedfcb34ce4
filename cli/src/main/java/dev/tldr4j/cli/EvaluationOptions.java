package dev.tldr4j.cli;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.evaluate.Preparation;
import dev.tldr4j.learn.neighbors.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What is searched, and how: the same for every task. */
@Command
final class EvaluationOptions {
    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "Reduce the vectors with this encoder first; the vectors as they are unless given.")
    private Path model;

    @Option(names = "--l2", description = "Scale every vector, after reducing it, to length 1.")
    private boolean l2;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            defaultValue = "l2",
            description = "What near means: l2, cosine or dot. ${DEFAULT-VALUE} unless given.")
    private Metric metric;

    @Option(
            names = "--baseline",
            negatable = true,
            description = "With --model: measure the full vectors too, to compare with. On, but off with --json, unless"
                    + " given.")
    private Boolean baseline;

    private Encoder encoder;

    Metric metric() {
        return metric;
    }

    String metricName() {
        return metric.name().toLowerCase(Locale.ROOT);
    }

    /** Whether what is asked about has length 1; an encoder may have been made so. */
    boolean l2() {
        return l2 || encoder != null && encoder.isNormalized();
    }

    boolean hasModel() {
        return model != null;
    }

    boolean wantsBaseline(boolean json) {
        return model != null && (baseline == null ? !json : baseline);
    }

    /** What is asked about. */
    Preparation asked() throws IOException {
        encoder = model == null ? null : Encoder.load(model);
        Preparation plain = encoder == null ? Preparation.full() : Preparation.encodedBy(encoder, model.toString());
        return l2 ? plain.normalized() : plain;
    }

    /** What it is compared with: the vectors as they are, of length 1 only where that was asked for by name. */
    Preparation full() {
        return l2 ? Preparation.full().normalized() : Preparation.full();
    }

    /** How vectors of this many numbers are called in a table. */
    String title(int dims, boolean reduced) {
        return Format.count(dims) + " numbers" + (reduced ? ", by " + model.getFileName() : "");
    }

    /** How the search was done, for a table. */
    String search() {
        String scaled = l2 ? ", vectors scaled to length 1" : l2() ? ", the encoder scales to length 1" : "";
        return "exact search by " + metricName() + scaled;
    }
}
