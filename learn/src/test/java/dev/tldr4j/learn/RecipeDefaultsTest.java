package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.network.EncoderShape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of docs/reference/settings.md. */
class RecipeDefaultsTest {

    @ParameterizedTest(name = "{0} rows, {1} dims, effort {2}")
    @CsvSource({
        //   rows, dims, effort, neighbors, in vectors, projector, rate, pace, unwatched, steps, variance
        "1000000,   64, DEFAULT, 1, 1, mlp-2-2048, 0.001, 1.5, 1.5, 1216, 1",
        "1000000,  256, DEFAULT, 1, 1, mlp-2-2048, 0.001, 0.375, 0.375, 1216, 0.993",
        " 100000,  128, DEFAULT, 1, 1, mlp-2-2048, 0.001, 0.75, 0.75, 936, 0.9779",
        " 100000,    8, DEFAULT, 1, 1, mlp-2-2048, 0.0005, 19.2, 19.2, 936, 1",
        " 100000,   12, DEFAULT, 1, 1, mlp-2-2048, 0.0005, 16, 16, 936, 1",
        "  48000,    8, DEFAULT, 1, 1, mlp-2-2048, 0.0005, 19.2, 19.2, 848, 1",
        "  47999,    8, DEFAULT, 1, 1, mlp-2-2048, 0.0005, 19.2, 19.2, 848, 0.968",
        "  20000,   32, DEFAULT, 1, 1, mlp-2-2048, 0.001, 3, 3, 740, 0.9505",
        "  19999,   33, DEFAULT, 1, 1, mlp-2-2048, 0.001, 2.909, 2.909, 740, 0.9505",
        "  19999,   32, DEFAULT, 3, 1, mlp-2-2048, 0.001, 3, 3, 740, 0.9505",
        "  10000,   32, DEFAULT, 3, 1, mlp-2-2048, 0.001, 3, 3, 656, 0.93",
        "  10000,   32, BEST,    3, 1, mlp-2-2048, 0.001, 3, 3, 1312, 0.93",
        "  10000,   32, QUICK,   3, 1, mlp-2-512, 0.001, 2, 2, 328, 0.93",
        "  10000,    8, QUICK,   3, 1, mlp-2-512, 0.001, 8, 8, 328, 0.93",
        "  10000,    2, DEFAULT, 3, 1, mlp-3-512, 0.001, 8, 8, 1312, 0.93",
        "   2500,   16, DEFAULT, 3, 3, mlp-2-1024, 0.001, 4, 1.52, 244, 0.9",
        "   1000,    8, DEFAULT, 3, 3, mlp-2-1024, 0.001, 4.92, 1.6, 188, 0.9",
        "   1000,   32, DEFAULT, 3, 1, mlp-2-1024, 0.001, 0.67, 0.4, 188, 0.9",
        "   1000,  128, DEFAULT, 1, 1, mlp-2-1024, 0.001, 0.1, 0.1, 188, 0.9",
        "    300,    8, DEFAULT, 3, 3, mlp-2-1024, 0.001, 2.12, 0.34, 120, 0.9",
        "      3,    1, DEFAULT, 2, 2, mlp-3-512, 0.001, 0.084, 0.01, 120, 0.9",
    })
    void aLinearEncodersRecipeFollowsRowsDimsAndEffort(
            int rows,
            int dims,
            Effort effort,
            int neighbors,
            int neighborsInVectors,
            String projector,
            double rate,
            double pace,
            double unwatched,
            int steps,
            double variance) {
        RecipeDefaults defaults = RecipeDefaults.of(Recipe.DEFAULT, effort, rows, dims, EncoderShape.parse("linear"));

        assertThat(defaults.neighbors()).isEqualTo(neighbors);
        assertThat(defaults.neighborsInVectors()).isEqualTo(neighborsInVectors);
        assertThat(defaults.projector()).isEqualTo(projector);
        assertThat(defaults.learningRate(OptimizerKind.ADAM, 1024)).isEqualTo(rate);
        assertThat(defaults.encoderPace()).isCloseTo(pace, within(0.006));
        assertThat(defaults.unwatchedPace()).isCloseTo(unwatched, within(0.006));
        assertThat(defaults.steps()).isEqualTo(steps);
        assertThat(defaults.variance()).isCloseTo(variance, within(5e-5));
    }
}
