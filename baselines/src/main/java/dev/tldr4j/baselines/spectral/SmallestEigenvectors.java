package dev.tldr4j.baselines.spectral;

import dev.tldr4j.learn.internal.DenseSymmetric;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import java.util.Random;

/**
 * The eigenvectors with the smallest eigenvalues of a large positive semi-definite matrix: it is factored once, and a block of
 * vectors multiplied by its inverse until it no longer turns.
 *
 * <p>The matrices of LLE and LTSA are sparse, but factors of theirs are not: neighbours in many dimensions are not neighbours on
 * any line or plane. And without the inverse, the eigenvalues wanted are so close to each other, compared with the largest,
 * that it takes thousands of products to tell them apart. So the matrix is held in full.
 */
public final class SmallestEigenvectors {
    /** Added to the diagonal, as a part of its mean: the smallest eigenvalue is 0, which has no inverse. */
    private static final double SHIFT = 1e-9;

    private static final double TOLERANCE = 1e-5;
    private static final int MOST_ROUNDS = 100;

    /** Vectors carried along beyond those wanted: the more, the fewer rounds. */
    private static final int SPARE = 10;

    private SmallestEigenvectors() {}

    /**
     * What was found, smallest first.
     *
     * @param vectors each of length 1
     */
    public record Found(double[] values, double[][] vectors) {}

    /** The matrix is overwritten. */
    static Found of(DenseSymmetric matrix, int count, int threads, ProgressListener listener) {
        int n = matrix.size();
        double shift = SHIFT * matrix.trace() / n;
        for (int i = 0; i < n; i++) {
            matrix.add(i, i, shift);
        }
        listener.progress(Progress.of("factoring", 0, 1));
        matrix.factor(threads);
        listener.progress(Progress.of("factoring", 1, 1));
        int width = Math.min(n, 2 * count + SPARE);
        double[][] block = random(width, n);
        double[] inverse = new double[width];
        for (int round = 0; round < MOST_ROUNDS; round++) {
            orthonormalize(block);
            double[][] solved = solve(matrix, block, threads);
            double[] turned = inner(block, solved);
            double[] values = OpenBlas.eigen(turned, width, 1);
            for (int i = 0; i < width; i++) {
                inverse[i] = values[width - 1 - i]; // LAPACK gives the largest last
            }
            double change = change(block, solved, turned, inverse, count);
            block = combined(solved, turned);
            listener.progress(Progress.of("eigenvectors", change < TOLERANCE ? MOST_ROUNDS : round + 1, MOST_ROUNDS));
            if (change < TOLERANCE) {
                break;
            }
            if (round == MOST_ROUNDS - 1) {
                listener.note(String.format(
                        java.util.Locale.ROOT,
                        "the eigenvectors are right to %.1g only, and were to be to %.1g",
                        change,
                        TOLERANCE));
            }
        }
        orthonormalize(block);
        double[] smallest = new double[count];
        for (int i = 0; i < count; i++) {
            smallest[i] = 1 / inverse[i] - shift;
        }
        return new Found(smallest, java.util.Arrays.copyOf(block, count));
    }

    /** The same every time: where the vectors come from must not decide what is found. */
    private static double[][] random(int width, int n) {
        Random random = new Random(0);
        double[][] block = new double[width][n];
        for (double[] vector : block) {
            for (int i = 0; i < n; i++) {
                vector[i] = random.nextGaussian();
            }
        }
        return block;
    }

    private static double[][] solve(DenseSymmetric factored, double[][] block, int threads) {
        int n = block[0].length;
        double[] sides = new double[Math.multiplyExact(block.length, n)];
        for (int i = 0; i < block.length; i++) {
            System.arraycopy(block[i], 0, sides, i * n, n);
        }
        factored.solve(sides, threads);
        double[][] solved = new double[block.length][n];
        for (int i = 0; i < block.length; i++) {
            System.arraycopy(sides, i * n, solved[i], 0, n);
        }
        return solved;
    }

    /** Gram and Schmidt's way, twice, for what the first time leaves over by rounding. */
    private static void orthonormalize(double[][] block) {
        for (int i = 0; i < block.length; i++) {
            for (int time = 0; time < 2; time++) {
                for (int j = 0; j < i; j++) {
                    DoubleVectors.add(block[i], block[j], -DoubleVectors.dot(block[i], block[j]));
                }
                double length = Math.sqrt(DoubleVectors.dot(block[i], block[i]));
                for (int c = 0; c < block[i].length; c++) {
                    block[i][c] /= length;
                }
            }
        }
    }

    private static double[] inner(double[][] one, double[][] other) {
        int width = one.length;
        double[] products = new double[width * width];
        for (int i = 0; i < width; i++) {
            for (int j = i; j < width; j++) {
                products[i * width + j] = DoubleVectors.dot(one[i], other[j]);
                products[j * width + i] = products[i * width + j];
            }
        }
        return products;
    }

    /** How far the wanted vectors are from only being scaled by the inverse. */
    private static double change(double[][] block, double[][] solved, double[] turned, double[] inverse, int count) {
        int width = block.length;
        double largest = 0;
        for (int i = 0; i < count; i++) {
            double[] rest = new double[block[0].length];
            for (int j = 0; j < width; j++) {
                double part = turned[(width - 1 - i) * width + j];
                DoubleVectors.add(rest, solved[j], part);
                DoubleVectors.add(rest, block[j], -part * inverse[i]);
            }
            largest = Math.max(largest, Math.sqrt(DoubleVectors.dot(rest, rest)) / inverse[i]);
        }
        return largest;
    }

    private static double[][] combined(double[][] solved, double[] turned) {
        int width = solved.length;
        double[][] block = new double[width][solved[0].length];
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < width; j++) {
                DoubleVectors.add(block[i], solved[j], turned[(width - 1 - i) * width + j]);
            }
        }
        return block;
    }
}
