package dev.tldr4j.learn.selection;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.selection.ModelSelection.Candidate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What held-out rows choose from, the simplest first: PCA, neighbour whitening, half-way, and what was learned. */
public final class Candidates {
    private static final double[] SHARES = {0, 0.5, 1};

    private final Pca pca;
    private final Affine start;
    private final Affine end;
    private final Encoder learned;

    /**
     * @param start the linear map that training started at
     * @param learned a linear encoder, whose metadata the others share
     */
    public Candidates(Pca pca, Affine start, Encoder learned) {
        this.pca = pca;
        this.start = start;
        this.end = learned.layers().get(0);
        this.learned = learned;
    }

    /** All of them, for encoders of one size. */
    public List<Candidate> all() {
        List<Candidate> candidates = new ArrayList<>(ofPca());
        for (double share : SHARES) {
            candidates.add(interpolated(List.of(end.outputDims()), List.of(share)));
        }
        return candidates;
    }

    /**
     * PCA, and one interpolation between the start and what was learned in which every prefix has a share of its own: shorter outputs
     * gain from training where longer ones overfit. From the smallest prefix on, the outputs that a prefix has beyond the one before
     * get the share with the highest score.
     */
    public List<Candidate> ofPrefixes(ModelSelection selection, List<Integer> prefixes) throws IOException {
        List<Double> chosen = new ArrayList<>();
        for (int i = 0; i < prefixes.size(); i++) {
            List<Integer> sizes = prefixes.subList(0, i + 1);
            List<Candidate> choices = new ArrayList<>();
            for (double share : SHARES) {
                List<Double> shares = new ArrayList<>(chosen);
                shares.add(share);
                choices.add(interpolated(sizes, shares));
            }
            // not the simplest that is good enough: blocks of different shares fit together less well
            Candidate best =
                    selection.best(choices, List.of(prefixes.get(i))).highest().candidate();
            chosen.add(SHARES[choices.indexOf(best)]);
        }
        List<Candidate> candidates = new ArrayList<>(ofPca());
        candidates.add(interpolated(prefixes, chosen));
        return candidates;
    }

    private List<Candidate> ofPca() {
        List<Candidate> candidates = new ArrayList<>();
        for (double power : new double[] {0, 0.5, 1}) {
            candidates.add(candidate(
                    "PCA" + (power == 0 ? "" : power == 1 ? " whitened" : " half whitened"),
                    pca.encoder(end.outputDims(), power).layers().get(0),
                    Map.of("method", "pca", "whitening", Double.toString(power))));
        }
        return candidates;
    }

    /** As many outputs as the last prefix has. */
    private Candidate interpolated(List<Integer> prefixes, List<Double> shares) {
        int outputs = prefixes.get(prefixes.size() - 1);
        int inputs = end.inputDims();
        float[] share = new float[outputs];
        int from = 0;
        for (int i = 0; i < prefixes.size(); i++) {
            Arrays.fill(share, from, prefixes.get(i), shares.get(i).floatValue());
            from = prefixes.get(i);
        }
        float[] weight = interpolated(start.weight(), end.weight(), share, inputs);
        float[] bias = interpolated(start.bias(), end.bias(), share, 1);
        Affine map = new Affine(weight, bias);
        List<Double> different = shares.stream().distinct().toList();
        if (different.size() > 1) {
            String listed = shares.stream().map(String::valueOf).collect(Collectors.joining(","));
            return candidate("interpolated by prefix (" + listed + ")", map, Map.of("interpolation", listed));
        }
        double only = different.get(0);
        return only == 0
                ? candidate("neighbour whitening", map, Map.of("method", "neighbor-whitening"))
                : only == 1
                        ? candidate("learned", map, Map.of())
                        : candidate("half-way", map, Map.of("interpolation", Double.toString(only)));
    }

    /** @param share of the second, for every row of a number of columns */
    private static float[] interpolated(float[] a, float[] b, float[] share, int columns) {
        float[] mixed = new float[share.length * columns];
        for (int i = 0; i < mixed.length; i++) {
            float of = share[i / columns];
            mixed[i] = of == 0 ? a[i] : of == 1 ? b[i] : a[i] * (1 - of) + b[i] * of;
        }
        return mixed;
    }

    private Candidate candidate(String name, Affine map, Map<String, String> own) {
        Map<String, String> metadata = new TreeMap<>(learned.metadata());
        metadata.putAll(own);
        if (map.outputDims() < learned.outputDims()) {
            metadata.remove("prefixes"); // it is measured as a prefix, and never returned
        }
        return new Candidate(name, Encoder.affine(map.weight(), map.bias(), metadata));
    }
}
