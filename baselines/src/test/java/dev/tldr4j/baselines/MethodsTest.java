package dev.tldr4j.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Blas;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodsTest {
    @TempDir
    Path folder;

    /** Those that give an encoder; TLDR's forms, made quick. */
    static Stream<String> allMethods() {
        return Methods.names().stream()
                .filter(name -> Methods.named(name).givesEncoder())
                .map(name -> name.startsWith("tldr") ? name + ":epochs=1,projector=mlp-1-16,batch-size=64" : name);
    }

    static Stream<String> baselines() {
        return allMethods().filter(name -> !name.startsWith("tldr"));
    }

    private static float[][] values(int rows, int dims) {
        Random random = new Random(3);
        float[][] values = new float[rows][dims];
        for (float[] row : values) {
            for (int j = 0; j < dims; j++) {
                row[j] = (float) (random.nextDouble() * (j + 1) + (j > 0 ? row[j - 1] / 2 : 0));
            }
        }
        return values;
    }

    private static Material material(float[][] values) {
        return new Material(Vectors.of(values), Metric.L2, 2);
    }

    @ParameterizedTest
    @MethodSource("allMethods")
    void everyMethodFitsAndItsFileLoads(String name) throws IOException {
        Encoder encoder = Methods.named(name).fit(material(values(200, 8)), 3, 7);
        Path file = folder.resolve("encoder.safetensors");
        encoder.save(file);
        Encoder loaded = Encoder.load(file);

        assertThat(loaded.id()).isEqualTo(encoder.id());
        assertThat(loaded.inputDims()).isEqualTo(8);
        assertThat(loaded.outputDims()).isEqualTo(3);
        String plain = name.startsWith("tldr") ? "tldr" : name;
        assertThat(loaded.metadata())
                .containsEntry("method", plain)
                .containsEntry("training_rows", "200")
                .containsEntry("kernels", Blas.kernels())
                .containsKeys("data_fingerprint", "tldr4j_version");
        if (Methods.named(name).isRandom()) {
            assertThat(loaded.metadata()).containsEntry("seed", "7");
        }
    }

    @ParameterizedTest
    @MethodSource("allMethods")
    void theSameSeedGivesTheSameBytesAndAnotherSeedOthersIfItIsRandom(String name) throws IOException {
        Method method = Methods.named(name);

        assertThat(bytes(method, 1)).isEqualTo(bytes(method, 1));
        if (method.isRandom()) {
            assertThat(bytes(method, 2)).isNotEqualTo(bytes(method, 1));
        } else {
            assertThat(bytes(method, 2)).isEqualTo(bytes(method, 1));
        }
    }

    @ParameterizedTest
    @CsvSource({"L2, true", "COSINE, true", "DOT, false"})
    void tldrLearnsOfMaterialWhatItLearnsAlone(Metric metric, boolean evened) throws IOException {
        // large directions first, so that evening out makes other neighbours
        float[][] values = values(300, 16);
        Material material = new Material(Vectors.of(values), metric, 2);
        Encoder alone = Tldr.builder()
                .dims(3)
                .metric(metric)
                .threads(2)
                .steps(10)
                .projector("mlp-1-16")
                .fit(material.vectors());
        Encoder ofMaterial = Methods.named("tldr:steps=10,projector=mlp-1-16").fit(material, 3, 0);
        assertThat(ofMaterial.id()).isEqualTo(alone.id());
        assertThat(alone.metadata()).containsEntry("neighbor_space", evened ? "evened" : "vectors");
    }

    @Test
    void methodsSayWhichNeighboursTheyWillAskFor() {
        assertThat(Methods.named("tldr").evenedNeighbors()).isEqualTo(3);
        assertThat(Methods.named("tldr").neighbors()).isZero();
        assertThat(Methods.named("tldr:whitening=1").neighbors()).isEqualTo(3);
        assertThat(Methods.named("tldr:whitening=1").evenedNeighbors()).isZero();
        assertThat(Methods.named("tldr-paper").neighbors()).isEqualTo(3);
        assertThat(Methods.named("tldr-paper").evenedNeighbors()).isZero();
        assertThat(Methods.named("cca:neighbors=7").evenedNeighbors()).isEqualTo(7);
        assertThat(Methods.named("pca").evenedNeighbors()).isZero();
    }

    private byte[] bytes(Method method, long seed) throws IOException {
        Path file = folder.resolve("encoder.safetensors");
        method.fit(material(values(200, 8)), 3, seed).save(file);
        return Files.readAllBytes(file);
    }

    @Test
    void anUnknownMethodListsTheKnownOnes() {
        assertThatThrownBy(() -> Methods.named("pqa"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(
                        "pqa", "tldr-paper", "pca", "ica", "lpp", "cca", "random-sparse", "truncate", "umap");
    }

    @Test
    void anUnknownSettingListsTheKnownOnes() {
        assertThatThrownBy(() -> Methods.named("lpp:power=2"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("lpp: has no setting power; it has neighbors, t, weights");
        assertThatThrownBy(() -> Methods.named("random:density=0.1"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("random: has no setting density; it has none");
        assertThatThrownBy(() -> Methods.named("truncate:mean=kept"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("truncate: has no setting mean; it has none");
        assertThatThrownBy(() -> Methods.named("neighbor-whitening:ridge=1"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("neighbor-whitening: has no setting ridge; it has none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pca:whitening=2",
                "pca:whitening=NaN",
                "pca:whitening=1,damping=-1",
                "pca:whitening=1,damping=Infinity",
                "pca:damping=1",
                "pca:mean=half",
                "ica:iterations=0",
                "ica:tolerance=-1",
                "ica:sample=0",
                "lpp:neighbors=0",
                "lpp:weights=cold",
                "lpp:t=2",
                "lpp:weights=heat,t=0",
                "cca:neighbors=0",
                "cca:ridge=-0.1",
                "cca:ridge=Infinity",
                "cca:whitening=1.1",
                "cca:whitening=NaN",
                "random-sparse:density=0",
                "random-sparse:density=1.5",
                "random-sparse:density=half",
                "tldr-mlp:loss=none",
                "tldr:device=tpu",
                "tldr:precision=fp8",
                "umap:neighbors=1",
                "umap:epochs=-1",
                "umap:sample=0",
                "umap:sample=101%",
                "tsne:perplexity=1",
                "tsne:iterations=0",
                "isomap:landmarks=2",
                "lle:neighbors=1",
                "ltsa:sample=some",
                "laplacian:neighbors=0"
            })
    void aSettingOutOfItsRangeIsRefusedByName(String text) {
        String setting = text.replaceAll(".*[:,]([a-z]+)=.*", "$1");

        assertThatThrownBy(() -> Methods.named(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(text.substring(0, text.indexOf(':')))
                .hasMessageContaining(setting);
    }

    @Test
    void whereTldrTrainsIsASetting() throws IOException {
        String aGlance = "tldr:steps=2,projector=none,";

        Encoder encoder = Methods.named(aGlance + "device=auto").fit(material(values(100, 4)), 2, 0);

        assertThat(encoder.metadata()).containsEntry("device", "cpu");
        assertThatThrownBy(() -> Methods.named(aGlance + "device=cuda").fit(material(values(100, 4)), 2, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no device cuda");
    }

    @Test
    void aFormOfTldrTakesFurtherSettingsButNotTheOneItsNameStandsFor() throws IOException {
        Encoder encoder = Methods.named("tldr-paper:epochs=1,projector=none").fit(material(values(100, 4)), 2, 0);

        assertThat(encoder.metadata()).containsEntry("recipe", "paper").containsEntry("projector", "none");
        assertThatThrownBy(() -> Methods.named("tldr-mse:loss=barlow"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("tldr-mse: its loss is mse; leave that setting out");
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void moreDimensionsThanThereAreAreRefused(String name) {
        assertRefused(name, values(50, 4), 5, "4 dimensions");
        assertRefused(name, values(50, 4), 0, "not 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pca", "neighbor-whitening", "ica", "lpp", "cca"})
    void moreDimensionsThanDirectionsAreRefused(String name) {
        float[][] constantColumn = values(50, 4);
        for (float[] row : constantColumn) {
            row[2] = 7;
        }
        assertRefused(name, constantColumn, 4, "3 directions");
        float[][] fewRows = values(3, 4);
        assertRefused(name, fewRows, 3, "2 directions");
        float[][] same = new float[10][4];
        assertRefused(name, same, 1, "all rows are the same");
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void aRowThatIsNotFiniteIsRefusedByNumber(String name) {
        float[][] values = values(5000, 4);
        values[4321][1] = Float.NaN;

        assertRefused(name, values, 2, "row 4321, column 1 is NaN");
    }

    private static void assertRefused(String name, float[][] values, int dims, String message) {
        Method method = Methods.named(name);
        assertThatThrownBy(() -> method.fit(material(values), dims, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }
}
