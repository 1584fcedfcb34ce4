package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.internal.ColumnMeans;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * What vectors are seen in while learning.
 *
 * @param mean taken off every one
 * @param coordinates those in which the encoder is learned, row-major, or null for the vectors as they are
 * @param variances that of the vectors along each coordinate
 * @param whitening that of these coordinates, or null for the vectors as they are
 * @param deviation the root of the mean variance of the dimensions: the unit of the vectors
 * @param neighborSpace where neighbours are looked for, or nothing for the vectors as they are
 * @param clearGroups whether rows stand in groups that their large directions tell apart
 * @param evenDirections how many directions of the same variance would spread as evenly, or 0 for the vectors as they are
 * @param agreementPower to what power of neighbours' agreement small coordinates count, or 0 where they count as they are
 */
record Basis(
        double[] mean,
        float[] coordinates,
        double[] variances,
        DampedWhitening whitening,
        double deviation,
        Optional<Encoder> neighborSpace,
        boolean clearGroups,
        double evenDirections,
        double agreementPower) {
    /** A deviation below this part of the mean is the rounding of the mean. */
    private static final double ROUNDING = 1e-10;

    /** Over how many rows the deviation is estimated. */
    private static final int SAMPLES = 4096;

    /**
     * Refuses vectors that do not vary, or in too few directions.
     *
     * @param known principal components, perhaps of these vectors, or null
     */
    static Basis of(Vectors vectors, Pca known, Settings settings, ProgressListener listener) {
        if (settings.whitening().kind() == Whitening.Kind.NONE) {
            try (Workers workers = new Workers(settings.threads())) {
                double[] mean = ColumnMeans.of(vectors, workers, listener);
                double deviation = deviation(vectors, mean);
                double[] variances = new double[mean.length];
                Arrays.fill(variances, deviation * deviation);
                return new Basis(mean, null, variances, null, deviation, Optional.empty(), false, 0, 0);
            }
        }
        Pca pca = known != null && known.isOf(vectors) ? known : Pca.fit(vectors, settings.threads(), listener);
        // with hidden layers, outputs can be more than directions
        pca.requireDirections(vectors.name(), settings.encoder().isLinear() ? settings.dims() : 1);
        DampedWhitening damped = new DampedWhitening(settings.whitening().power(), 0);
        Optional<Encoder> neighborSpace = Optional.empty();
        boolean clearGroups = false;
        if (settings.whitening().kind() == Whitening.Kind.CHOSEN) {
            double groups = ClearGroups.of(vectors, pca, settings.threads());
            damped = DampedWhitening.of(groups, (double) settings.dims() / pca.rank());
            clearGroups = ClearGroups.areClear(groups);
            neighborSpace = settings.evensNeighbors() ? EvenedSpace.of(pca, groups) : neighborSpace;
        }
        double[] variances = pca.variances();
        int count = count(variances, pca.rank(), settings);
        float[] coordinates = pca.scaledComponents(count, damped.power(), damped.damping());
        double[] ofCoordinates = pca.scaledVariances(count, damped.power(), damped.damping());
        bringToUnitVariance(coordinates, ofCoordinates);
        return new Basis(
                pca.mean(),
                coordinates,
                ofCoordinates,
                damped,
                deviation(vectors, pca.mean()),
                neighborSpace,
                clearGroups,
                pca.evenDirections(),
                0);
    }

    /**
     * These coordinates, each so many times as large.
     *
     * @param power that of neighbours' agreement which the weights are
     */
    Basis weighed(double[] weights, double power) {
        float[] weighed = coordinates.clone();
        double[] ofWeighed = variances.clone();
        int dims = mean.length;
        for (int i = 0; i < weights.length; i++) {
            ofWeighed[i] *= weights[i] * weights[i];
            for (int j = i * dims; j < (i + 1) * dims; j++) {
                weighed[j] *= (float) weights[i];
            }
        }
        bringToUnitVariance(weighed, ofWeighed);
        return new Basis(
                mean, weighed, ofWeighed, whitening, deviation, neighborSpace, clearGroups, evenDirections, power);
    }

    /** How many of the directions carry as much of the variance as is to be learned in, with room for the outputs to turn in. */
    private static int count(double[] variances, int rank, Settings settings) {
        double left =
                (1 - settings.variance()) * Arrays.stream(variances, 0, rank).sum();
        int count = rank;
        while (count > 0 && variances[count - 1] <= left) {
            left -= variances[--count];
        }
        return Math.max(count, (int) Math.min(rank, 2L * settings.dims()));
    }

    /** Makes the first coordinate's variance 1, so that learning does not depend on the unit of the vectors. */
    private static void bringToUnitVariance(float[] coordinates, double[] variances) {
        double largest = variances[0];
        float factor = (float) (1 / Math.sqrt(largest));
        for (int i = 0; i < coordinates.length; i++) {
            coordinates[i] *= factor;
        }
        for (int i = 0; i < variances.length; i++) {
            variances[i] /= largest;
        }
    }

    /** Over rows spread evenly. */
    private static double deviation(Vectors vectors, double[] mean) {
        int samples = Math.min(vectors.rows(), SAMPLES);
        float[] row = new float[vectors.dims()];
        double squares = 0;
        for (int i = 0; i < samples; i++) {
            vectors.read((int) ((long) i * vectors.rows() / samples), 1, FloatBuffer.wrap(row));
            for (int j = 0; j < row.length; j++) {
                squares += (row[j] - mean[j]) * (row[j] - mean[j]);
            }
        }
        double deviation = Math.sqrt(squares / samples / row.length);
        double largestMean = Arrays.stream(mean).map(Math::abs).max().orElse(0);
        if (deviation <= ROUNDING * largestMean) {
            throw new InvalidInputException(vectors.name() + ": all rows are the same; there is nothing to learn");
        }
        return deviation;
    }

    /** How many neighbours of a row can be its twins. */
    int neighbors(Settings settings) {
        return neighborSpace.isPresent() ? settings.neighbors() : settings.neighborsInVectors();
    }

    /** The encoder, in these coordinates, that gives the first of them; zeros where there are fewer. */
    Affine firstCoordinates(int count) {
        int rank = coordinates.length / mean.length;
        float[] weight = new float[Math.multiplyExact(count, rank)];
        for (int i = 0; i < Math.min(count, rank); i++) {
            weight[i * rank + i] = 1;
        }
        return new Affine(weight, new float[count]);
    }
}
