package dev.tldr4j.evaluate.inspect;

import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Over how many directions some rows spread, and how much they all point one way.
 *
 * @param rows of how many rows this is
 * @param components how many principal components keep 50, 90, 95 and 99 % of the variance; empty where nothing varies, or where
 *     there are more than {@value #MOST_DIMS} dimensions
 * @param meanCosine the mean cosine between two different rows, over all pairs without a zero row; NaN where there is none
 * @param meanShare the share of the rows' mean squared length that is the squared length of their mean: 0 where they lie around
 *     the origin, 1 where all are equal; NaN where all are zero
 */
public record Spread(int rows, Map<Integer, Integer> components, double meanCosine, double meanShare) {
    /** PCA of more takes minutes, which is no longer a look. */
    public static final int MOST_DIMS = 4096;

    private static final List<Integer> PERCENTS = List.of(50, 90, 95, 99);

    /** @param rows finite rows, at least one, of a scale around 1 */
    static Spread of(Vectors rows, int threads, ProgressListener listener) {
        double[] sum = new double[rows.dims()];
        double[] directions = new double[rows.dims()];
        double squares = 0;
        int notZero = 0;
        float[] row = new float[rows.dims()];
        for (int i = 0; i < rows.rows(); i++) {
            rows.read(i, 1, FloatBuffer.wrap(row));
            double square = squaredLength(row);
            squares += square;
            notZero += square > 0 ? 1 : 0;
            double inverse = square > 0 ? 1 / Math.sqrt(square) : 0;
            for (int j = 0; j < row.length; j++) {
                sum[j] += row[j];
                directions[j] += row[j] * inverse;
            }
        }
        // the squared sum of unit vectors is their number plus the cosines of all pairs, each twice
        double pairs = (double) notZero * (notZero - 1);
        double meanCosine = pairs == 0 ? Double.NaN : (squaredLength(directions) - notZero) / pairs;
        double meanShare = squaredLength(sum) / rows.rows() / squares;
        return new Spread(rows.rows(), components(rows, threads, listener), meanCosine, meanShare);
    }

    private static Map<Integer, Integer> components(Vectors rows, int threads, ProgressListener listener) {
        Map<Integer, Integer> components = new LinkedHashMap<>();
        if (rows.dims() > MOST_DIMS) {
            return components;
        }
        Pca pca = Pca.fit(rows, threads, listener);
        if (pca.rank() > 0) {
            double[] variances = pca.variances();
            PERCENTS.forEach(percent -> components.put(percent, toKeep(percent / 100.0, variances)));
        }
        return components;
    }

    /** How many of the variances, largest first, add up to this share of them all. */
    static int toKeep(double share, double[] variances) {
        double wanted = share * Arrays.stream(variances).sum();
        int count = 0;
        for (double sum = 0; sum < wanted && count < variances.length; count++) {
            sum += variances[count];
        }
        return count;
    }

    private static double squaredLength(float[] row) {
        double squares = 0;
        for (float value : row) {
            squares += (double) value * value;
        }
        return squares;
    }

    private static double squaredLength(double[] row) {
        double squares = 0;
        for (double value : row) {
            squares += value * value;
        }
        return squares;
    }
}
