package dev.tldr4j.baselines.spectral;

import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * The eigenvectors with the largest eigenvalues of a symmetric matrix that is known by its products alone (Lanczos, 1950): a
 * vector is multiplied again and again, and what is new in every product kept. Within what was kept, the eigenvectors are
 * those of a small matrix.
 *
 * <p>Some hundred products are enough where the eigenvalues wanted stand apart from the others, as a graph's do. Every new
 * vector is made perpendicular to all before it, by which rounding loses nothing.
 */
public final class LargestEigenvectors {
    /** Vectors kept at most, of as many numbers as the matrix has rows. */
    static final int MOST_PRODUCTS = 600;

    /** How far a product of the matrix and an eigenvector may be from a multiple of it, as a part of the largest eigenvalue. */
    private static final double TOLERANCE = 1e-8;

    /** What is less than this part of a product is not new. */
    private static final double ROUNDING = 1e-12;

    /** Products after which the small matrix is looked at. */
    private static final int LOOK_EVERY = 20;

    /** Rows a task works on. Sums are taken over these in order, so that they are the same on any number of threads. */
    private static final int RANGE = 1 << 12;

    /**
     * What was found, largest first.
     *
     * @param vectors each of length 1
     */
    public record Found(double[] values, double[][] vectors) {}

    /** Multiplies a vector by some rows of the matrix. */
    @FunctionalInterface
    public interface Product {
        void times(double[] vector, int from, int to, double[] product);
    }

    private final int n;
    private final Workers workers;
    private final Random random = new Random(0);
    private final double[][] kept;
    private final double[] diagonal;
    private final double[] beside;
    private int count;

    private LargestEigenvectors(int n, Workers workers) {
        this.n = n;
        this.workers = workers;
        int most = Math.min(n, MOST_PRODUCTS);
        this.kept = new double[most][];
        this.diagonal = new double[most];
        this.beside = new double[most];
    }

    public static Found of(Product matrix, int n, int wanted, int threads, ProgressListener listener) {
        try (Workers workers = new Workers(threads)) {
            return new LargestEigenvectors(n, workers).find(matrix, wanted, listener);
        }
    }

    private Found find(Product matrix, int wanted, ProgressListener listener) {
        double[] next = unknown();
        while (true) {
            double[] vector = next;
            double[] product = new double[n];
            workers.runRanges(n, RANGE, (from, to) -> matrix.times(vector, from, to, product));
            double before = length(product);
            kept[count++] = vector;
            diagonal[count - 1] = takeOffKept(product)[count - 1];
            double length = length(product);
            boolean isNew = length > ROUNDING * before;
            beside[count - 1] = isNew ? length : 0;
            if (isNew) {
                scale(product, 1 / length);
                next = product;
            } else if (count < kept.length) {
                next = unknown(); // all that the start led to is known
            }
            boolean last = count == kept.length;
            if (count >= wanted && (last || count % LOOK_EVERY == 0)) {
                double[] small = small();
                double[] values = OpenBlas.eigen(small, count, 1);
                double rest = count == n ? 0 : rest(small, values, wanted);
                listener.progress(
                        Progress.of("eigenvectors", last || rest < TOLERANCE ? kept.length : count, kept.length));
                if (last && rest > TOLERANCE) {
                    listener.note(String.format(
                            Locale.ROOT,
                            "the eigenvectors are right to %.1g only, and were to be to %.1g",
                            rest,
                            TOLERANCE));
                }
                if (last || rest < TOLERANCE) {
                    return found(small, values, wanted);
                }
            }
        }
    }

    /** A direction that nothing kept has a part of. The same every time: where it starts must not decide what is found. */
    private double[] unknown() {
        double[] vector = new double[n];
        for (int i = 0; i < n; i++) {
            vector[i] = random.nextGaussian();
        }
        takeOffKept(vector);
        scale(vector, 1 / length(vector));
        return vector;
    }

    /** Takes off a vector what is kept already, twice, for what the first time leaves over; returns how much of each it was. */
    private double[] takeOffKept(double[] vector) {
        int vectors = count;
        double[] parts = new double[vectors];
        for (int time = 0; time < 2; time++) {
            double[][] sums = new double[(n + RANGE - 1) / RANGE][vectors];
            workers.runRanges(n, RANGE, (from, to) -> {
                for (int i = 0; i < vectors; i++) {
                    sums[from / RANGE][i] = DoubleVectors.dot(kept[i], vector, from, to);
                }
            });
            double[] now = new double[vectors];
            for (double[] sum : sums) {
                for (int i = 0; i < vectors; i++) {
                    now[i] += sum[i];
                }
            }
            workers.runRanges(n, RANGE, (from, to) -> {
                for (int i = 0; i < vectors; i++) {
                    DoubleVectors.add(vector, kept[i], -now[i], from, to);
                }
            });
            for (int i = 0; i < vectors; i++) {
                parts[i] += now[i];
            }
        }
        return parts;
    }

    /** The matrix as the kept vectors see it. */
    private double[] small() {
        double[] small = new double[count * count];
        for (int i = 0; i < count; i++) {
            small[i * count + i] = diagonal[i];
            if (i + 1 < count) {
                small[i * count + i + 1] = beside[i];
                small[(i + 1) * count + i] = beside[i];
            }
        }
        return small;
    }

    /** The largest part of a product of the matrix and a wanted vector that is in none of the kept. */
    private double rest(double[] small, double[] values, int wanted) {
        double largest = 0;
        for (int i = 0; i < wanted; i++) {
            largest = Math.max(largest, Math.abs(small[(count - 1 - i) * count + count - 1]));
        }
        double scale = Math.max(Math.abs(values[0]), Math.abs(values[count - 1]));
        return scale == 0 ? 0 : largest * beside[count - 1] / scale;
    }

    private Found found(double[] small, double[] values, int wanted) {
        double[] largest = new double[wanted];
        double[][] vectors = new double[wanted][n];
        for (int i = 0; i < wanted; i++) {
            int at = count - 1 - i; // LAPACK gives the largest last
            largest[i] = values[at];
            double[] vector = vectors[i];
            workers.runRanges(n, RANGE, (from, to) -> {
                for (int j = 0; j < count; j++) {
                    DoubleVectors.add(vector, kept[j], small[at * count + j], from, to);
                }
            });
        }
        return new Found(largest, vectors);
    }

    private double length(double[] vector) {
        return Math.sqrt(DoubleVectors.dot(vector, vector, 0, n));
    }

    private static void scale(double[] vector, double factor) {
        Arrays.setAll(vector, i -> vector[i] * factor);
    }
}
