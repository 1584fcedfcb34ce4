package dev.tldr4j.baselines.manifold;

import dev.tldr4j.learn.internal.Workers;
import java.util.Arrays;

/**
 * How surely a neighbour is one, as UMAP sees it: 1 for the nearest, and less the farther it is, on a scale of the row's own
 * on which the weights of all k add up to log₂ k.
 */
public final class FuzzyWeights {
    private static final int HALVINGS = 64;
    private static final int RANGE = 64;

    /** No scale is smaller than this part of the mean distance of neighbours; else rows with many duplicates have none. */
    private static final double SMALLEST_SCALE = 1e-3;

    private FuzzyWeights() {}

    public static float[] of(Neighborhoods near, int threads) {
        int k = near.k();
        float[] weights = new float[near.distances().length];
        double total = 0;
        for (float distance : near.distances()) {
            total += distance;
        }
        double smallest = Math.max(Double.MIN_NORMAL, SMALLEST_SCALE * total / weights.length);
        double target = Math.log(k) / Math.log(2);
        try (Workers workers = new Workers(threads)) {
            workers.runRanges(near.rows(), RANGE, (from, to) -> {
                for (int i = from; i < to; i++) {
                    float[] distances = Arrays.copyOfRange(near.distances(), i * k, (i + 1) * k);
                    float nearest = nearestOther(distances);
                    double scale = Math.max(smallest, scale(distances, nearest, target));
                    for (int j = 0; j < k; j++) {
                        weights[i * k + j] = (float) weight(distances[j], nearest, scale);
                    }
                }
            });
        }
        return weights;
    }

    /** Not counting duplicates of the row. */
    private static float nearestOther(float[] ascending) {
        for (float distance : ascending) {
            if (distance > 0) {
                return distance;
            }
        }
        return 0;
    }

    private static double weight(float distance, float nearest, double scale) {
        return distance <= nearest ? 1 : Math.exp((nearest - distance) / scale);
    }

    private static double scale(float[] distances, float nearest, double target) {
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double scale = 1;
        for (int i = 0; i < HALVINGS; i++) {
            double sum = 0;
            for (float distance : distances) {
                sum += weight(distance, nearest, scale);
            }
            if (Math.abs(sum - target) < 1e-5) {
                break;
            }
            if (sum > target) {
                high = scale;
            } else {
                low = scale;
            }
            scale = high == Double.POSITIVE_INFINITY ? 2 * scale : (low + high) / 2;
        }
        return scale;
    }
}
