package dev.tldr4j.learn.quantization;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.internal.Workers;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Where k-means begins: rows drawn one after the other, each with a chance in proportion to its squared distance from the
 * nearest drawn before it (k-means++, Arthur and Vassilvitskii 2007).
 */
final class KMeansStart {
    /** Drawn from so many rows a centroid: from all of a large sample it would take as long as iterations do. */
    private static final int ROWS_PER_CENTROID = 16;

    private KMeansStart() {}

    /** A codebook of rows; where a subspace has fewer different ones than centroids, its first is there again. */
    static Codebook of(NativeMatrix rows, Subspaces subspaces, int centroids, long seed, Workers workers) {
        int[] candidates = RandomRows.draw(rows.rows(), Math.min(rows.rows(), centroids * ROWS_PER_CENTROID), seed);
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom[] randoms = new SplittableRandom[subspaces.count()];
        Arrays.setAll(randoms, s -> random.split());
        float[] values = new float[centroids * subspaces.dims()];
        workers.run(subspaces.count(), s -> {
            int width = subspaces.width(s);
            float[] parts = new float[candidates.length * width];
            for (int i = 0; i < candidates.length; i++) {
                rows.get(candidates[i], subspaces.first(s), parts, i * width, width);
            }
            int[] drawn = draw(parts, width, centroids, randoms[s]);
            for (int c = 0; c < centroids; c++) {
                int at = c * subspaces.dims() + subspaces.first(s);
                System.arraycopy(parts, drawn[c] * width, values, at, width);
            }
        });
        return new Codebook(subspaces, values);
    }

    private static int[] draw(float[] parts, int width, int centroids, SplittableRandom random) {
        int count = parts.length / width;
        double[] distances = new double[count];
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        int[] drawn = new int[centroids];
        drawn[0] = random.nextInt(count);
        for (int c = 1; c < centroids; c++) {
            double sum = 0;
            for (int i = 0; i < count; i++) {
                distances[i] = Math.min(distances[i], squaredDistance(parts, i * width, drawn[c - 1] * width, width));
                sum += distances[i];
            }
            drawn[c] = sum == 0 ? drawn[0] : pick(distances, random.nextDouble() * sum);
        }
        return drawn;
    }

    /** The number at which the running sum passes {@code place}, never one of weight 0. */
    private static int pick(double[] weights, double place) {
        int picked = -1;
        double left = place;
        for (int i = 0; i < weights.length && (picked < 0 || left >= 0); i++) {
            if (weights[i] > 0) {
                picked = i;
                left -= weights[i];
            }
        }
        return picked;
    }

    private static double squaredDistance(float[] parts, int a, int b, int width) {
        float sum = 0;
        for (int j = 0; j < width; j++) {
            float difference = parts[a + j] - parts[b + j];
            sum += difference * difference;
        }
        return sum;
    }
}
