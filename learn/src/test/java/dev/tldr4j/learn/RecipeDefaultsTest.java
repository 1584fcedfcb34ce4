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
        //   rows, dims, effort, neighbors, projector, pace, steps
        "1000000,   64, DEFAULT, 1, mlp-2-2048, 1.5,  1216",
        " 100000,  128, DEFAULT, 1, mlp-2-2048, 0.75,  936",
        " 100000,    8, DEFAULT, 1, mlp-2-1024, 8,    1872",
        "  10000,   32, DEFAULT, 1, mlp-2-2048, 3,     656",
        "  10000,   32, BEST,    1, mlp-2-2048, 3,    1312",
        "  10000,   32, QUICK,   1, mlp-2-512,  2,     328",
        "  10000,    2, DEFAULT, 1, mlp-3-512,  8,    1312",
        "   2500,   16, DEFAULT, 3, mlp-2-1024, 1.52,  244",
        "   1000,   32, DEFAULT, 1, mlp-2-1024, 0.4,   188",
        "    300,    8, DEFAULT, 3, mlp-2-1024, 0.34,  120",
        "      3,    1, DEFAULT, 2, mlp-3-512,  0.01,  120",
    })
    void aLinearEncodersRecipeFollowsRowsDimsAndEffort(
            int rows, int dims, Effort effort, int neighbors, String projector, double pace, int steps) {
        RecipeDefaults defaults = RecipeDefaults.of(Recipe.DEFAULT, effort, rows, dims, EncoderShape.parse("linear"));

        assertThat(defaults.neighbors()).isEqualTo(neighbors);
        assertThat(defaults.projector()).isEqualTo(projector);
        assertThat(defaults.encoderPace()).isCloseTo(pace, within(0.006));
        assertThat(defaults.steps()).isEqualTo(steps);
    }
}
