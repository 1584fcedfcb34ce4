package dev.tldr4j.learn.selection;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.selection.ModelSelection.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What held-out rows choose from, the simplest first: PCA, neighbour whitening, half-way, and what was learned. */
public final class Candidates {
    private Candidates() {}

    /**
     * @param start the linear map that training started at
     * @param learned a linear encoder, whose metadata the others share
     */
    public static List<Candidate> of(Pca pca, Affine start, Encoder learned) {
        int dims = learned.outputDims();
        Affine end = learned.layers().get(0);
        List<Candidate> candidates = new ArrayList<>();
        for (double power : new double[] {0, 0.5, 1}) {
            candidates.add(candidate(
                    "PCA" + (power == 0 ? "" : power == 1 ? " whitened" : " half whitened"),
                    pca.encoder(dims, power).layers().get(0),
                    learned,
                    Map.of("method", "pca", "whitening", Double.toString(power))));
        }
        candidates.add(candidate("neighbour whitening", start, learned, Map.of("method", "neighbor-whitening")));
        candidates.add(candidate("half-way", halfWay(start, end), learned, Map.of("interpolation", "0.5")));
        candidates.add(new Candidate("learned", learned));
        return candidates;
    }

    private static Candidate candidate(String name, Affine map, Encoder learned, Map<String, String> own) {
        Map<String, String> metadata = new TreeMap<>(learned.metadata());
        metadata.putAll(own);
        return new Candidate(name, Encoder.affine(map.weight(), map.bias(), metadata));
    }

    private static Affine halfWay(Affine start, Affine end) {
        return new Affine(mean(start.weight(), end.weight()), mean(start.bias(), end.bias()));
    }

    private static float[] mean(float[] a, float[] b) {
        float[] mean = new float[a.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = (a[i] + b[i]) / 2;
        }
        return mean;
    }
}
