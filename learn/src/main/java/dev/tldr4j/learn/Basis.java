package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.internal.Centring;
import dev.tldr4j.learn.internal.ColumnMeans;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.Whitening;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * What vectors are seen in while learning.
 *
 * @param mean taken off every one
 * @param coordinates those in which the encoder is learned, row-major, or null for the vectors as they are
 * @param pca of the vectors, or null where they are taken as they are
 * @param deviation the root of the mean variance of the dimensions: the unit of the vectors
 * @param whitened the encoder into all of the whitened space, where neighbours are looked for and neighbourhoods kept, or nothing for
 *     the vectors as they are
 */
record Basis(double[] mean, float[] coordinates, Pca pca, double deviation, Optional<Encoder> whitened) {
    /** A deviation below this part of the mean is the rounding of the mean. */
    private static final double ROUNDING = 1e-10;

    /** Over how many rows the deviation is estimated. */
    private static final int SAMPLES = 4096;

    /**
     * Refuses vectors that do not vary, or in too few directions.
     *
     * @param known principal components and whitening, perhaps of these vectors
     * @param device where to look for neighbours, or null for the CPU
     */
    static Basis of(Vectors vectors, Fit.Known known, FitPlan settings, OpenDevice device, ProgressListener listener)
            throws IOException {
        if (settings.whitening().kind() == Whitening.Kind.NONE) {
            try (Workers workers = new Workers(settings.threads())) {
                double[] mean = ColumnMeans.of(vectors, workers, listener);
                double deviation = deviation(vectors, mean);
                return new Basis(mean, null, null, deviation, Optional.empty());
            }
        }
        Pca pca = known.pca() != null && known.pca().isOf(vectors)
                ? known.pca()
                : Pca.fit(vectors, settings.threads(), listener);
        // with hidden layers, outputs can be more than directions
        pca.requireDirections(vectors.name(), settings.encoder().isLinear() ? settings.dims() : 1);
        double deviation = deviation(vectors, pca.mean());
        if (settings.whitening().kind() == Whitening.Kind.NEIGHBORS) {
            NeighborWhitening space =
                    known.whitening() != null && known.whitening().isOf(vectors)
                            ? known.whitening()
                            : NeighborWhitening.fit(vectors, pca, settings.threads(), device, listener);
            Encoder whitened = space.encoder(space.rank());
            float[] coordinates = whitened.layers().get(0).weight();
            return new Basis(pca.mean(), coordinates, pca, deviation, Optional.of(whitened));
        }
        double power = settings.whitening().power();
        float[] coordinates = pca.scaledComponents(pca.rank(), power);
        bringToUnitVariance(coordinates, pca.scaledVariances(1, power, 0)[0]);
        return new Basis(pca.mean(), coordinates, pca, deviation, Optional.empty());
    }

    /** The encoder into all coordinates, at length 1. */
    Encoder unitCoordinates() {
        float[] bias = Centring.bias(coordinates, mean);
        return Encoder.affine(coordinates, bias, Map.of()).normalized();
    }

    /** Where neighbours are looked for, all at length 1, or nothing for the vectors as they are. */
    Optional<Encoder> neighborSpace() {
        return whitened.map(Encoder::normalized);
    }

    /** Makes the first coordinate's variance 1, so that learning does not depend on the unit of the vectors. */
    private static void bringToUnitVariance(float[] coordinates, double largest) {
        float factor = (float) (1 / Math.sqrt(largest));
        for (int i = 0; i < coordinates.length; i++) {
            coordinates[i] *= factor;
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
