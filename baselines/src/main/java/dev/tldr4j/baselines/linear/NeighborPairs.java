package dev.tldr4j.baselines.linear;

import dev.tldr4j.learn.internal.ProgressCounter;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/** All pairs of rows of which one is among the other's neighbours, each once, with a weight. */
final class NeighborPairs {
    /** Rows over which the mean distance of neighbours is estimated. */
    private static final int SAMPLES = 10_000;

    private final Vectors vectors;
    private final NeighborGraph graph;
    private final int k;
    private final double heat;
    private final double[] degrees;

    /** @param width 0 for weights of 1; else that of a heat kernel, as a multiple of the mean squared distance of neighbours */
    NeighborPairs(Vectors vectors, NeighborGraph graph, int k, double width) {
        this.vectors = vectors;
        this.graph = graph;
        this.k = k;
        // where all neighbours are duplicates, any width gives weights of 1
        this.heat = width == 0 ? 0 : Math.max(Double.MIN_NORMAL, width * meanSquaredDistance());
        this.degrees = new double[vectors.rows()];
    }

    private double meanSquaredDistance() {
        int samples = Math.min(vectors.rows(), SAMPLES);
        float[] difference = new float[vectors.dims()];
        double sum = 0;
        for (int i = 0; i < samples; i++) {
            int row = (int) ((long) i * vectors.rows() / samples);
            for (int j = 0; j < k; j++) {
                sum += difference(row, graph.neighbor(row, j), difference);
            }
        }
        return sum / samples / k;
    }

    /** Fills in the difference of two rows; returns its squared length. */
    private double difference(int one, int other, float[] into) {
        float[] second = new float[into.length];
        vectors.read(one, 1, FloatBuffer.wrap(into));
        vectors.read(other, 1, FloatBuffer.wrap(second));
        double squares = 0;
        for (int j = 0; j < into.length; j++) {
            into[j] -= second[j];
            squares += (double) into[j] * into[j];
        }
        return squares;
    }

    /** Adds w · (x − y)(x − y)ᵀ of every pair: positive semi-definite whatever the rounding. */
    void addDifferences(Scatter scatter, ProgressListener listener) {
        int block = PrincipalCoordinates.BLOCK;
        ProgressCounter done = new ProgressCounter("differences", (vectors.rows() + block - 1) / block, listener);
        int[] ones = new int[block];
        int[] others = new int[block];
        int count = 0;
        for (int row = 0; row < vectors.rows(); row++) {
            for (int i = 0; i < k; i++) {
                if (isCountedHere(row, graph.neighbor(row, i))) {
                    ones[count] = row;
                    others[count++] = graph.neighbor(row, i);
                }
                if (count == block) {
                    add(ones, others, count, scatter);
                    count = 0;
                }
            }
            if ((row + 1) % block == 0 || row == vectors.rows() - 1) {
                done.oneMore();
            }
        }
        if (count > 0) {
            add(ones, others, count, scatter);
        }
    }

    /** Two rows that name each other are one pair. */
    private boolean isCountedHere(int row, int neighbor) {
        if (row < neighbor) {
            return true;
        }
        for (int i = 0; i < k; i++) {
            if (graph.neighbor(neighbor, i) == row) {
                return false;
            }
        }
        return true;
    }

    private void add(int[] ones, int[] others, int count, Scatter scatter) {
        double[] weights = new double[count];
        scatter.add(count, (i, row) -> {
            double squares = difference(ones[i], others[i], row);
            weights[i] = heat == 0 ? 1 : Math.exp(-squares / heat);
            scale(row, Math.sqrt(weights[i]));
        });
        for (int i = 0; i < count; i++) {
            degrees[ones[i]] += weights[i];
            degrees[others[i]] += weights[i];
        }
    }

    /** Adds every row's z · zᵀ as often as the weights of its pairs say, which are known once their differences are added. */
    void addRows(double[] mean, Scatter scatter, ProgressListener listener) {
        int rows = vectors.rows();
        int block = PrincipalCoordinates.BLOCK;
        ProgressCounter done = new ProgressCounter("weighted rows", (rows + block - 1) / block, listener);
        for (int from = 0; from < rows; from += block) {
            int first = from;
            scatter.add(Math.min(block, rows - from), (i, row) -> {
                vectors.read(first + i, 1, FloatBuffer.wrap(row));
                for (int j = 0; j < row.length; j++) {
                    row[j] = (float) (row[j] - mean[j]);
                }
                scale(row, Math.sqrt(degrees[first + i]));
            });
            done.oneMore();
        }
    }

    private static void scale(float[] row, double factor) {
        for (int j = 0; j < row.length; j++) {
            row[j] = (float) (row[j] * factor);
        }
    }

    /** Twice the weight of all pairs. */
    double totalDegree() {
        double sum = 0;
        for (double degree : degrees) {
            sum += degree;
        }
        return sum;
    }
}
