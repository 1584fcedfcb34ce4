package dev.tldr4j.baselines.manifold;

import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;

/** Moves points down t-SNE's gradient, with momentum and a gain of its own for every coordinate. */
final class TsneLayout {
    /** In the first iterations neighbours attract so many times as much, so that groups find together. */
    private static final double EXAGGERATION = 12;

    private static final int EXAGGERATED = 250;
    private static final double SLOWEST = 0.01;
    private static final int RANGE = 256;

    private final NeighborMatrix graph;
    private final int dims;
    private final int threads;

    /** @param graph how often every pair is drawn as neighbours; the sum over all is 1 */
    TsneLayout(NeighborMatrix graph, int dims, int threads) {
        this.graph = graph;
        this.dims = dims;
        this.threads = threads;
    }

    /** Moves the points given. */
    float[] settle(double[] points, int iterations, ProgressListener listener) {
        int rows = graph.rows();
        double learningRate = Math.max(50, rows / EXAGGERATION / 4);
        double[] speed = new double[points.length];
        double[] gains = new double[points.length];
        java.util.Arrays.fill(gains, 1);
        ProgressCounter done = new ProgressCounter("layout", iterations, listener);
        try (Workers workers = new Workers(threads)) {
            for (int iteration = 0; iteration < iterations; iteration++) {
                boolean early = iteration < Math.min(EXAGGERATED, iterations / 2);
                double[] gradient = gradient(points, early ? EXAGGERATION : 1, workers);
                double momentum = early ? 0.5 : 0.8;
                for (int i = 0; i < points.length; i++) {
                    boolean turned = gradient[i] > 0 == speed[i] > 0; // speed goes against the gradient
                    gains[i] = Math.max(SLOWEST, turned ? gains[i] * 0.8 : gains[i] + 0.2);
                    speed[i] = momentum * speed[i] - learningRate * gains[i] * gradient[i];
                    points[i] += speed[i];
                }
                centre(points);
                done.oneMore();
            }
        }
        float[] settled = new float[points.length];
        for (int i = 0; i < settled.length; i++) {
            settled[i] = (float) points[i];
        }
        return settled;
    }

    private double[] gradient(double[] points, double exaggeration, Workers workers) {
        int rows = graph.rows();
        PointTree tree = new PointTree(points, dims);
        double[] attraction = new double[points.length];
        double[] repulsion = new double[points.length];
        double[] sums = new double[(rows + RANGE - 1) / RANGE];
        workers.runRanges(rows, RANGE, (from, to) -> {
            int[] stack = tree.stack();
            double sum = 0;
            for (int i = from; i < to; i++) {
                attract(points, i, attraction);
                sum += tree.repel(i, repulsion, stack);
            }
            sums[from / RANGE] = sum;
        });
        double total = 0;
        for (double sum : sums) {
            total += sum;
        }
        for (int i = 0; i < attraction.length; i++) {
            attraction[i] = 4 * (exaggeration * attraction[i] - repulsion[i] / total);
        }
        return attraction;
    }

    private void attract(double[] points, int row, double[] into) {
        int at = row * dims;
        for (int edge = graph.starts()[row]; edge < graph.starts()[row + 1]; edge++) {
            int other = graph.columns()[edge] * dims;
            double squares = 0;
            for (int c = 0; c < dims; c++) {
                double difference = points[at + c] - points[other + c];
                squares += difference * difference;
            }
            double factor = graph.values()[edge] / (1 + squares);
            for (int c = 0; c < dims; c++) {
                into[at + c] += factor * (points[at + c] - points[other + c]);
            }
        }
    }

    private void centre(double[] points) {
        for (int c = 0; c < dims; c++) {
            double mean = 0;
            for (int i = c; i < points.length; i += dims) {
                mean += points[i] * dims / points.length;
            }
            for (int i = c; i < points.length; i += dims) {
                points[i] -= mean;
            }
        }
    }
}
