package dev.tldr4j.baselines.linear;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.MethodSettings;
import dev.tldr4j.baselines.method.Requirements;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/**
 * A kind of canonical correlation analysis (Hotelling, 1936) between a row and its neighbours: directions a along which a row
 * says most about its neighbours. They are the first solutions of {@code N a = λ (C + ρ I) a}, where C is the covariance of
 * the rows, N that between neighbours, and ρ the ridge, a multiple of the mean eigenvalue of C. The ridge keeps directions
 * from being chosen that are alike in neighbours but hardly vary; the larger it is, the more the directions are those of N
 * alone.
 *
 * <p>N is C less half the mean of {@code (x − y)(x − y)ᵀ} over pairs of neighbours. Where all rows are in as many pairs, that
 * is the mean of {@code x yᵀ} and {@code y xᵀ}; where not, that mean would count a row the oftener the more pairs it is in,
 * which was measured and is worse.
 *
 * <p>{@link LppMethod} without a ridge is nearly the same: it orders directions by the same differences of neighbours, but
 * measures them against rows that count as often as they have neighbours, and gives every output the same variance.
 */
public final class CcaMethod implements Method {
    private final int neighbors;
    private final double ridge;
    private final double whitening;

    public CcaMethod(MethodSettings settings) {
        this.neighbors = settings.count("neighbors", 30);
        this.ridge = settings.number("ridge", 1);
        this.whitening = settings.number("whitening", 0.5);
        Requirements.require(neighbors >= 1, "cca: neighbors must be at least 1, not " + neighbors);
        Requirements.require(
                ridge >= 0 && ridge < Double.POSITIVE_INFINITY, "cca: ridge must be a number from 0 on, not " + ridge);
        Requirements.require(whitening >= 0 && whitening <= 1, "cca: whitening must be from 0 to 1, not " + whitening);
    }

    @Override
    public Encoder fit(TrainingContext material, int dims, long seed) throws IOException {
        Vectors vectors = material.vectors();
        Requirements.dims(vectors, dims);
        Pca pca = material.pca();
        pca.requireDirections(vectors.name(), dims);
        return encoder(material, pca, directions(covarianceOfNeighbors(material, pca), pca, dims, material.threads()));
    }

    /** N in whitened principal coordinates, in which C is the identity. */
    private double[] covarianceOfNeighbors(TrainingContext material, Pca pca) throws IOException {
        Vectors vectors = material.vectors();
        int rank = pca.rank();
        NeighborPairs pairs = new NeighborPairs(vectors, material.whitenedNeighbors(neighbors), neighbors, 0);
        try (Workers workers = new Workers(material.threads());
                Scatter differences = new Scatter(pca, rank, workers)) {
            pairs.addDifferences(differences, material.listener());
            double twicePairs = pairs.totalDegree();
            Requirements.require(
                    ridge > 0 || !differences.isNegligible(twicePairs * rank),
                    vectors.name() + ": every row's " + neighbors + " neighbours are its duplicates; remove duplicates"
                            + " or ask for more neighbours or a ridge above 0");
            double[] covariance = differences.sum();
            for (int i = 0; i < covariance.length; i++) {
                covariance[i] = (i % (rank + 1) == 0 ? 1 : 0) - covariance[i] / twicePairs;
            }
            return covariance;
        }
    }

    /**
     * One a row, best first, in whitened principal coordinates. There C + ρ I is diagonal, so dividing once more leaves an
     * ordinary eigenproblem. The covariance is overwritten.
     */
    private double[] directions(double[] covariance, Pca pca, int dims, int threads) {
        double[] shrinking = shrinking(pca);
        int rank = shrinking.length;
        for (int i = 0; i < rank; i++) {
            for (int j = 0; j < rank; j++) {
                covariance[i * rank + j] *= shrinking[i] * shrinking[j];
            }
        }
        OpenBlas.eigen(covariance, rank, threads);
        double[] directions = new double[dims * rank];
        for (int i = 0; i < dims; i++) {
            for (int j = 0; j < rank; j++) {
                // LAPACK gives the largest last
                directions[i * rank + j] = covariance[(rank - 1 - i) * rank + j] * shrinking[j];
            }
        }
        return directions;
    }

    /** By how much the ridge makes every whitened coordinate smaller: √(variance / (variance + ρ)). */
    private double[] shrinking(Pca pca) {
        double[] variances = pca.variances();
        double rho = ridge * Arrays.stream(variances).average().orElseThrow();
        double[] shrinking = new double[pca.rank()];
        for (int i = 0; i < shrinking.length; i++) {
            shrinking[i] = Math.sqrt(variances[i] / (variances[i] + rho));
        }
        return shrinking;
    }

    private Encoder encoder(TrainingContext material, Pca pca, double[] directions) {
        double[] mean = pca.mean();
        int rank = pca.rank();
        int dims = directions.length / rank;
        double[] weight =
                OpenBlas.product(directions, PrincipalCoordinates.components(pca, rank), dims, rank, mean.length);
        for (int i = 0; i < dims; i++) {
            // in whitened coordinates the length of a direction is the standard deviation along it
            double deviation = length(directions, i * rank, rank);
            double length = length(weight, i * mean.length, mean.length);
            double divisor = length * Math.pow(deviation / length, whitening);
            for (int j = 0; j < mean.length; j++) {
                weight[i * mean.length + j] /= divisor;
            }
        }
        Map<String, String> metadata = Provenance.of(material.vectors());
        metadata.put("method", "cca");
        metadata.put("neighbors", Integer.toString(neighbors));
        metadata.put("metric", material.metric().toString());
        metadata.put("ridge", Double.toString(ridge));
        metadata.put("whitening", Double.toString(whitening));
        metadata.put("threads", Integer.toString(material.threads()));
        // as TLDR's
        metadata.put("normalize", Boolean.toString(material.metric() == Metric.COSINE));
        return Projection.centred(weight, mean, metadata);
    }

    private static double length(double[] values, int from, int count) {
        double squares = 0;
        for (int i = from; i < from + count; i++) {
            squares += values[i] * values[i];
        }
        return Math.sqrt(squares);
    }

    @Override
    public boolean isRandom() {
        return false;
    }

    @Override
    public int whitenedNeighbors() {
        return neighbors;
    }
}
