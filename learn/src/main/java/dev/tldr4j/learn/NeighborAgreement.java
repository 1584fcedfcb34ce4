package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * How far neighbours agree along each direction of an encoder's outputs. A direction in which they do not says little about what a
 * row is near to, and in search it is as loud as the others; so it is made smaller. The directions are those in which agreement is
 * largest, next largest and so on: solutions of {@code D x = (1 − r) T x}, where T is the covariance of the outputs, D half of the
 * mean square of the differences of neighbours, and r the correlation of neighbours along x.
 */
final class NeighborAgreement {
    /** No direction is taken for less than this: where neighbours do not agree at all, that may be chance. */
    private static final double LEAST = 0.1;

    /** So much less than the whole power for as many outputs as even directions, by its square. */
    private static final double LESS_POWER = 2;

    private static final double LEAST_POWER = 0.1;

    /** For every output. */
    private static final int ENOUGH_ROWS = 32;

    private final Affine layer;
    private final double[] covariance;
    private final double[] directions;
    private final double[] agreements;

    private NeighborAgreement(Affine layer, double[] covariance, double[] directions, double[] agreements) {
        this.layer = layer;
        this.covariance = covariance;
        this.directions = directions;
        this.agreements = agreements;
    }

    /**
     * To what power of their agreement outputs should count: wholly where they are few, hardly where they are so many that
     * directions on which neighbours differ are needed to tell rows apart, and then not at all where the rows are too few to say
     * how far neighbours agree in so many directions. docs/explanation/recipe.md has the measurements.
     *
     * @param evenDirections those of the vectors
     */
    static double power(int outputs, double evenDirections, int rows) {
        double part = outputs / evenDirections;
        return Math.max(isKnown(outputs, rows) ? LEAST_POWER : 0, 1 - LESS_POWER * part * part);
    }

    /** Whether rows are enough to say how far neighbours agree in as many directions as there are outputs. */
    static boolean isKnown(int outputs, int rows) {
        return rows >= (long) ENOUGH_ROWS * outputs;
    }

    /**
     * That of a linear encoder, or nothing where some of its outputs are the same for all rows or follow from others.
     *
     * @param vectors those that the twins are rows of
     * @param each how many twins of every row to look at
     */
    static Optional<NeighborAgreement> of(Affine layer, Vectors vectors, Twins twins, int each, int threads)
            throws IOException {
        TwinSquares products = TwinSquares.products(layer, vectors, twins, each, threads);
        int dims = layer.outputDims();
        double[] covariance = products.outputs();
        double[] differences = products.differences();
        double[] disagreements;
        try {
            disagreements = OpenBlas.eigen(differences, covariance.clone(), dims, threads);
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
        double[] agreements = Arrays.stream(disagreements).map(part -> 1 - part).toArray();
        return Optional.of(new NeighborAgreement(layer, covariance, differences, agreements));
    }

    /** The correlation of neighbours along each direction, largest first. */
    double[] agreements() {
        return agreements.clone();
    }

    /**
     * The encoder whose outputs count by a power of their agreement. Where neighbours agree on all alike, it is the same but for a
     * factor.
     */
    Affine weigh(double power) {
        int dims = layer.outputDims();
        double[] weighted = new double[directions.length];
        for (int i = 0; i < dims; i++) {
            double weight = Math.pow(Math.max(LEAST, agreements[i]), power);
            for (int j = 0; j < dims; j++) {
                weighted[i * dims + j] = weight * directions[i * dims + j];
            }
        }
        // with X the directions, one a row, and X T Xᵀ = 1: outputs y become T Xᵀ w X y
        double[] back = OpenBlas.product(covariance, TwinSquares.transposed(directions, dims, dims), dims, dims, dims);
        double[] map = OpenBlas.product(back, weighted, dims, dims, dims);
        return new Affine(applied(map, layer.weight(), dims), applied(map, layer.bias(), dims));
    }

    private static float[] applied(double[] map, float[] matrix, int n) {
        double[] wide = new double[matrix.length];
        Arrays.setAll(wide, i -> matrix[i]);
        double[] product = OpenBlas.product(map, wide, n, n, matrix.length / n);
        float[] narrow = new float[product.length];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = (float) product[i];
        }
        return narrow;
    }
}
