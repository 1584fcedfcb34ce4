package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.recipe.Initialization;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.learn.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A warm start from an encoder and its projector. */
class WarmStartTest {
    private static final Groups GROUPS = new Groups(40, 10, 1);

    @TempDir
    Path folder;

    private Path projector;
    private final List<Double> losses = new ArrayList<>();

    @BeforeEach
    void nameAFile() {
        projector = folder.resolve("projector.safetensors");
    }

    @ParameterizedTest
    @CsvSource({
        "linear, linear, BARLOW",
        "linear, linear, MSE",
        "flinear-1-12, flinear-1-12, BARLOW",
        "mlp-1-20, mlp-1-20, BARLOW",
        "mlp-2-20, mlp-2-20, BARLOW",
        "linear, mlp-2-20, BARLOW",
        "flinear-2-12, mlp-1-30, BARLOW"
    })
    void theLossGoesOnWhereItWas(String first, String second, LossKind loss) throws IOException {
        Encoder encoder = quick(first).loss(loss).keepProjector(projector).fit(GROUPS.vectors());
        double atFirst = losses.get(0);
        double atTheEnd = losses.get(losses.size() - 1);
        losses.clear();

        Encoder continued = quick(second)
                .loss(loss)
                .from(encoder)
                .fromProjector(projector)
                .steps(10)
                .fit(GROUPS.vectors());

        // the batches differ, and so does what batch normalisation sees of them
        assertThat(losses.get(0)).isCloseTo(atTheEnd, within(0.2 * (atFirst - atTheEnd)));
        assertThat(continued.metadata())
                .containsEntry("continued_from", encoder.id())
                .containsEntry("encoder", second)
                .containsEntry("continued_projector", "true")
                .doesNotContainKey("init");
    }

    @Test
    void theStartIsTheGivenEncoderItself() throws IOException {
        Encoder encoder = quick("mlp-1-20").fit(GROUPS.vectors());
        List<Encoder> seen = new ArrayList<>();
        quick("mlp-1-20")
                .from(encoder)
                .steps(1)
                .validation(new Validation() {
                    @Override
                    public String name() {
                        return "seen";
                    }

                    @Override
                    public double score(Encoder measured) {
                        seen.add(measured);
                        return 0;
                    }
                })
                .fit(GROUPS.vectors());
        float[][] rows = GROUPS.values(1);
        float[] expected = encoder.encode(rows[7]);
        float[] otherExpected = encoder.encode(rows[200]);
        float[] actual = seen.get(0).encode(rows[7]);
        float[] otherActual = seen.get(0).encode(rows[200]);
        for (int j = 0; j < expected.length; j++) {
            // up to a shift, which no neighbour feels
            assertThat(actual[j] - otherActual[j]).isCloseTo(expected[j] - otherExpected[j], within(2e-3f));
        }
    }

    @Test
    void theShapeIsThatOfTheEncoderUnlessGiven() throws IOException {
        Encoder encoder = quick("mlp-1-20").keepProjector(projector).fit(GROUPS.vectors());
        Encoder continued = Tldr.builder()
                .dims(Groups.SIGNALS)
                .from(encoder)
                .fromProjector(projector)
                .steps(2)
                .fit(GROUPS.vectors());
        assertThat(continued.metadata()).containsEntry("encoder", "mlp-1-20").containsEntry("projector", "mlp-1-32");
    }

    @Test
    void whatDoesNotFitIsRefused() throws IOException {
        Encoder encoder = quick("mlp-1-20").keepProjector(projector).fit(GROUPS.vectors());
        assertRefused(quick("mlp-1-20").from(encoder).dims(3), "24 dimensions to 8", "24 to 3");
        assertRefused(quick("mlp-1-24").from(encoder), "mlp-1-20", "mlp-1-24");
        assertRefused(quick("linear").from(encoder), "mlp-1-20", "linear");
        Encoder narrow = quick("flinear-1-4").fit(GROUPS.vectors());
        assertRefused(quick("flinear-1-4").from(narrow), "too narrow", "linear");
        assertRefused(quick("mlp-1-20").from(encoder).set(Settings.INIT, Initialization.PCA), "init");
        assertRefused(
                quick("mlp-1-20").from(encoder).fromProjector(projector).projector("mlp-1-16"), "mlp-1-32", "mlp-1-16");
        assertRefused(
                quick("mlp-1-20").from(encoder).fromProjector(projector).loss(LossKind.MSE), "8 to 32", "8 to 24");
    }

    private static void assertRefused(Tldr.Builder builder, String... parts) {
        assertThatThrownBy(() -> builder.fit(GROUPS.vectors()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(parts);
    }

    private Tldr.Builder quick(String encoder) {
        return Tldr.builder()
                .dims(Groups.SIGNALS)
                .encoder(encoder)
                .projector("mlp-1-32")
                .neighbors(2)
                .batchSize(200)
                .steps(150)
                .threads(2)
                .listener(progress -> {
                    if (progress.stage().equals("training")) {
                        losses.add(progress.loss());
                    }
                });
    }
}
