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

class DampedWhiteningTest {
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
        return DampedWhitening.agreement(vectors, Pca.fit(vectors, 2, ProgressListener.SILENT), 2);
    }

    private static DampedWhitening chosen(float[][] values, int dims) {
        Vectors vectors = Vectors.of(values);
        return DampedWhitening.of(vectors, Pca.fit(vectors, 2, ProgressListener.SILENT), dims, 2);
    }

    @Test
    void halvesOfClearGroupsAgreeAndAllButTheirLargestDirectionsStayAsTheyAre() {
        // 100 groups: every row's hundredth of all pairs is its own group
        float[][] values = groups(1000, 100, 0.05, 1);
        assertThat(agreement(values)).isGreaterThan(0.8);
        assertThat(chosen(values, 5)).isEqualTo(new DampedWhitening(1, 10));
    }

    @Test
    void halvesOfNoiseAgreeByChanceAndNearlyAllDirectionsAreMadeEven() {
        float[][] values = groups(1000, 1, 1, 1);
        assertThat(agreement(values)).isCloseTo(0.01, within(0.01));
        // a quarter of the directions
        assertThat(chosen(values, 5)).isEqualTo(new DampedWhitening(1 - 0.6 / 16, 1 / 3.0));
    }

    @Test
    void theMoreRowsStandInGroupsTheStrongerIsTheDamping() {
        double[] dampings = DoubleStream.iterate(1.1, spread -> spread > 0.4, spread -> spread - 0.05)
                .map(spread -> chosen(groups(600, 60, spread, 1), 2).damping())
                .toArray();
        assertThat(dampings).isSorted();
        assertThat(dampings[0]).isCloseTo(0.15, within(1e-9));
        assertThat(dampings[dampings.length - 1]).isEqualTo(10);
        assertThat(DoubleStream.of(dampings).anyMatch(damping -> damping > 0.2 && damping < 9))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.1, 0.994, 0.15",
        "0.28, 0.1, 0.994, 0.15",
        "0.2, 0.2, 0.976, 0.3",
        // no more damping than a third
        "0.2, 0.5, 0.85, 0.33333333333333",
        "0.2, 1, 0.4, 0.33333333333333",
        // no less power than for as many outputs as directions
        "0.2, 3, 0.4, 0.33333333333333",
        // half way between 1 − 0.6/225 and 1, and between 0.1 and 10
        "0.305, 0.066666666666667, 0.99866666666667, 1",
        "0.33, 0.1, 1, 10",
        "1, 1, 1, 10"
    })
    void goesWithTheOutputsAndFromOneKindOfCollectionToTheOtherEvenly(
            double agreement, double outputs, double power, double damping) {
        DampedWhitening chosen = DampedWhitening.of(agreement, outputs);
        assertThat(chosen.power()).isCloseTo(power, within(1e-9));
        assertThat(chosen.damping()).isCloseTo(damping, within(1e-9));
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
        assertThat(DampedWhitening.agreement(vectors, pca, 1)).isEqualTo(DampedWhitening.agreement(vectors, pca, 2));
    }

    @Property(tries = 30)
    void anyRowsGetAWhitening(@ForAll @IntRange(min = 2, max = 40) int rows, @ForAll long seed) {
        DampedWhitening chosen = chosen(groups(rows, 3, 0.5, seed), 1);
        assertThat(chosen.power()).isBetween(0.4, 1.0);
        assertThat(chosen.damping()).isBetween(1.5 / DIMS, 10.0);
    }
}
