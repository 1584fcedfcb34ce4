package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What came of a fit, in words, from what the encoder's metadata say. */
public final class FitSummary {
    private FitSummary() {}

    /** From how many dimensions to how many, learned from what and how fast, and what was chosen. */
    public static String sentence(Encoder encoder, double seconds) {
        String chosen = chosen(encoder);
        return String.format(
                Locale.ROOT,
                "%,d dimensions to %,d, learned from %,d rows in %.1f s%s",
                encoder.inputDims(),
                encoder.outputDims(),
                Long.parseLong(encoder.metadata().get("training_rows")),
                seconds,
                chosen.isEmpty() ? "" : "; chosen: " + chosen);
    }

    /** What held-out rows chose, beside PCA; empty where they chose nothing. */
    public static String chosen(Encoder encoder) {
        Map<String, String> metadata = encoder.metadata();
        String score = metadata.get("held_out_mrr");
        if (score == null) {
            return "";
        }
        String prefixes = metadata.get("held_out_mrr_by_prefix");
        String ofPca = metadata.get("held_out_mrr_by_prefix_pca");
        String pca = metadata.get("held_out_mrr_pca");
        return name(metadata) + ": MRR " + scores(score) + " on " + metadata.get("held_out_rows") + " held-out rows"
                + (name(metadata).equals("PCA") ? "" : ", where PCA has " + scores(pca))
                + (prefixes == null
                        ? ""
                        : "; by prefix (" + metadata.get("prefixes") + ") " + scores(prefixes) + ", PCA "
                                + scores(ofPca));
    }

    private static String name(Map<String, String> metadata) {
        return switch (metadata.get("method")) {
            case "pca" ->
                switch (metadata.get("whitening")) {
                    case "0.0" -> "PCA";
                    case "1.0" -> "PCA, whitened";
                    default -> "PCA, half whitened";
                };
            case "neighbor-whitening" -> "neighbour whitening, the start of training";
            default ->
                !metadata.containsKey("interpolation")
                        ? "the trained encoder"
                        : metadata.get("interpolation").equals("0.5")
                                ? "half-way from the start to the trained encoder"
                                : "an interpolation between the start and the trained encoder";
        };
    }

    private static String scores(String listed) {
        return Arrays.stream(listed.split(","))
                .map(score -> String.format(Locale.ROOT, "%.4f", Double.parseDouble(score)))
                .collect(Collectors.joining(", "));
    }
}
