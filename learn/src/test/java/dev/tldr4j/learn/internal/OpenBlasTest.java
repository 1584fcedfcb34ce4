package dev.tldr4j.learn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class OpenBlasTest {

    @Property(tries = 60)
    void productsOfAnyShapeAndThreadCountAreThoseOfTheDefinition(
            @ForAll @IntRange(min = 1, max = 200) int m,
            @ForAll @IntRange(min = 1, max = 200) int n,
            @ForAll @IntRange(min = 1, max = 40) int k,
            @ForAll boolean transposeA,
            @ForAll boolean transposeB,
            @ForAll @IntRange(min = 1, max = 3) int threads) {
        NativeMatrix a = random(transposeA ? k : m, transposeA ? m : k, 1);
        NativeMatrix b = random(transposeB ? n : k, transposeB ? k : n, 2);
        NativeMatrix c = random(m, n, 3);
        NativeMatrix before = random(m, n, 3);
        try (Workers workers = new Workers(threads)) {
            OpenBlas.multiply(workers, 2f, a, transposeA, b, transposeB, 0.5f, c);
        }
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int l = 0; l < k; l++) {
                    sum += at(a, transposeA ? l : i, transposeA ? i : l)
                            * at(b, transposeB ? j : l, transposeB ? l : j);
                }
                assertThat((double) at(c, i, j)).isCloseTo(2 * sum + 0.5 * at(before, i, j), within(1e-4));
            }
        }
    }

    @Property(tries = 20)
    void gramMatricesAreSymmetricProducts(
            @ForAll @IntRange(min = 1, max = 600) int n,
            @ForAll @IntRange(min = 1, max = 9) int k,
            @ForAll @IntRange(min = 1, max = 3) int threads) {
        NativeMatrix rows = random(n, k, 5);
        NativeMatrix columns = random(k, n, 6);
        NativeMatrix gram = new NativeMatrix(n, n);
        NativeMatrix columnGram = new NativeMatrix(n, n);
        try (Workers workers = new Workers(threads)) {
            OpenBlas.gram(workers, rows, gram);
            OpenBlas.columnGram(workers, columns, columnGram);
        }
        SplittableRandom random = new SplittableRandom(n);
        for (int check = 0; check < 50; check++) {
            int i = random.nextInt(n);
            int j = random.nextInt(n);
            double ofRows = 0;
            double ofColumns = 0;
            for (int l = 0; l < k; l++) {
                ofRows += at(rows, i, l) * at(rows, j, l);
                ofColumns += at(columns, l, i) * at(columns, l, j);
            }
            assertThat((double) at(gram, i, j)).isCloseTo(ofRows, within(1e-5));
            assertThat((double) at(columnGram, i, j)).isCloseTo(ofColumns, within(1e-5));
        }
    }

    @Test
    void eigenvectorsComeAsRowsWithTheirValuesAscending() {
        // [[2, 1], [1, 2]] has 1 with (1, −1)/√2 and 3 with (1, 1)/√2
        double[] matrix = {2, 1, 1, 2};
        double[] values = OpenBlas.eigen(matrix, 2, 1);
        assertThat(values).containsExactly(new double[] {1, 3}, within(1e-12));
        assertThat(matrix[0] * matrix[1]).isCloseTo(-0.5, within(1e-12));
        assertThat(matrix[2] * matrix[3]).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void theNearestOrthogonalMatrixKeepsTheTurnAndDropsTheStretch() {
        // (x, y) → (−3y, 2x): a quarter turn after stretching
        double[] nearest = OpenBlas.nearestOrthogonal(new double[] {0, -3, 2, 0}, 2);
        assertThat(nearest).containsExactly(new double[] {0, -1, 1, 0}, within(1e-12));
    }

    @Property(tries = 20)
    void aMatrixOfAnyRankHasANearestOrthogonalOneAndNoOtherIsNearer(
            @ForAll @IntRange(min = 1, max = 12) int n,
            @ForAll @IntRange(min = 0, max = 12) int zeroRows,
            @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] matrix = new double[n * n];
        for (int i = Math.min(n, zeroRows) * n; i < matrix.length; i++) {
            matrix[i] = random.nextDouble() - 0.5;
        }
        double[] nearest = OpenBlas.nearestOrthogonal(matrix.clone(), n);
        double[] other = new double[n * n];
        for (int i = 0; i < other.length; i++) {
            other[i] = random.nextDouble() - 0.5;
        }
        other = OpenBlas.nearestOrthogonal(other, n);
        double agreement = 0;
        double otherAgreement = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double dot = 0;
                for (int l = 0; l < n; l++) {
                    dot += nearest[i * n + l] * nearest[j * n + l];
                }
                assertThat(dot).isCloseTo(i == j ? 1 : 0, within(1e-10));
                agreement += nearest[i * n + j] * matrix[i * n + j];
                otherAgreement += other[i * n + j] * matrix[i * n + j];
            }
        }
        // among orthogonal matrices, the nearest is the one with the largest product
        assertThat(agreement).isGreaterThanOrEqualTo(otherAgreement - 1e-10);
    }

    @Test
    void generalisedEigenvectorsHaveLengthOneByTheSecondMatrix() {
        // 2 · x = λ · x along the first axis, 3 · x = λ · 3 · x along the second
        double[] a = {2, 0, 0, 3};
        assertThat(OpenBlas.eigen(a, new double[] {1, 0, 0, 3}, 2, 1))
                .containsExactly(new double[] {1, 2}, within(1e-12));
        assertThat(Math.abs(a[1])).isCloseTo(1 / Math.sqrt(3), within(1e-12));
        assertThat(Math.abs(a[2])).isCloseTo(1, within(1e-12));
        assertThatThrownBy(() -> OpenBlas.eigen(new double[] {2, 0, 0, 3}, new double[] {1, 0, 0, 0}, 2, 1))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void aProductInDoublePrecision() {
        // (1 2) · (1 0 −1)   = (5  8  1)
        // (3 4)   (2 4  1)     (11 16 1)
        assertThat(OpenBlas.product(new double[] {1, 2, 3, 4}, new double[] {1, 0, -1, 2, 4, 1}, 2, 2, 3))
                .containsExactly(5, 8, 1, 11, 16, 1);
    }

    @Test
    void productsOfSomeColumnsLeaveTheOthersOut() {
        NativeMatrix a = random(3, 7, 1);
        NativeMatrix b = random(5, 7, 2);
        NativeMatrix scores = new NativeMatrix(3, 6); // wider than the product
        OpenBlas.partDots(a, b, 2, 3, scores);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 5; j++) {
                double sum = 0;
                for (int l = 2; l < 5; l++) {
                    sum += at(a, i, l) * at(b, j, l);
                }
                assertThat((double) at(scores, i, j)).isCloseTo(sum, within(1e-6));
            }
            assertThat(at(scores, i, 5)).isZero();
        }
    }

    @Test
    void shapesThatDoNotFitAreRefused() {
        try (Workers workers = new Workers(1)) {
            assertThatThrownBy(() -> OpenBlas.multiply(
                            workers, 1, random(2, 3, 1), false, random(2, 3, 1), false, 0, random(2, 3, 1)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static float at(NativeMatrix matrix, int row, int col) {
        return matrix.buffer().get(row * matrix.cols() + col);
    }

    private static NativeMatrix random(int rows, int cols, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        NativeMatrix matrix = new NativeMatrix(rows, cols);
        for (int i = 0; i < rows * cols; i++) {
            matrix.buffer().put(i, (float) (2 * random.nextDouble() - 1));
        }
        return matrix;
    }
}
