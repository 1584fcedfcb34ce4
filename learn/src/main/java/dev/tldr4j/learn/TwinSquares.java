package dev.tldr4j.learn;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * What a linear encoder makes of rows, and how far that is from what it makes of their twins, in mean squares over a sample of the
 * rows.
 *
 * @param outputs those of the outputs; with mean zero, their variances
 * @param differences half of those of the differences, so that they are the variances, too, where twins have nothing in common
 */
record TwinSquares(double[] outputs, double[] differences) {
    /** Rows looked at; with these, correlations vary by less than 0.01. */
    private static final int SAMPLE = 20_000;

    /** Rows multiplied at a time. */
    private static final int BLOCK = 512;

    /** Adds the squares of a block of rows, one after the other, to sums. */
    private interface Squares {
        void add(double[] block, int rows, double factor, double[] sums);
    }

    /**
     * The products of every two outputs, which are symmetric matrices.
     *
     * @param vectors those that the twins are rows of
     * @param each how many twins of every row to look at
     */
    static TwinSquares products(Affine layer, Vectors vectors, Twins twins, int each, int threads) throws IOException {
        int dims = layer.outputDims();
        return of(layer, vectors, twins, each, threads, dims * dims, TwinSquares::addProducts);
    }

    /** Of the differences alone the square of every output, which the bias does not change. */
    static double[] differences(float[] weight, Vectors vectors, Twins twins, int each, int threads)
            throws IOException {
        int dims = weight.length / vectors.dims();
        Affine layer = new Affine(weight, new float[dims]);
        return of(layer, vectors, twins, each, threads, dims, TwinSquares::addSquares).differences;
    }

    private static TwinSquares of(
            Affine layer, Vectors vectors, Twins twins, int each, int threads, int numbers, Squares squares)
            throws IOException {
        int count = Math.min(SAMPLE, twins.rows());
        int[] rows = Arrays.stream(RandomRows.draw(twins.rows(), count, 0))
                .map(twins::row)
                .toArray();
        TwinSquares sums = new TwinSquares(new double[numbers], new double[numbers]);
        BatchEncoder encoder = new BatchEncoder(Encoder.affine(layer.weight(), layer.bias(), Map.of()), threads);
        try (Vectors outputs = encoder.encode(vectors.select(rows), ProgressListener.SILENT)) {
            add(outputs, null, 1.0 / count, squares, sums.outputs);
            for (int draw = 0; draw < each; draw++) {
                int number = draw;
                int[] others =
                        Arrays.stream(rows).map(row -> twins.twin(row, number)).toArray();
                try (Vectors twinOutputs = encoder.encode(vectors.select(others), ProgressListener.SILENT)) {
                    add(outputs, twinOutputs, 0.5 / count / each, squares, sums.differences);
                }
            }
        }
        return sums;
    }

    /** Of every row's numbers, or of its differences from the other's. */
    private static void add(Vectors rows, Vectors others, double factor, Squares squares, double[] sums) {
        for (int from = 0; from < rows.rows(); from += BLOCK) {
            int count = Math.min(BLOCK, rows.rows() - from);
            squares.add(differences(rows, others, from, count), count, factor, sums);
        }
    }

    private static double[] differences(Vectors rows, Vectors others, int from, int count) {
        float[] row = new float[count * rows.dims()];
        float[] other = new float[row.length];
        rows.read(from, count, FloatBuffer.wrap(row));
        if (others != null) {
            others.read(from, count, FloatBuffer.wrap(other));
        }
        double[] differences = new double[row.length];
        Arrays.setAll(differences, i -> row[i] - other[i]);
        return differences;
    }

    private static void addSquares(double[] block, int rows, double factor, double[] sums) {
        for (int i = 0; i < block.length; i++) {
            sums[i % sums.length] += factor * block[i] * block[i];
        }
    }

    private static void addProducts(double[] block, int rows, double factor, double[] sums) {
        int dims = block.length / rows;
        double[] products = OpenBlas.product(transposed(block, rows, dims), block, dims, rows, dims);
        for (int i = 0; i < sums.length; i++) {
            sums[i] += factor * products[i];
        }
    }

    static double[] transposed(double[] matrix, int rows, int cols) {
        double[] transposed = new double[matrix.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                transposed[j * rows + i] = matrix[i * cols + j];
            }
        }
        return transposed;
    }
}
