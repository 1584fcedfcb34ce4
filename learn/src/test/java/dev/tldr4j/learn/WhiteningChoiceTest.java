package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.vectors.Vectors;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WhiteningChoiceTest {
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
        return WhiteningChoice.agreement(vectors, Pca.fit(vectors, 2, ProgressListener.SILENT), 2);
    }

    private static double power(float[][] values) {
        Vectors vectors = Vectors.of(values);
        return WhiteningChoice.power(vectors, Pca.fit(vectors, 2, ProgressListener.SILENT), 1, 2);
    }

    @Test
    void halvesOfClearGroupsAgreeAndTheirSpreadIsMostlyKept() {
        // 100 groups: every row's hundredth of all pairs is its own group
        float[][] values = groups(1000, 100, 0.05, 1);
        assertThat(agreement(values)).isGreaterThan(0.8);
        assertThat(power(values)).isEqualTo(0.4);
    }

    @Test
    void halvesOfNoiseAgreeByChanceAndTheirSpreadIsMostlyEvenedOut() {
        float[][] values = groups(1000, 1, 1, 1);
        assertThat(agreement(values)).isCloseTo(0.01, within(0.01));
        assertThat(power(values)).isEqualTo(1);
    }

    @Test
    void moreOutputsThanHalfOfTheDirectionsAreEvenedOutLess() {
        Vectors vectors = Vectors.of(groups(1000, 1, 1, 1));
        Pca pca = Pca.fit(vectors, 2, ProgressListener.SILENT);
        int half = pca.rank() / 2;
        assertThat(WhiteningChoice.power(vectors, pca, half, 2)).isEqualTo(1);
        assertThat(WhiteningChoice.power(vectors, pca, half + 1, 2)).isEqualTo(0.75);
    }

    @Test
    void theLessRowsStandInGroupsTheLargerThePower() {
        double[] powers = DoubleStream.iterate(0.4, spread -> spread < 1.1, spread -> spread + 0.05)
                .map(spread -> power(groups(600, 60, spread, 1)))
                .toArray();
        assertThat(powers).isSorted().contains(0.4, 0.75, 1);
        assertThat(DoubleStream.of(powers).anyMatch(power -> power > 0.4 && power < 0.75))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "0.08, 1",
        "0.105, 0.875",
        "0.13, 0.75",
        "0.2, 0.75",
        "0.28, 0.75",
        "0.305, 0.575",
        "0.33, 0.4",
        "1, 0.4"
    })
    void betweenTheMeasuredCollectionsThePowerGoesOverEvenly(double agreement, double power) {
        assertThat(WhiteningChoice.power(agreement)).isCloseTo(power, within(1e-12));
    }

    @Test
    void thePowerDependsNeitherOnTheUnitNorOnTheNumberOfThreads() {
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
        assertThat(WhiteningChoice.agreement(vectors, pca, 1)).isEqualTo(WhiteningChoice.agreement(vectors, pca, 2));
    }

    @Property(tries = 30)
    void anyRowsGetAPower(@ForAll @IntRange(min = 2, max = 40) int rows, @ForAll long seed) {
        assertThat(power(groups(rows, 3, 0.5, seed))).isBetween(0.4, 1.0);
    }
}
