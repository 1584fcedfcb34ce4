package dev.tldr4j.learn.selection;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Chooses an encoder by rows that it was not learned from: each looks among the others for the row that is nearest to it in the
 * whitened space, and the score is the mean reciprocal rank (MRR) of that row among the encoder's outputs. Every candidate is
 * measured as it would be returned. The simplest one whose score is within a standard error of the best is taken (Breiman et al.,
 * Classification and Regression Trees, 1984).
 */
public final class ModelSelection {
    /** Ranks after this one count as never. */
    private static final int LAST_RANK = 100;

    private final HeldOutSearch search;
    private final int[] nearest;

    /** @param space where near is meant; its outputs have length 1 */
    public ModelSelection(HeldOutSearch search, Encoder space) throws IOException {
        this.search = search;
        this.nearest = search.nearest(1, Metric.L2, space);
    }

    /** @param name as a person reads it */
    public record Candidate(String name, Encoder encoder) {}

    /** @param standardError of the score */
    public record Scored(Candidate candidate, double score, double standardError) {}

    /** @param all in the order in which they were given */
    public record Selected(Scored chosen, List<Scored> all) {
        /** The score of the candidate with this name. */
        public double score(String name) {
            return all.stream()
                    .filter(scored -> scored.candidate.name.equals(name))
                    .findFirst()
                    .orElseThrow()
                    .score;
        }

        /** The same, whose chosen encoder says more of itself. */
        public Selected withMetadata(Map<String, String> metadata) {
            Encoder encoder = chosen.candidate.encoder;
            Encoder more = Encoder.mlp(encoder.layers(), metadata);
            return new Selected(
                    new Scored(new Candidate(chosen.candidate.name, more), chosen.score, chosen.standardError), all);
        }

        @Override
        public String toString() {
            return all.stream()
                    .map(scored -> String.format(Locale.ROOT, "%s %.3f", scored.candidate.name, scored.score))
                    .collect(Collectors.joining(", "));
        }
    }

    /** @param candidates the simplest first */
    public Selected best(List<Candidate> candidates) throws IOException {
        List<Scored> all = new ArrayList<>();
        for (Candidate candidate : candidates) {
            all.add(score(candidate));
        }
        Scored best = all.get(0);
        for (Scored scored : all) {
            best = scored.score > best.score ? scored : best;
        }
        double enough = best.score - best.standardError;
        return new Selected(
                all.stream()
                        .filter(scored -> scored.score >= enough)
                        .findFirst()
                        .orElse(best),
                all);
    }

    private Scored score(Candidate candidate) throws IOException {
        int ranks = Math.min(LAST_RANK, search.rows());
        int[] found = search.nearest(ranks, Metric.L2, candidate.encoder);
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < found.length; i++) {
            if (found[i] == nearest[i / ranks]) {
                double reciprocal = 1.0 / (i % ranks + 1);
                sum += reciprocal;
                squares += reciprocal * reciprocal;
            }
        }
        int rows = nearest.length;
        double mean = sum / rows;
        return new Scored(candidate, mean, Math.sqrt(Math.max(0, squares / rows - mean * mean) / rows));
    }
}
