package dev.tldr4j.learn;

import dev.tldr4j.learn.bits.ByteBudget.Way;
import dev.tldr4j.learn.progress.ProgressListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Fits an encoder for every way to spend a number of bytes on a vector, and takes the one by which held-out rows find most. */
final class BudgetFit {
    private final List<Way> ways;
    private final ProgressListener listener;

    BudgetFit(List<Way> ways, ProgressListener listener) {
        this.ways = ways;
        this.listener = listener;
    }

    /** A fit of one way. */
    interface OneFit {
        FitResult run(Way way) throws IOException;
    }

    FitResult run(OneFit fit) throws IOException {
        List<FitResult> results = new ArrayList<>();
        for (Way way : ways) {
            listener.note((results.size() + 1) + " of " + ways.size() + ": " + way);
            results.add(fit.run(way));
        }
        FitResult best = results.stream()
                .max(Comparator.comparingDouble(result -> scores(result).score()))
                .orElseThrow();
        listener.note("held-out recall@30: "
                + results.stream().map(BudgetFit::line).collect(Collectors.joining("; ")) + "; "
                + scores(best).way() + " kept" + ofFull(scores(best)));
        return best;
    }

    private static QuantizedScores scores(FitResult result) {
        return result.quantized().orElseThrow();
    }

    private static String line(FitResult result) {
        return String.format(
                Locale.ROOT, "%s %.3f", scores(result).way(), scores(result).score());
    }

    /** Reducing is not worth its while where full vectors fit, too, and find as much. */
    private static String ofFull(QuantizedScores best) {
        if (best.full().isEmpty()) {
            return "";
        }
        double full = best.full().getAsDouble();
        return String.format(
                Locale.ROOT,
                ". Full vectors, quantized to as many bytes: %.3f%s",
                full,
                full >= best.score() ? ", so that quantization alone is enough" : "");
    }
}
