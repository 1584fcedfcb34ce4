package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AgreedCoordinatesTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    @Test
    void coordinatesCountLessWhereNeighboursAgreeLessThanAlongTheLastLargeOnes() {
        // two even directions, so the third one is the last of the large
        double[] weights = AgreedCoordinates.weights(new double[] {0.9, 0.8, 0.6, 0.3, 0.06}, 2, 2);
        assertThat(weights).containsExactly(new double[] {1, 1, 1, 0.25, 0.01}, CLOSE);
    }

    @Test
    void severalLastLargeOnesCountByTheirMean() {
        // from the fifth to the sixth
        double[] agreements = {0.9, 0.9, 0.9, 0.9, 0.8, 0.4, 0.3};
        assertThat(AgreedCoordinates.weights(agreements, 4, 1))
                .containsExactly(new double[] {1, 1, 1, 1, 1, 0.4 / 0.6, 0.5}, CLOSE);
    }

    @Test
    void coordinatesAlongWhichNeighboursAreNearCopiesStayAsTheyAre() {
        assertThat(AgreedCoordinates.weights(new double[] {0.99, 0.98, 0.9, 0.75, 0.375}, 1, 2))
                .containsExactly(new double[] {1, 1, 1, 1, 0.25}, CLOSE);
    }

    @Test
    void noCoordinateIsLost() {
        double[] weights = AgreedCoordinates.weights(new double[] {0.9, 0.7, 0.01, 0, -0.2}, 1, 5);
        assertThat(weights).containsExactly(new double[] {1, 1, 0.001, 0.001, 0.001}, CLOSE);
    }

    @Test
    void coordinatesStayAsTheyAreWhereNeighboursDoNotAgreeAlongTheLargeOnes() {
        assertThat(AgreedCoordinates.weights(new double[] {0.1, -0.1, 0.3}, 1, 5))
                .containsOnly(1);
    }

    @Test
    void ofAsManyEvenDirectionsAsCoordinatesTheLastOneIsEnough() {
        assertThat(AgreedCoordinates.weights(new double[] {0.9, 0.3, 0.6}, 3, 1))
                .containsExactly(new double[] {1, 0.5, 1}, CLOSE);
    }

    /** Eight pairs, side by side: all have the same first number, six the same second and five the same third. */
    private static Vectors pairs() {
        float[][] rows = new float[16][];
        for (int pair = 0; pair < 8; pair++) {
            rows[2 * pair] = new float[] {1, 1, 1};
            rows[2 * pair + 1] = new float[] {1, pair < 2 ? -1 : 1, pair < 3 ? -1 : 1};
        }
        return Vectors.of(rows);
    }

    /** As if each of three numbers had a variance of 1. */
    private static Basis basis(boolean clearGroups) {
        return new Basis(
                new double[3],
                new float[] {1, 0, 0, 0, 1, 0, 0, 0, 1},
                new double[] {1, 1, 1},
                new DampedWhitening(1, 10),
                1,
                Optional.empty(),
                clearGroups,
                1,
                0);
    }

    @Test
    void theMoreOutputsTheLessSmallCoordinatesCount() throws Exception {
        // neighbours agree by 1, 0.5 and 0.25: half of the mean squares of their differences are 0, 0.5 and 0.75
        Basis two = AgreedCoordinates.of(basis(true), 2, pairs(), NeighborAgreementTest.pairs(16), 1, 1);
        assertThat(two.agreementPower()).isEqualTo(5);
        assertThat(two.coordinates()).containsExactly(new float[] {1, 0, 0, 0, 1, 0, 0, 0, 1 / 32f}, within(1e-7f));
        assertThat(two.variances()).containsExactly(new double[] {1, 1, 1 / 1024.0}, CLOSE);
        Basis four = AgreedCoordinates.of(basis(true), 4, pairs(), NeighborAgreementTest.pairs(16), 1, 1);
        assertThat(four.coordinates()).containsExactly(new float[] {1, 0, 0, 0, 1, 0, 0, 0, 0.001f}, within(1e-7f));
    }

    @Test
    void suitManyRowsThatStandInClearGroups() {
        assertThat(AgreedCoordinates.suit(basis(true), 75, GROUPS, 2)).isTrue();
        assertThat(AgreedCoordinates.suit(basis(true), 76, GROUPS, 2)).isFalse();
        assertThat(AgreedCoordinates.suit(basis(false), 75, GROUPS, 2)).isFalse();
    }

    @Test
    void doNotSuitRowsOfWhichEachHasItsPartner() {
        assertThat(AgreedCoordinates.suit(basis(true), 2, pairs(), 1)).isFalse();
        float[][] twice = new float[2 * GROUPS.rows()][DIMS];
        for (int i = 0; i < twice.length; i++) {
            GROUPS.read(i / 2, 1, FloatBuffer.wrap(twice[i]));
            twice[i][0] += 0.01f * (i % 2);
        }
        assertThat(AgreedCoordinates.suit(basis(true), 2, Vectors.of(twice), 2)).isFalse();
    }

    private static final int SIGNALS = 12;
    private static final int DIMS = 36;

    /** Groups of 24 that a third of the dimensions tells apart; in the others, rows of a group differ as all rows do. */
    private static final Vectors GROUPS = groups();

    private static Vectors groups() {
        SplittableRandom random = new SplittableRandom(1);
        float[][] rows = new float[2400][DIMS];
        double[] centre = new double[DIMS];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < DIMS; j++) {
                centre[j] = i % 24 > 0 ? centre[j] : j < SIGNALS ? random.nextGaussian() : 0;
                rows[i][j] = (float) (centre[j] + (j < SIGNALS ? 0.1 : 0.37) * random.nextGaussian());
            }
        }
        return Vectors.of(rows);
    }

    private static Tldr.Builder fit() {
        return Tldr.builder().dims(24).projector("mlp-1-64").steps(20).threads(2);
    }

    /** Of every row's eleven nearest after encoding, the part that is of another group. */
    private static double ofOtherGroups(Encoder encoder) throws Exception {
        try (Vectors encoded = new BatchEncoder(encoder.normalized(), 2).encode(GROUPS, ProgressListener.SILENT)) {
            NeighborGraph nearest = new ExactSearch(Metric.L2, 2).graph(encoded, 11, ProgressListener.SILENT);
            long others = 0;
            for (int row = 0; row < GROUPS.rows(); row++) {
                for (int i = 0; i < 11; i++) {
                    others += nearest.neighbor(row, i) / 24 != row / 24 ? 1 : 0;
                }
            }
            return others / (11.0 * GROUPS.rows());
        }
    }

    @Test
    void aFitTellsGroupsApartAlthoughItHasOutputsForMore() throws Exception {
        Encoder encoder = fit().fit(GROUPS);
        Encoder asTheyAre = fit().fallback(Fallback.NONE).fit(GROUPS);
        assertThat(encoder.metadata()).containsKey("coordinate_power");
        assertThat(asTheyAre.metadata()).doesNotContainKey("coordinate_power");
        assertThat(ofOtherGroups(encoder)).isLessThan(0.5 * ofOtherGroups(asTheyAre));
    }

    @Test
    void aFitThatIsToldHowToSeeTheVectorsSeesThemLikeThat() throws Exception {
        assertThat(fit().whitening(0.5).fit(GROUPS).metadata()).doesNotContainKey("coordinate_power");
    }
}
