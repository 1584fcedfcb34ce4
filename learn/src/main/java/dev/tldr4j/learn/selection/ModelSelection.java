package dev.tldr4j.learn.selection;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Chooses an encoder by rows that it was not learned from: each looks among the others for the row that is nearest to it in the
 * whitened space, and the score is the mean reciprocal rank (MRR) of that row among the encoder's outputs. Every candidate is
 * measured as it would be returned. The simplest one whose score is within a standard error of the best is taken (Breiman et al.,
 * Classification and Regression Trees, 1984). Where prefixes of the outputs are to be encoders, too, the mean of their scores decides.
 */
public final class ModelSelection {
    /** Ranks after this one count as never. */
    private static final int LAST_RANK = 100;

    /** How many neighbours few bits shall keep. Many say more reliably than the nearest one which of several ways to quantize is better. */
    private static final int KEPT = 30;

    private final HeldOutSearch search;
    private final Encoder space;
    private final int[] nearest;
    /** Null until it is needed. */
    private int[] nearestThirty;

    /** @param space where near is meant; its outputs have length 1 */
    public ModelSelection(HeldOutSearch search, Encoder space) throws IOException {
        this.search = search;
        this.space = space;
        this.nearest = search.nearest(1, Metric.L2, space);
    }

    /** @param name as a person reads it */
    public record Candidate(String name, Encoder encoder) {}

    /**
     * @param score the mean of the prefixes' scores
     * @param standardError of that
     * @param byPrefix the score of each; the last is that of the whole outputs
     */
    public record Scored(Candidate candidate, double score, double standardError, List<Double> byPrefix) {
        /** Of the whole outputs. */
        public double ofWhole() {
            return byPrefix.get(byPrefix.size() - 1);
        }
    }

    /** @param all in the order in which they were given */
    public record Selected(Scored chosen, List<Scored> all) {
        /** The candidate with this name. */
        public Scored named(String name) {
            return all.stream()
                    .filter(scored -> scored.candidate.name.equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        /** Whether nothing simpler than the last candidate was good enough. */
        public boolean isLast() {
            return chosen == all.get(all.size() - 1);
        }

        /** The one with the highest score; of equal ones the simplest. */
        public Scored highest() {
            return ModelSelection.highest(all);
        }

        /** The same, whose chosen encoder says more of itself. */
        public Selected withMetadata(Map<String, String> metadata) {
            Encoder encoder = chosen.candidate.encoder;
            Encoder more = Encoder.mlp(encoder.layers(), metadata);
            Candidate told = new Candidate(chosen.candidate.name, more);
            return new Selected(new Scored(told, chosen.score, chosen.standardError, chosen.byPrefix), all);
        }

        @Override
        public String toString() {
            return all.stream()
                    .map(scored -> String.format(Locale.ROOT, "%s %.3f", scored.candidate.name, scored.score))
                    .collect(Collectors.joining(", "));
        }
    }

    /**
     * @param candidates the simplest first
     * @param prefixes of their outputs, the last of which is all
     */
    public Selected best(List<Candidate> candidates, List<Integer> prefixes) throws IOException {
        List<Scored> all = new ArrayList<>();
        for (Candidate candidate : candidates) {
            all.add(score(candidate, prefixes));
        }
        Scored best = highest(all);
        double enough = best.score - best.standardError;
        return new Selected(
                all.stream()
                        .filter(scored -> scored.score >= enough)
                        .findFirst()
                        .orElse(best),
                all);
    }

    /** Of equal ones the first. */
    private static Scored highest(List<Scored> all) {
        Scored highest = all.get(0);
        for (Scored scored : all) {
            highest = scored.score > highest.score ? scored : highest;
        }
        return highest;
    }

    private Scored score(Candidate candidate, List<Integer> prefixes) throws IOException {
        int rows = nearest.length;
        double[] ofRow = new double[rows];
        List<Double> byPrefix = new ArrayList<>();
        for (int prefix : prefixes) {
            double[] reciprocal = reciprocalRanks(candidate.encoder.truncated(prefix));
            byPrefix.add(Arrays.stream(reciprocal).sum() / rows);
            for (int row = 0; row < rows; row++) {
                ofRow[row] += reciprocal[row] / prefixes.size();
            }
        }
        double mean = Arrays.stream(ofRow).sum() / rows;
        double squares = Arrays.stream(ofRow).map(x -> x * x).sum();
        double error = Math.sqrt(Math.max(0, squares / rows - mean * mean) / rows);
        return new Scored(candidate, mean, error, byPrefix);
    }

    /** Recall@30 of an encoder's outputs where a search engine stores each number in so many bits; near is as in the whitened space. */
    public double quantized(Encoder encoder, int bits) throws IOException {
        int k = Math.min(KEPT, search.rows());
        if (nearestThirty == null) {
            nearestThirty = search.nearest(k, Metric.L2, space);
        }
        int[] found = search.nearestQuantized(k, encoder, bits);
        int kept = 0;
        for (int row = 0; row < nearest.length; row++) {
            int[] wanted = Arrays.copyOfRange(nearestThirty, row * k, (row + 1) * k);
            Arrays.sort(wanted);
            for (int i = row * k; i < (row + 1) * k; i++) {
                kept += Arrays.binarySearch(wanted, found[i]) >= 0 ? 1 : 0;
            }
        }
        return (double) kept / found.length;
    }

    private double[] reciprocalRanks(Encoder encoder) throws IOException {
        int ranks = Math.min(LAST_RANK, search.rows());
        int[] found = search.nearest(ranks, Metric.L2, encoder);
        double[] reciprocal = new double[nearest.length];
        for (int i = 0; i < found.length; i++) {
            if (found[i] == nearest[i / ranks]) {
                reciprocal[i / ranks] = 1.0 / (i % ranks + 1);
            }
        }
        return reciprocal;
    }
}
