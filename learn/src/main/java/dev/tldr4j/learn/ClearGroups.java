package dev.tldr4j.learn;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.internal.Selection;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/**
 * Whether rows stand in clear groups, found without labels. The first components are dealt out to two halves, which are
 * uncorrelated: only where there are groups are rows that are near in one half near in the other, too. The large directions tell
 * such groups apart, and are worth their weight; elsewhere they drown what the others say. docs/explanation/recipe.md has the
 * measurements.
 */
final class ClearGroups {
    /** Rows looked at; with these, the agreement varies by about 0.01. */
    private static final int SAMPLE = 3000;

    private static final int COMPONENTS = 128;

    /** Of all pairs, this part is called near. */
    private static final double NEAR = 0.01;

    /** Up to the first of these rows stand in no clear groups, from the second on they do. */
    private static final double LITTLE_AGREEMENT = 0.28;

    private static final double MUCH_AGREEMENT = 0.33;

    private ClearGroups() {}

    /** 0 where rows stand in none, 1 where they do, and between where it is hard to say. */
    static double of(Vectors vectors, Pca pca, int threads) {
        return of(agreement(vectors, pca, threads));
    }

    /** Whether that is clear enough to go by the groups. */
    static boolean areClear(double groups) {
        return groups > 0.5;
    }

    static double of(double agreement) {
        double part = (agreement - LITTLE_AGREEMENT) / (MUCH_AGREEMENT - LITTLE_AGREEMENT);
        return Math.max(0, Math.min(1, part));
    }

    /** Of the pairs of rows that are near in one half of the components, the part that is near in the other, too. */
    static double agreement(Vectors vectors, Pca pca, int threads) {
        int half = Math.min(COMPONENTS, pca.rank()) / 2;
        Vectors sample =
                vectors.rows() <= SAMPLE ? vectors : vectors.select(RandomRows.draw(vectors.rows(), SAMPLE, 0));
        if (half < 1 || sample.rows() < 3) {
            return 0;
        }
        try (Workers workers = new Workers(threads);
                NativeMatrix components = components(sample, pca, 2 * half, workers)) {
            float[] even = similarities(components, 0, workers);
            float[] odd = similarities(components, 1, workers);
            float evenNear = near(even);
            float oddNear = near(odd);
            int inOne = 0;
            int inBoth = 0;
            for (int i = 0; i < even.length; i++) {
                if (even[i] >= evenNear) {
                    inOne++;
                    inBoth += odd[i] >= oddNear ? 1 : 0;
                }
            }
            return (double) inBoth / inOne;
        }
    }

    private static NativeMatrix components(Vectors rows, Pca pca, int count, Workers workers) {
        double[] mean = pca.mean();
        try (NativeMatrix centred = new NativeMatrix(rows.rows(), rows.dims());
                NativeMatrix directions = new NativeMatrix(count, rows.dims())) {
            float[] row = new float[rows.dims()];
            for (int i = 0; i < rows.rows(); i++) {
                rows.read(i, 1, FloatBuffer.wrap(row));
                for (int j = 0; j < row.length; j++) {
                    row[j] = (float) (row[j] - mean[j]);
                }
                centred.put(i, 0, row, 0, row.length);
            }
            directions.buffer().put(0, pca.scaledComponents(count, 0));
            NativeMatrix turned = new NativeMatrix(rows.rows(), count);
            OpenBlas.multiply(workers, 1, centred, false, directions, true, 0, turned);
            return turned;
        }
    }

    /** The cosines of all pairs of rows in every second component. */
    private static float[] similarities(NativeMatrix components, int first, Workers workers) {
        int rows = components.rows();
        int half = components.cols() / 2;
        try (NativeMatrix ours = new NativeMatrix(rows, half);
                NativeMatrix products = new NativeMatrix(rows, rows)) {
            float[] row = new float[2 * half];
            for (int i = 0; i < rows; i++) {
                components.get(i, 0, row, 0, row.length);
                ours.put(i, 0, directionOf(row, first), 0, half);
            }
            OpenBlas.multiply(workers, 1, ours, false, ours, true, 0, products);
            float[] pairs = new float[rows * (rows - 1) / 2];
            for (int i = 1, at = 0; i < rows; at += i, i++) {
                products.get(i, 0, pairs, at, i);
            }
            return pairs;
        }
    }

    /** Every second number, brought to length 1. */
    private static float[] directionOf(float[] row, int first) {
        float[] ours = new float[row.length / 2];
        double squares = Float.MIN_NORMAL;
        for (int j = 0; j < ours.length; j++) {
            ours[j] = row[2 * j + first];
            squares += (double) ours[j] * ours[j];
        }
        for (int j = 0; j < ours.length; j++) {
            ours[j] = (float) (ours[j] / Math.sqrt(squares));
        }
        return ours;
    }

    /** The smallest of the largest hundredth. */
    static float near(float[] similarities) {
        float[] values = similarities.clone();
        int place = (int) ((1 - NEAR) * (values.length - 1));
        Selection.partition(values, new int[values.length], 0, place, values.length);
        return values[place];
    }
}
