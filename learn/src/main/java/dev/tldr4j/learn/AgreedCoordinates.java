package dev.tldr4j.learn;

import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Arrays;

/**
 * Coordinates that count by how far neighbours agree along them. Where rows stand in {@link ClearGroups}, and a row's nearest is
 * but another one of its group, small directions tell rows of a group apart, and little else; many outputs reach them, and there
 * they drown what tells the groups apart. So those along which neighbours agree less than along the last of the large ones are
 * made smaller, the more outputs there are, the more so. docs/explanation/recipe.md has the measurements.
 */
final class AgreedCoordinates {
    /** Where a row's nearest is far nearer than its tenth, it is more than one of the same group, and small directions find it. */
    private static final double ONE_OF_A_GROUP = 0.77;

    /** The last large directions are those from the number of even directions up to so many times it. */
    private static final double LAST_LARGE = 1.5;

    /** Where neighbours agree by so much, as near copies do in all directions, a coordinate counts wholly. */
    private static final double MUCH_AGREEMENT = 0.75;

    /** To what power of their agreement smaller ones count, for as many outputs as even directions. */
    private static final double POWER = 2.5;

    /** No coordinate counts less than this: outputs must not become the same for all rows. */
    private static final double LEAST = 0.001;

    private AgreedCoordinates() {}

    /** Whether groups are what there is to find, and rows are enough to say how far neighbours agree in so many directions. */
    static boolean suit(Basis basis, int outputs, Vectors vectors, int threads) {
        return basis.clearGroups()
                && NeighborAgreement.isKnown(outputs, vectors.rows())
                && NearestAndTenth.ratio(vectors, threads) >= ONE_OF_A_GROUP;
    }

    /**
     * The same coordinates, weighed for so many outputs.
     *
     * @param vectors those that the twins are rows of
     * @param each how many twins of every row to look at
     */
    static Basis of(Basis basis, int outputs, Vectors vectors, Twins twins, int each, int threads) throws IOException {
        double[] differences = TwinSquares.differences(basis.coordinates(), vectors, twins, each, threads);
        double[] agreements = new double[differences.length];
        Arrays.setAll(agreements, i -> 1 - differences[i] / basis.variances()[i]);
        double power = POWER * outputs / basis.evenDirections();
        return basis.weighed(weights(agreements, basis.evenDirections(), power), power);
    }

    /**
     * How much each coordinate counts, up to 1.
     *
     * @param agreements the correlation of neighbours along each coordinate, of the largest first
     */
    static double[] weights(double[] agreements, double evenDirections, double power) {
        int last = (int) Math.min(agreements.length, Math.ceil(LAST_LARGE * evenDirections));
        int first = (int) Math.min(last - 1, evenDirections);
        double enough = Math.min(
                MUCH_AGREEMENT, Arrays.stream(agreements, first, last).average().orElseThrow());
        double[] weights = new double[agreements.length];
        // where neighbours do not agree along the large ones, agreement says nothing about the others
        Arrays.setAll(weights, i -> enough <= 0 ? 1 : weight(agreements[i] / enough, power));
        return weights;
    }

    private static double weight(double agreement, double power) {
        return Math.max(LEAST, Math.pow(Math.max(0, Math.min(1, agreement)), power));
    }
}
