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
