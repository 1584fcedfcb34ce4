package dev.tldr4j.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.device.Blas;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.settings.Setting;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodsTest {
    @TempDir
    Path folder;

    /** Those that give an encoder; those that train, made quick. */
    static Stream<String> allMethods() {
        return Methods.names().stream()
                .filter(name -> Methods.named(name).givesEncoder())
                .map(name -> name.startsWith("tldr")
                        ? name + ":epochs=1,projector=mlp-1-16,batch-size=64"
                        : name.equals("neighborhood") ? name + ":steps=5" : name);
    }

    static Stream<String> baselines() {
        return allMethods().filter(name -> !name.contains(":"));
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

    private static TrainingContext material(float[][] values) {
        return new TrainingContext(Vectors.of(values), Metric.L2, 2);
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
        String plain = name.startsWith("tldr") ? "tldr" : name.replaceAll(":.*|-nested", "");
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
    @EnumSource(Metric.class)
    void tldrLearnsOfMaterialWhatItLearnsAlone(Metric metric) throws IOException {
        TrainingContext material = new TrainingContext(Vectors.of(values(300, 16)), metric, 2);
        Encoder alone = Tldr.builder()
                .recipe(Recipe.PAPER)
                .dims(3)
                .metric(metric)
                .threads(2)
                .steps(10)
                .projector("mlp-1-16")
                .fit(material.vectors());
        Encoder ofMaterial = Methods.named("tldr:steps=10,projector=mlp-1-16").fit(material, 3, 0);
        assertThat(ofMaterial.id()).isEqualTo(alone.id());
        assertThat(alone.metadata()).containsEntry("neighbor_space", "vectors");
    }

    /** 600 rows, of which held-out ones choose, and 300, which are too few for that. */
    @ParameterizedTest
    @CsvSource({"L2, 300", "COSINE, 600", "DOT, 600"})
    void neighborhoodLearnsOfMaterialWhatItLearnsAloneWhateverIsNearToOthers(Metric metric, int rows)
            throws IOException {
        TrainingContext material = new TrainingContext(Vectors.of(values(rows, 16)), metric, 2);
        Encoder alone = Tldr.builder().dims(3).threads(2).steps(10).fit(material.vectors());
        Encoder ofMaterial = Methods.named("neighborhood:steps=10").fit(material, 3, 0);
        assertThat(ofMaterial.id()).isEqualTo(alone.id());
        assertThat(ofMaterial.isNormalized()).isTrue();
        assertThat(Methods.named("neighborhood:steps=2,metric=l2")
                        .fit(material, 3, 0)
                        .isNormalized())
                .isFalse();
    }

    @Test
    void whitenedNeighboursAreThoseOfAnglesInTheWhitenedSpace() throws IOException {
        TrainingContext material = material(values(200, 8));
        Encoder space = material.neighborWhitening().encoder(8).normalized();
        TrainingContext there;
        try (Vectors whitened = new BatchEncoder(space, 2).encode(material.vectors(), ProgressListener.SILENT)) {
            there = new TrainingContext(whitened, Metric.COSINE, 2);
            assertThat(material.whitenedNeighbors(4).neighbor(7, 0))
                    .isEqualTo(there.neighbors(4).neighbor(7, 0));
        }
        assertThat(material.whitenedNeighbors(3)).as("found once").isSameAs(material.whitenedNeighbors(4));
        assertThat(material.neighborWhitening()).isSameAs(material.neighborWhitening());
    }

    @Test
    void theSpaceIsWhitenedOnceForAllDimensionsAndSeeds() throws IOException {
        TrainingContext material = material(values(600, 16));
        List<String> stages = new ArrayList<>();
        material.listener(progress -> stages.add(progress.stage()));
        Methods.named("neighborhood:steps=2").fit(material, 3, 0);
        assertThat(stages).contains("whitening", "neighbours");

        stages.clear();
        Methods.named("neighborhood:steps=2").fit(material, 4, 1);
        Methods.named("neighbor-whitening").fit(material, 4, 0);
        assertThat(stages).contains("training").doesNotContain("whitening", "neighbours");
    }

    @Test
    void aNestedMethodLearnsOnceForAllSizesOfAComparison() throws IOException {
        TrainingContext material = material(values(300, 12));
        material.sizes(List.of(2, 8, 4));

        Encoder whole = Methods.named("neighborhood-nested:steps=2").fit(material, 8, 0);
        Encoder four = Methods.named("neighborhood-nested:steps=2").fit(material, 4, 0);

        assertThat(whole.prefixes()).containsExactly(2, 4, 8);
        assertThat(four.prefixOf()).contains(whole.id());
        assertThat(four.id()).isEqualTo(whole.truncated(4).id());
        assertThat(Methods.named("neighborhood-nested:steps=2")
                        .fit(material, 4, 1)
                        .prefixOf())
                .as("another seed")
                .isNotEqualTo(four.prefixOf());
        assertThatThrownBy(() -> Methods.named("neighborhood-nested:nested=2"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("neighborhood-nested: its nested is halves; leave that setting out");
    }

    @Test
    void methodsSayWhetherTheyWillAskForTheWhitenedSpace() {
        assertThat(Methods.named("neighborhood").whitens()).isTrue();
        assertThat(Methods.named("neighbor-whitening").whitens()).isTrue();
        for (String other : List.of("neighborhood:sample=100", "neighborhood:whitening=1", "tldr", "lpp", "pca")) {
            assertThat(Methods.named(other).whitens()).as(other).isFalse();
        }
    }

    @Test
    void methodsSayWhichNeighboursTheyWillAskFor() {
        assertThat(Methods.named("neighborhood").whitenedNeighbors()).isEqualTo(10);
        assertThat(Methods.named("neighborhood").neighbors()).isZero();
        assertThat(Methods.named("neighborhood:neighbors=4").whitenedNeighbors())
                .isEqualTo(4);
        assertThat(Methods.named("neighborhood:sample=100").whitenedNeighbors()).isZero();
        assertThat(Methods.named("tldr").neighbors()).isEqualTo(3);
        assertThat(Methods.named("tldr").whitenedNeighbors()).isZero();
        assertThat(Methods.named("tldr:whitening=1").neighbors()).isEqualTo(3);
        assertThat(Methods.named("tldr-gaussian").neighbors()).isZero();
        assertThat(Methods.named("pca").whitenedNeighbors()).isZero();
    }

    @Test
    void eachRecipeIsAMethodOfItsOwn() throws IOException {
        assertThat(Methods.names()).startsWith("neighborhood", "neighborhood-nested", "tldr", "tldr-paper");
        assertThatThrownBy(() -> Methods.named("tldr:recipe=default"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("tldr: has the recipe paper; the recipe default is the method neighborhood");
        assertThatThrownBy(() -> Methods.named("neighborhood:recipe=paper"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("neighborhood: has the recipe default; the recipe paper is the method tldr");
        assertThat(Methods.named("tldr:recipe=paper").neighbors()).isEqualTo(3);
        for (String paper : List.of("loss=mse", "pairs=gaussian", "projector=none", "lambda=0.1", "momentum=0.5")) {
            assertThatThrownBy(() -> Methods.named("neighborhood:" + paper))
                    .as(paper)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("neighborhood: has no setting " + paper.replaceAll("=.*", ""));
        }
        assertThatThrownBy(() -> Methods.named("tldr:effort=quick"))
                .hasMessageContaining("tldr: has no setting effort");
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
                .hasMessageContainingAll("pqa", "tldr-paper", "pca", "ica", "lpp", "random-sparse", "truncate", "umap");
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
                "pca:whitening=1,ridge=-1",
                "pca:whitening=1,ridge=Infinity",
                "pca:ridge=1",
                "pca:mean=half",
                "ica:iterations=0",
                "ica:tolerance=-1",
                "ica:sample=0",
                "lpp:neighbors=0",
                "lpp:weights=cold",
                "lpp:t=2",
                "lpp:weights=heat,t=0",
                "random-sparse:density=0",
                "random-sparse:density=1.5",
                "random-sparse:density=half",
                "tldr-mlp:loss=none",
                "tldr:loss=neighborhood",
                "tldr:recipe=short",
                "neighborhood:metric=near",
                "neighborhood:learning-rate=-1",
                "tldr:norm-learning-rate=1001",
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
        String setting = text.replaceAll(".*[:,]([a-z-]+)=.*", "$1");

        assertThatThrownBy(() -> Methods.named(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(text.substring(0, text.indexOf(':')))
                .hasMessageContaining(setting);
    }

    @ParameterizedTest
    @ValueSource(strings = {"neighborhood", "tldr"})
    void whatIsNoValueOfASettingOfAFitIsRefusedInOneLineThatNamesIt(String method) {
        for (Setting<?> setting : Settings.all()) {
            String wrong = setting.type() == Integer.class || setting.type() == Double.class ? "-1" : "wrong";
            assertThatThrownBy(() -> Methods.named(method + ":" + setting + "=" + wrong))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith(method + ": ")
                    .hasMessageContaining(setting.name())
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void whereTldrTrainsIsASetting() throws IOException {
        String aGlance = "neighborhood:steps=2,";

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
    @ValueSource(strings = {"pca", "neighbor-whitening", "ica", "lpp"})
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
