package dev.tldr4j.evaluate.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ScanTest {

    @Property(tries = 200)
    void aSampleIsAscendingAndReachesFromTheFirstRowToTheLast(
            @ForAll @IntRange(min = 1, max = 5000) int rows,
            @ForAll @IntRange(min = 1, max = 6000) int sample,
            @ForAll @IntRange(min = 1, max = 3) int dims) {
        Scan scan = scan(Vectors.of(new float[rows * dims], dims), sample);

        assertThat(scan.rows()).isEqualTo(Math.min(rows, sample));
        int[] seen = IntStream.range(0, scan.rows()).map(scan::row).toArray();
        assertThat(seen[0]).isZero();
        assertThat(seen[seen.length - 1]).isEqualTo(sample == 1 ? 0 : rows - 1);
        assertThat(IntStream.range(1, seen.length)).allMatch(i -> seen[i] > seen[i - 1]);
    }

    /** Of a file where each row's length is its number. */
    @Test
    void aSampleKnowsEveryRowByItsNumberInTheFile() {
        float[] values = new float[10_000];
        for (int row = 0; row < values.length; row++) {
            values[row] = -row;
        }
        Scan scan = scan(Vectors.of(values, 1), 777);

        for (int place = 0; place < scan.rows(); place++) {
            assertThat(scan.length(place)).isEqualTo(scan.row(place));
        }
    }

    @Property(tries = 200)
    void copiesAreTheRowsBeyondTheDifferentOnes(
            @ForAll @IntRange(min = 1, max = 300) int rows,
            @ForAll @IntRange(min = 1, max = 9) int dims,
            @ForAll long seed) {
        // halves from −1 to 1, among them both zeros
        float[] numbers = {-1, -0.5f, -0f, 0, 0.5f, 1};
        float[] values = new float[rows * dims];
        java.util.Random random = new java.util.Random(seed);
        Set<String> different = new HashSet<>();
        int first = -1;
        for (int row = 0; row < rows; row++) {
            for (int j = row * dims; j < (row + 1) * dims; j++) {
                values[j] = numbers[random.nextInt(numbers.length)];
            }
            float[] asOneZero = Arrays.copyOfRange(values, row * dims, (row + 1) * dims);
            for (int j = 0; j < dims; j++) {
                asOneZero[j] += 0;
            }
            if (!different.add(Arrays.toString(asOneZero)) && first < 0) {
                first = row;
            }
        }

        Copies copies = Copies.among(scan(Vectors.of(values, dims), rows));

        assertThat(copies.rows()).isEqualTo(rows - different.size());
        assertThat(copies.first()).isEqualTo(first);
    }

    /** Rows that differ in a sign or two are the hardest to tell apart. */
    @Test
    void noTwoOfAllRowsOfThreeNumbersPassForCopies() {
        for (float[] numbers : new float[][] {{-1, 0, 1}, {1, 2, 3}, {0, 128, 255}, {1e30f, -1e-30f, 1e-45f}}) {
            int dims = 11;
            int rows = (int) Math.pow(3, dims);
            float[] values = new float[rows * dims];
            for (int row = 0; row < rows; row++) {
                for (int j = 0, digits = row; j < dims; j++, digits /= 3) {
                    values[row * dims + j] = numbers[digits % 3];
                }
            }
            assertThat(Copies.among(scan(Vectors.of(values, dims), rows)).rows())
                    .isZero();
        }
    }

    @Test
    void everyRowIsDrawnAsOftenAsEveryOther() {
        float[] values = new float[20];
        values[3] = Float.NaN;
        Scan scan = scan(Vectors.of(values, 1), 20);
        int[] drawn = new int[20];
        for (int seed = 0; seed < 19_000; seed++) {
            int[] places = scan.draw(5, seed * 31L);
            assertThat(places).hasSize(5).isSorted().doesNotHaveDuplicates();
            Arrays.stream(places).forEach(place -> drawn[place]++);
        }
        assertThat(drawn[3]).isZero();
        // 19,000 · 5 / 19 = 5,000 times each, give or take
        assertThat(Arrays.stream(drawn).filter(times -> times > 4_750 && times < 5_250))
                .hasSize(19);
        assertThat(scan.draw(50, 0)).hasSize(19);
    }

    @Test
    void dimensionsVaryWhereTwoFiniteRowsDiffer() {
        float nan = Float.NaN;
        Scan scan = scan(
                Vectors.of(new float[][] {{nan, 1, 1, 9}, {1, 2, 0, 3}, {1, 2, -0f, 3}, {5, nan, 5, 5}, {1, 2, 0, 4}}),
                5);

        assertThat(IntStream.range(0, 4).filter(scan::varies)).containsExactly(3);
        assertThat(scan.firstFinite()).isEqualTo(1);
    }

    private static Scan scan(Vectors vectors, int rows) {
        return new Scan(vectors, rows, 2, ProgressListener.SILENT);
    }
}
