package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClearGroupsTest {
    private static final int DIMS = 20;

    /** Rows around so many centres; the larger the spread around them, the less of groups is left. */
    private static float[][] groups(int rows, int centres, double spread, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] centre = new double[centres][DIMS];
        for (double[] values : centre) {
            for (int j = 0; j < DIMS; j++) {
                values[j] = random.nextGaussian();
            }
        }
        float[][] values = new float[rows][DIMS];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < DIMS; j++) {
                values[i][j] = (float) (centre[i % centres][j] + spread * random.nextGaussian());
            }
        }
        return values;
    }

    private static double agreement(float[][] values) {
        Vectors vectors = Vectors.of(values);
        return ClearGroups.agreement(vectors, Pca.fit(vectors, 2, ProgressListener.SILENT), 2);
    }

    private static double clear(float[][] values) {
        return ClearGroups.of(agreement(values));
    }

    @Test
    void halvesOfClearGroupsAgree() {
        // 100 groups: every row's hundredth of all pairs is its own group
        float[][] values = groups(1000, 100, 0.05, 1);
        assertThat(agreement(values)).isGreaterThan(0.8);
        assertThat(clear(values)).isEqualTo(1);
    }

    @Test
    void halvesOfNoiseAgreeByChance() {
        float[][] values = groups(1000, 1, 1, 1);
        assertThat(agreement(values)).isCloseTo(0.01, within(0.01));
        assertThat(clear(values)).isZero();
    }

    @Test
    void theLessRowsSpreadAroundTheirCentresTheClearerTheGroups() {
        double[] clear = DoubleStream.iterate(1.1, spread -> spread > 0.4, spread -> spread - 0.05)
                .map(spread -> clear(groups(600, 60, spread, 1)))
                .toArray();
        assertThat(clear).isSorted();
        assertThat(clear[0]).isZero();
        assertThat(clear[clear.length - 1]).isEqualTo(1);
        assertThat(DoubleStream.of(clear).anyMatch(part -> part > 0.05 && part < 0.95))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0.28, 0", "0.305, 0.5", "0.33, 1", "1, 1"})
    void goesFromOneKindOfCollectionToTheOtherEvenly(double agreement, double groups) {
        assertThat(ClearGroups.of(agreement)).isCloseTo(groups, within(1e-9));
    }

    @Test
    void theAgreementDependsNeitherOnTheUnitNorOnTheNumberOfThreads() {
        float[][] values = groups(500, 50, 0.46, 3);
        float[][] inOtherUnits = new float[values.length][DIMS];
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < DIMS; j++) {
                inOtherUnits[i][j] = 1024 * values[i][j] + 7;
            }
        }
        assertThat(agreement(inOtherUnits)).isCloseTo(agreement(values), within(0.005));
        Vectors vectors = Vectors.of(values);
        Pca pca = Pca.fit(vectors, 2, ProgressListener.SILENT);
        assertThat(ClearGroups.agreement(vectors, pca, 1)).isEqualTo(ClearGroups.agreement(vectors, pca, 2));
    }

    @Property(tries = 30)
    void anyRowsGetAnAnswer(@ForAll @IntRange(min = 2, max = 40) int rows, @ForAll long seed) {
        assertThat(clear(groups(rows, 3, 0.5, seed))).isBetween(0.0, 1.0);
    }

    @Property(tries = 100)
    void theNearestHundredthIsThatOfSortedSimilarities(@ForAll @Size(min = 1, max = 400) float[] similarities) {
        float[] sorted = similarities.clone();
        Arrays.sort(sorted);
        assertThat(ClearGroups.near(similarities)).isEqualTo(sorted[(int) (0.99 * (sorted.length - 1))]);
    }
}
