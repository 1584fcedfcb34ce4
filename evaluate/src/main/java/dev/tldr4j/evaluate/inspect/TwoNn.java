package dev.tldr4j.evaluate.inspect;

import dev.tldr4j.encoder.internal.FloatVectors;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * The intrinsic dimension by the two nearest neighbours (Facco, d'Errico, Rodriguez, Laio: Estimating the intrinsic dimension of
 * datasets by a minimal neighborhood information. Scientific Reports 7, 2017). Where points lie evenly in d dimensions, the ratio
 * μ of the distances to a point's second and first neighbour follows {@code F(μ) = 1 − μ^−d}. So d is the slope of the line
 * through the origin that fits {@code −log(1 − F(μ))} over {@code log μ} best.
 */
final class TwoNn {
    /** The share of the ratios, the smallest ones, that is fitted: the largest lie far off the line, as the paper found. */
    private static final double FITTED = 0.9;

    private TwoNn() {}

    /** @param distinct at least three rows, of which no two are equal */
    static double intrinsicDimension(Vectors distinct, int threads, ProgressListener listener) {
        NeighborGraph graph = new ExactSearch(Metric.L2, threads).graph(distinct, 2, listener);
        double[] ratios = new double[distinct.rows()];
        float[] row = new float[distinct.dims()];
        float[] neighbor = new float[distinct.dims()];
        for (int i = 0; i < ratios.length; i++) {
            read(distinct, i, row);
            read(distinct, graph.neighbor(i, 0), neighbor);
            double first = FloatVectors.squaredDistance(row, neighbor);
            read(distinct, graph.neighbor(i, 1), neighbor);
            ratios[i] = Math.sqrt(FloatVectors.squaredDistance(row, neighbor) / first);
        }
        // rows that differ by less than a float tells after scaling are at distance 0
        return slope(Arrays.stream(ratios).filter(Double::isFinite).toArray());
    }

    /** From the ratios of all points, in any order; NaN where every first neighbour is as far as the second. */
    static double slope(double[] ratios) {
        double[] ascending = ratios.clone();
        Arrays.sort(ascending);
        double products = 0;
        double squares = 0;
        for (int i = 1; i <= (int) (FITTED * ascending.length); i++) {
            double x = Math.log(ascending[i - 1]);
            double y = -Math.log(1 - (double) i / ascending.length);
            products += x * y;
            squares += x * x;
        }
        return squares == 0 ? Double.NaN : products / squares;
    }

    private static void read(Vectors vectors, int row, float[] into) {
        vectors.read(row, 1, FloatBuffer.wrap(into));
    }
}
