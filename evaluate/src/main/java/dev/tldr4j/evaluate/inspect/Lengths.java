package dev.tldr4j.evaluate.inspect;

import java.util.Arrays;

/**
 * Euclidean lengths of finite rows; all NaN where there is none.
 *
 * @param equal whether all rows but zero rows have the same length
 * @param normalized whether that length is 1
 */
public record Lengths(double min, double median, double max, boolean equal, boolean normalized) {
    /** Twice what rounding every number to a half float can do to a length. */
    private static final double TOLERANCE = 1e-3;

    static Lengths of(Scan scan) {
        double[] ascending = new double[scan.finiteRows()];
        for (int place = 0, count = 0; place < scan.rows(); place++) {
            if (scan.isFinite(place)) {
                ascending[count++] = scan.length(place);
            }
        }
        Arrays.sort(ascending);
        int rows = ascending.length;
        if (rows == 0) {
            return new Lengths(Double.NaN, Double.NaN, Double.NaN, false, false);
        }
        double max = ascending[rows - 1];
        // halves are added, since the sum of two huge lengths may be infinite
        double median = ascending[(rows - 1) / 2] / 2 + ascending[rows / 2] / 2;
        double shortest = Arrays.stream(ascending)
                .filter(length -> length > 0)
                .findFirst()
                .orElse(0);
        boolean equal = max > 0 && max - shortest <= TOLERANCE * max;
        boolean normalized = equal && Math.abs(max - 1) <= TOLERANCE && Math.abs(shortest - 1) <= TOLERANCE;
        return new Lengths(ascending[0], median, max, equal, normalized);
    }
}
