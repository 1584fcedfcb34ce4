package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In which directions is learned. */
class BasisTest {
    private static final int DIMS = 12;
    private static final int LARGE = 6;

    /** Rows that vary much in the first directions and little, a thousandth of the variance, in the others. */
    private static final Vectors VECTORS = vectors(600);

    private static Vectors vectors(int rows) {
        SplittableRandom random = new SplittableRandom(1);
        float[][] values = new float[rows][DIMS];
        for (float[] row : values) {
            for (int j = 0; j < DIMS; j++) {
                row[j] = (float) (random.nextGaussian() * (j < LARGE ? 1 : 0.03));
            }
        }
        return Vectors.of(values);
    }

    private static Tldr.Builder quick(int dims) {
        return Tldr.builder()
                .dims(dims)
                .projector("mlp-1-32")
                .batchSize(100)
                .steps(20)
                .threads(1)
                .fallback(Fallback.NONE);
    }

    /** What the encoder makes of the directions with little variance, against what it makes of the others. */
    private static double shareOfSmallDirections(Encoder encoder) {
        float[] weight = encoder.layers().get(0).weight();
        double small = IntStream.range(0, weight.length)
                .filter(i -> i % DIMS >= LARGE)
                .mapToDouble(i -> Math.abs(weight[i]))
                .max()
                .orElseThrow();
        double large = IntStream.range(0, weight.length)
                .filter(i -> i % DIMS < LARGE)
                .mapToDouble(i -> Math.abs(weight[i]))
                .max()
                .orElseThrow();
        return small / large;
    }

    @Test
    void nothingIsLearnedInDirectionsThatCarryLittleOfTheVariance() throws IOException {
        Encoder encoder = quick(2).fit(VECTORS);
        assertThat(encoder.metadata()).containsEntry("variance", "0.9");
        // principal components are turned a little against the axes
        assertThat(shareOfSmallDirections(encoder)).isCloseTo(0, within(0.02));
    }

    @Test
    void outputsHaveTwiceAsManyDirectionsToTurnIn() throws IOException {
        // not damped, so that small directions count as much as others
        assertThat(shareOfSmallDirections(quick(5).whitening(1).fit(VECTORS))).isGreaterThan(0.05);
    }

    @Test
    void thePapersRecipeLearnsInAllDirections() throws IOException {
        Encoder encoder = quick(2).recipe(Recipe.PAPER).whitening(0.5).fit(VECTORS);
        assertThat(encoder.metadata()).containsEntry("variance", "1.0");
        assertThat(shareOfSmallDirections(encoder)).isGreaterThan(0.05);
    }

    @Test
    void whatAnEncoderDoesInSmallDirectionsIsNotLostWhenTheFitGoesOnFromIt() throws IOException {
        Encoder encoder = quick(2).recipe(Recipe.PAPER).whitening(0.5).fit(VECTORS);
        Encoder continued = quick(2).from(encoder).steps(1).fit(VECTORS);
        double before = shareOfSmallDirections(encoder);
        assertThat(before).isGreaterThan(1);
        assertThat(shareOfSmallDirections(continued)).isCloseTo(before, within(0.1 * before));
    }
}
