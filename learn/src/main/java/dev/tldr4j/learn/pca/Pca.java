package dev.tldr4j.learn.pca;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.Centring;
import dev.tldr4j.learn.internal.Eigenvectors;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.internal.WorkEstimate;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * Principal component analysis, exact: the eigenvectors of the covariance, which is summed over the rows as they stream
 * by, block after block, each block in single and the sum in double precision. Where rows are fewer than dimensions, the same from
 * the products of the rows with each other. Immutable.
 */
public final class Pca {
    /** Directions with less than this part of the largest variance are the rounding of sums of floats, not data. */
    private static final double NEGLIGIBLE = 1e-7;

    /** Variance below this part of the squared mean is the rounding of the mean. */
    private static final double ROUNDING = 1e-20;

    private final double[] mean;
    private final double[] variances;
    /** One a row; where rows are fewer than dimensions, only those in whose direction the vectors vary. */
    private final double[] components;

    private final Map<String, String> provenance;

    private Pca(double[] mean, double[] variances, double[] components, Map<String, String> provenance) {
        this.mean = mean;
        this.variances = variances;
        this.components = components;
        this.provenance = provenance;
    }

    /** Reads all rows once. Refuses a row that is not finite, by name. */
    public static Pca fit(Vectors vectors, int threads, ProgressListener listener) {
        requireMemory(vectors, threads);
        boolean few = vectors.rows() < vectors.dims();
        WorkEstimate.noteEigenvectors(few ? vectors.rows() : vectors.dims(), threads, listener);
        return few ? ofFewRows(vectors, threads, listener) : ofManyRows(vectors, threads, listener);
    }

    /** LAPACK has a copy of the matrix, and works in twice as much again. */
    private static void requireMemory(Vectors vectors, int threads) {
        double rows = vectors.rows();
        double dims = vectors.dims();
        String work = String.format(
                Locale.ROOT,
                "%s: the principal components of %,d rows of %,d numbers",
                vectors.name(),
                vectors.rows(),
                vectors.dims());
        if (rows < dims) {
            double matrix = rows * rows * Double.BYTES;
            double all = rows * dims * Double.BYTES;
            WorkEstimate.requireMemory(work, vectors.rows(), 2 * matrix + all, Math.max(3 * matrix, all) + all);
        } else {
            double matrix = dims * dims * Double.BYTES;
            WorkEstimate.requireMemory(work, vectors.dims(), 2 * matrix, Math.max(3, threads / 2.0) * matrix);
        }
    }

    static Pca ofFewRows(Vectors vectors, int threads, ProgressListener listener) {
        try (Workers workers = new Workers(threads);
                RowGram gram = RowGram.of(vectors, workers, listener)) {
            double[] components = gram.components(rank(gram.mean(), gram.variances()), workers);
            return new Pca(gram.mean(), gram.variances(), components, Provenance.of(vectors));
        }
    }

    static Pca ofManyRows(Vectors vectors, int threads, ProgressListener listener) {
        try (Workers workers = new Workers(threads)) {
            Covariance covariance = Covariance.of(vectors, workers, listener);
            double[] mean = covariance.mean();
            double[] ascending = OpenBlas.eigen(covariance.values(), mean.length, threads);
            double[] components = Eigenvectors.largestFirst(covariance.values(), mean.length);
            return new Pca(mean, Eigenvectors.largestFirst(ascending), components, Provenance.of(vectors));
        }
    }

    /** Whether these are the components of the vectors, going by their fingerprint. */
    public boolean isOf(Vectors vectors) {
        return provenance.equals(Provenance.of(vectors));
    }

    /** The mean of every input dimension. */
    public double[] mean() {
        return mean.clone();
    }

    /** The variance along every component, largest first. */
    public double[] variances() {
        return variances.clone();
    }

    /** In how many directions the vectors vary at all. */
    public int rank() {
        return rank(mean, variances);
    }

    private static int rank(double[] mean, double[] variances) {
        double largestMean = 0;
        for (double value : mean) {
            largestMean = Math.max(largestMean, Math.abs(value));
        }
        double smallest = Math.max(NEGLIGIBLE * variances[0], ROUNDING * largestMean * largestMean);
        int rank = 0;
        while (rank < variances.length && variances[rank] > smallest) {
            rank++;
        }
        return rank;
    }

    /**
     * Refuses vectors that do not vary, or in too few directions.
     *
     * @param name of the vectors, for the message
     * @param dims how many directions there must be
     */
    public void requireDirections(String name, int dims) {
        if (rank() == 0) {
            throw new InvalidInputException(
                    name + ": all rows are the same, as far as floats can tell; there is nothing to learn");
        }
        if (rank() < dims) {
            throw tooFewDirections(name + ": ", dims);
        }
    }

    private InvalidInputException tooFewDirections(String where, int dims) {
        return new InvalidInputException(
                where + "the vectors vary in " + rank() + (rank() == 1 ? " direction" : " directions")
                        + " only; ask for at most that many dimensions, not " + dims
                        + ". Less than a ten-millionth of the largest"
                        + " variance is not seen: if a column has far larger numbers than the rest, scale it down");
    }

    /** The first components as rows, whitened so far and not damped. */
    public float[] scaledComponents(int count, double whitening) {
        return scaledComponents(count, whitening, 0);
    }

    /**
     * The first components as rows, each divided by its standard deviation to the power of {@code whitening}: 0 keeps the
     * variances as they are, 1 makes them all 1. Row-major [count × input dimensions].
     *
     * @param ridge so many mean variances are added to each one before it is divided by, so that directions with less than
     *     that stay as small as they are
     */
    public float[] scaledComponents(int count, double whitening, double ridge) {
        if (count < 1 || count > rank()) {
            throw tooFewDirections("", count);
        }
        int dims = mean.length;
        double added = ridge * meanVariance();
        float[] scaled = new float[Math.multiplyExact(count, dims)];
        for (int i = 0; i < count; i++) {
            double divisor = Math.pow(variances[i] + added, whitening / 2);
            for (int j = 0; j < dims; j++) {
                scaled[i * dims + j] = (float) (components[i * dims + j] / divisor);
            }
        }
        return scaled;
    }

    /** The variances along {@link #scaledComponents(int, double, double)}. */
    public double[] scaledVariances(int count, double whitening, double ridge) {
        double added = ridge * meanVariance();
        return Arrays.stream(variances, 0, count)
                .map(variance -> variance / Math.pow(variance + added, whitening))
                .toArray();
    }

    /** Over the directions in which the vectors vary. */
    private double meanVariance() {
        return Arrays.stream(variances, 0, rank()).average().orElse(0);
    }

    /**
     * The encoder that gives the first {@code dims} principal components, each divided by its standard deviation to the
     * power of {@code whitening} (0 to 1). Its outputs have mean zero over the vectors it was fitted on.
     */
    public Encoder encoder(int dims, double whitening) {
        return encoder(dims, whitening, 0);
    }

    /**
     * The same with {@link #scaledComponents(int, double, double) ridge}.
     *
     * @param ridge in mean variances, 0 or more
     */
    public Encoder encoder(int dims, double whitening, double ridge) {
        if (!(whitening >= 0 && whitening <= 1)) {
            throw new InvalidInputException("the whitening power must be from 0 to 1, not " + whitening);
        }
        if (!(ridge >= 0 && ridge < Double.POSITIVE_INFINITY)) {
            throw new InvalidInputException("the ridge must be a number from 0 on, not " + ridge);
        }
        float[] weight = scaledComponents(dims, whitening, ridge);
        Map<String, String> metadata = new java.util.TreeMap<>(provenance);
        metadata.put("method", "pca");
        metadata.put("whitening", Double.toString(whitening));
        if (ridge > 0) {
            metadata.put("ridge", Double.toString(ridge));
        }
        return Encoder.affine(weight, Centring.bias(weight, mean), metadata);
    }
}
