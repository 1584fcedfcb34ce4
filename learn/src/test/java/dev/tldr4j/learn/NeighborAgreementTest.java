package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Affine;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighborAgreementTest {
    private static final Offset<Double> CLOSE = within(1e-6);
    private static final Affine IDENTITY = new Affine(new float[] {1, 0, 0, 1}, new float[2]);

    /** Pairs whose rows have the same two numbers. */
    private static final float[][] ALIKE = {{1, 1}, {1, 1}, {1, -1}, {1, -1}};

    /** Pairs whose rows differ in the second number. */
    private static final float[][] UNLIKE = {{-1, 1}, {-1, -1}, {-1, 1}, {-1, -1}};

    /** Two numbers that are uncorrelated, each with a variance of 1; in every fourth pair the second ones differ. */
    private static final Vectors ROWS =
            Vectors.of(together(ALIKE, ALIKE, new float[][] {{-1, 1}, {-1, 1}, {-1, -1}, {-1, -1}}, UNLIKE));

    private static float[][] together(float[][]... rows) {
        return Stream.of(rows).flatMap(Stream::of).toArray(float[][]::new);
    }

    /** Rows side by side. */
    static Twins pairs(int rows) {
        int[] twins = new int[rows];
        for (int i = 0; i < rows; i++) {
            twins[i] = i ^ 1;
        }
        return Twins.neighbors(new NeighborGraph(new IntRows("pairs", rows, 1, twins)), 1);
    }

    private static NeighborAgreement agreement(Affine layer) throws Exception {
        return NeighborAgreement.of(layer, ROWS, pairs(16), 1, 1).orElseThrow();
    }

    @Test
    void isTheCorrelationOfNeighboursAlongEachDirection() throws Exception {
        // a quarter of the differences of the second number are 2: half of their mean square is 0.5
        assertThat(agreement(IDENTITY).agreements()).containsExactly(new double[] {1, 0.5}, CLOSE);
    }

    @Test
    void directionsOnWhichNeighboursDisagreeCountLess() throws Exception {
        assertThat(agreement(IDENTITY).weigh(1).weight()).containsExactly(new float[] {1, 0, 0, 0.5f}, within(1e-6f));
        assertThat(agreement(IDENTITY).weigh(0.5).weight())
                .containsExactly(new float[] {1, 0, 0, (float) Math.sqrt(0.5)}, within(1e-6f));
        assertThat(agreement(IDENTITY).weigh(0).weight()).containsExactly(IDENTITY.weight(), within(1e-6f));
    }

    @Test
    void noDirectionCountsLessThanATenth() throws Exception {
        Vectors half = Vectors.of(together(ALIKE, UNLIKE));
        NeighborAgreement agreement =
                NeighborAgreement.of(IDENTITY, half, pairs(8), 1, 1).orElseThrow();
        assertThat(agreement.agreements()).containsExactly(new double[] {1, 0}, CLOSE);
        assertThat(agreement.weigh(1).weight()).containsExactly(new float[] {1, 0, 0, 0.1f}, within(1e-6f));
    }

    @Test
    void theBiasIsWeighedWithTheWeight() throws Exception {
        NeighborAgreement moved = agreement(new Affine(IDENTITY.weight(), new float[] {1e-4f, 1e-4f}));
        float[] bias = moved.weigh(1).bias();
        assertThat(bias[0]).isCloseTo(1e-4f, within(1e-6f));
        assertThat(bias[1]).isCloseTo(5e-5f, within(1e-6f));
    }

    @Test
    void turnedAndStretchedOutputsAreWeighedAlongTheSameDirections() throws Exception {
        // y = M x with outputs that are correlated and differ in size; weighed, it is M times x with its second number
        // weighed
        float[] m = {3, 4, -0.5f, 2};
        float[] weighed = agreement(new Affine(m, new float[2])).weigh(1).weight();
        assertThat(weighed).containsExactly(new float[] {3, 2, -0.5f, 1}, within(1e-5f));
    }

    @Test
    void ofAnOutputThatIsTheSameForAllRowsNothingIsSaid() throws Exception {
        Affine collapsed = new Affine(new float[] {1, 0, 0, 0}, new float[2]);
        assertThat(NeighborAgreement.of(collapsed, ROWS, pairs(16), 1, 1)).isEmpty();
    }

    @ParameterizedTest(name = "{0} outputs, {1} even directions, {2} rows: {3}")
    @CsvSource({
        "10, 100, 500, 0.98",
        "50, 100, 500, 0.5",
        "70, 100, 500, 0.02",
        "71, 100, 2271, 0",
        "71, 100, 2272, 0.1",
        "8, 4, 256, 0.1"
    })
    void fewOutputsCountByTheirAgreementAndManyHardly(int outputs, double directions, int rows, double power) {
        assertThat(NeighborAgreement.power(outputs, directions, rows)).isCloseTo(power, within(1e-9));
    }

    /** Pairs side by side share ten numbers and do not share ten others. */
    private static Vectors noisyPairs(int pairs, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] rows = new float[2 * pairs][20];
        for (int pair = 0; pair < pairs; pair++) {
            for (int j = 0; j < 20; j++) {
                double shared = random.nextGaussian();
                for (int row = 2 * pair; row < 2 * pair + 2; row++) {
                    double own = random.nextGaussian();
                    rows[row][j] = (float) (j < 10 ? shared + 0.4 * own : 1.2 * own);
                }
            }
        }
        return Vectors.of(rows);
    }

    @Test
    void pairsThatItWasNotMadeWithFindEachOtherSooner() throws Exception {
        float[] same = new float[400];
        for (int i = 0; i < 20; i++) {
            same[21 * i] = 1;
        }
        Affine asTheyAre = new Affine(same, new float[20]);
        Affine weighed = NeighborAgreement.of(asTheyAre, noisyPairs(500, 1), pairs(1000), 1, 2)
                .orElseThrow()
                .weigh(1);
        Vectors others = noisyPairs(500, 2);
        assertThat(pairsFound(others, weighed)).isGreaterThan(pairsFound(others, asTheyAre) + 0.2);
    }

    /** Of all rows, the part whose nearest by angle is the other of its pair. */
    private static double pairsFound(Vectors rows, Affine layer) throws Exception {
        Encoder encoder = Encoder.affine(layer.weight(), layer.bias(), Map.of()).normalized();
        try (Vectors encoded = new BatchEncoder(encoder, 2).encode(rows, ProgressListener.SILENT)) {
            NeighborGraph nearest = new ExactSearch(Metric.L2, 2).graph(encoded, 1, ProgressListener.SILENT);
            int found = 0;
            for (int row = 0; row < rows.rows(); row++) {
                found += nearest.neighbor(row, 0) == (row ^ 1) ? 1 : 0;
            }
            return found / (double) rows.rows();
        }
    }

    private static Tldr.Builder fit() {
        return Tldr.builder().dims(4).projector("mlp-1-16").steps(20).threads(2);
    }

    private static final Vectors LEARNED_FROM = noisyPairs(300, 3);

    @Test
    void aFitWeighsItsOutputs() throws Exception {
        assertThat(fit().fit(LEARNED_FROM).metadata()).containsKey("agreement_power");
    }

    @Test
    void whatWasLearnedIsGivenAsItIsWhereThatIsAskedFor(@TempDir Path folder) throws Exception {
        Tldr.Builder[] asked = {
            fit().fallback(Fallback.NONE),
            fit().whitening(0.5),
            fit().recipe(Recipe.PAPER).steps(5),
            fit().keepProjector(folder.resolve("projector.safetensors"))
        };
        for (Tldr.Builder builder : asked) {
            assertThat(builder.fit(LEARNED_FROM).metadata()).doesNotContainKey("agreement_power");
        }
    }
}
