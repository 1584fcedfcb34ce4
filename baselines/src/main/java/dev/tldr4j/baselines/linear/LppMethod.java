package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.Map;

/**
 * Locality preserving projections (He and Niyogi, 2003): directions a along which neighbours differ least, measured against
 * how much all rows vary there. They are the first solutions of {@code X L Xᵀ a = λ X D Xᵀ a}, where X L Xᵀ is the scatter of
 * the differences of neighbours and X D Xᵀ that of the rows, each as often as it has neighbours.
 */
public final class LppMethod implements Method {
    private final int neighbors;
    private final String weights;
    private final double width;

    public LppMethod(MethodSettings settings) {
        this.neighbors = settings.count("neighbors", 5);
        this.weights = settings.parsed("weights", "ones", LppMethod::weights, "ones or heat");
        this.width = settings.number("t", 1);
        Requirements.require(neighbors >= 1, "lpp: neighbors must be at least 1, not " + neighbors);
        Requirements.require(width > 0 && width < Double.POSITIVE_INFINITY, "lpp: t must be above 0, not " + width);
        Requirements.require(
                settings.text("t") == null || isHeat(), "lpp: t belongs to weights=heat; give both or leave it out");
    }

    private static String weights(String text) {
        if (!text.equals("ones") && !text.equals("heat")) {
            throw new IllegalArgumentException();
        }
        return text;
    }

    private boolean isHeat() {
        return weights.equals("heat");
    }

    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) {
        Vectors vectors = material.vectors();
        Requirements.dims(vectors, dims);
        Pca pca = material.pca();
        pca.requireDirections(vectors.name(), dims);
        NeighborPairs pairs =
                new NeighborPairs(vectors, material.neighbors(neighbors), neighbors, isHeat() ? width : 0);
        int rank = pca.rank();
        double[] directions;
        try (Workers workers = new Workers(material.threads());
                Scatter differences = new Scatter(pca, rank, workers);
                Scatter rows = new Scatter(pca, rank, workers)) {
            pairs.addDifferences(differences, material.listener());
            pairs.addRows(pca.mean(), rows, material.listener());
            Requirements.require(
                    !differences.isNegligible(rows.trace()),
                    vectors.name() + ": every row's " + neighbors
                            + " neighbours are its duplicates; remove duplicates or ask for more neighbours");
            directions = directions(differences, rows, rank, material);
        }
        return encoder(material, pca, rank, Arrays.copyOf(directions, dims * rank), pairs.totalDegree());
    }

    /** One a row, smoothest first. */
    private static double[] directions(Scatter differences, Scatter rows, int rank, TrainingContext material) {
        try {
            OpenBlas.eigen(differences.sum(), rows.sum(), rank, material.threads());
            return differences.sum();
        } catch (ArithmeticException e) {
            throw new InvalidInputException(
                    material.vectors().name()
                            + ": the heat kernel leaves too few pairs of neighbours a weight; ask for a larger t",
                    e);
        }
    }

    private Encoder encoder(TrainingContext material, Pca pca, int rank, double[] directions, double totalDegree) {
        double[] components = PrincipalCoordinates.components(pca, rank);
        for (int i = 0; i < components.length; i++) {
            // outputs get variance 1, rows counted by their weights
            components[i] *= Math.sqrt(totalDegree);
        }
        double[] mean = pca.mean();
        Map<String, String> metadata = Provenance.of(material.vectors());
        metadata.put("method", "lpp");
        metadata.put("neighbors", Integer.toString(neighbors));
        metadata.put("metric", material.metric().toString());
        metadata.put("weights", weights);
        if (isHeat()) {
            metadata.put("t", Double.toString(width));
        }
        metadata.put("threads", Integer.toString(material.threads()));
        // as TLDR's
        metadata.put("normalize", Boolean.toString(material.metric() == Metric.COSINE));
        int dims = directions.length / rank;
        return Projection.centred(OpenBlas.product(directions, components, dims, rank, mean.length), mean, metadata);
    }

    @Override
    public boolean isRandom() {
        return false;
    }

    @Override
    public int neighbors() {
        return neighbors;
    }
}
