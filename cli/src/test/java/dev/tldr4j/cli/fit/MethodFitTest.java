package dev.tldr4j.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.cli.Run;
import dev.tldr4j.cli.Samples;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.FitSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code fit --method}. */
class MethodFitTest {
    @TempDir
    Path folder;

    private Path input;
    private Path output;

    @BeforeEach
    void files() throws IOException {
        input = Samples.vectors(folder.resolve("docs.npy"), 300, 12, 1);
        output = folder.resolve("encoder.safetensors");
    }

    private Run fit(String method, Object... more) {
        var args = new ArrayList<Object>(
                List.of("fit", "--input", input, "--dims", 3, "--output", output, "--method", method, "--threads", 1));
        args.addAll(List.of(more));
        return Run.tldr4j(args.toArray());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pca",
                "pca:whitening=0.5",
                "pca:whitening=1,ridge=0.5",
                "pca:mean=kept",
                "neighbor-whitening",
                "ica",
                "lpp",
                "random",
                "random-sparse",
                "truncate",
                "tldr-mse:steps=2,projector=mlp-1-16",
                "neighborhood:steps=2"
            })
    void anyMethodGivesAnEncoderFileThatEncodes(String method) throws IOException {
        Run run = fit(method, "--json", "--quiet", "--seed", 4);

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        Encoder encoder = Encoder.load(output);
        assertThat(run.json())
                .containsEntry("id", encoder.id())
                .containsEntry("rows", 300L)
                .containsEntry("inputDims", 12L)
                .containsEntry("outputDims", 3L)
                .containsEntry("settings", encoder.metadata())
                .containsKeys("model", "seconds", "stages", "firstLoss", "loss", "notes");
        Path reduced = folder.resolve("reduced.npy");
        assertThat(Run.tldr4j("encode", "--quiet", "--model", output, "--input", input, "--output", reduced)
                        .code())
                .isZero();
    }

    @Test
    void theTableIsThatOfTheDefaultMethod() {
        Run run = fit("pca", "--quiet");

        assertThat(run.out())
                .containsSubsequence("encoder", "vectors", "from 12 to 3 numbers", "learned from", "300 rows", "time")
                .contains("Go on:\n  tldr4j encode --model ")
                .doesNotContain("loss");
    }

    @Test
    void theTableSaysWhichRowsItLearnedFromAndWhatTheOthersChose() throws IOException {
        Path many = Samples.vectors(folder.resolve("many.npy"), 600, 8, 1);

        Run run = Run.tldr4j(
                "fit", "--quiet", "--input", many, "--output", output, "--dims", 2, "--steps", 5, "--threads", 1);

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .containsPattern("learned from +540 of the 600 rows of .*many.npy; 60 others chose the encoder")
                .containsPattern("chosen +" + Pattern.quote(FitSummary.chosen(Encoder.load(output))));
    }

    @Test
    void neighborhoodByNameIsTheSameAsNoName() throws IOException {
        assertThat(fit("neighborhood", "--steps", 2).code()).isZero();
        assertSameFile("--steps", 2);
        String id = Encoder.load(output).id();
        assertThat(fit("neighborhood:steps=2").code()).isZero();
        assertThat(Encoder.load(output).id()).isEqualTo(id);
        assertThat(Encoder.load(output).metadata())
                .containsEntry("method", "neighborhood")
                .containsEntry("recipe", "default");
    }

    @Test
    void tldrIsThePapersRecipe() throws IOException {
        assertThat(fit("tldr", "--steps", 2, "--projector", "mlp-1-16").code()).isZero();
        assertSameFile("--steps", 2, "--projector", "mlp-1-16", "--recipe", "paper");
        String id = Encoder.load(output).id();
        assertThat(fit("tldr:steps=2,projector=mlp-1-16").code()).isZero();
        assertThat(Encoder.load(output).id()).isEqualTo(id);
        assertThat(Encoder.load(output).metadata())
                .containsEntry("method", "tldr")
                .containsEntry("recipe", "paper");
    }

    /** What is there now is what these options give without a method's name. */
    private void assertSameFile(Object... options) throws IOException {
        byte[] named = Files.readAllBytes(output);
        var args = new ArrayList<Object>(
                List.of("fit", "--input", input, "--dims", 3, "--output", output, "--threads", 1));
        args.addAll(List.of(options));
        Run.succeeds(args.toArray());
        assertThat(Files.readAllBytes(output)).isEqualTo(named);
    }

    @Test
    void aMethodThatSaysAnotherRecipeThanTheOptionsIsRefused() {
        assertRefused(fit("tldr", "--recipe", "default"), "--method tldr has the recipe paper", "--recipe");
        assertRefused(fit("neighborhood", "--recipe", "paper"), "--method neighborhood has the recipe default");
        assertRefused(fit("neighborhood", "--loss", "mse"), "--loss mse", "--method tldr");
        assertRefused(fit("tldr:recipe=default"), "the recipe default is the method neighborhood");
    }

    @Test
    void theMetricOfTheDefaultRecipeMayBeGivenBesideItsSettings() throws IOException {
        assertThat(fit("neighborhood:steps=2").code()).isZero();
        assertThat(Encoder.load(output).isNormalized()).isTrue();
        assertThat(fit("neighborhood:steps=2", "--metric", "l2").code()).isZero();
        assertThat(Encoder.load(output).isNormalized()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "pca, --steps, 5",
        "pca, --whitening, 0.5",
        "lpp, --projector, none",
        "tldr-paper, --epochs, 1",
        "ica, --sample, 100",
        "random, --log, log.jsonl"
    })
    void optionsOfTheTwoRecipesAreRefusedByName(String method, String option, String value) {
        assertRefused(fit(method, option, value), option, "--method neighborhood or tldr alone");
    }

    @ParameterizedTest
    @CsvSource({"--neighbors, 5", "--metric, cosine"})
    void neighboursMeanNothingToAMethodThatAsksForNone(String option, String value) {
        assertRefused(fit("pca", option, value), option, "--method pca asks for no neighbours");
        // it looks at the nearest, in a space of its own
        assertRefused(
                fit("neighbor-whitening", option, value), option, "--method neighbor-whitening asks for no neighbours");
    }

    @Test
    void neighboursCanBeCountedMeasuredAndGiven() throws IOException {
        Path graph = folder.resolve("graph.npy");
        Run.succeeds("neighbors", "--quiet", "--input", input, "-k", 4, "--output", graph);

        assertThat(fit("lpp:weights=heat", "--neighbors", 4, "--metric", "cosine", "--graph", graph)
                        .code())
                .isZero();
        Map<String, String> metadata = Encoder.load(output).metadata();
        assertThat(metadata)
                .containsEntry("neighbors", "4")
                .containsEntry("metric", "cosine")
                .containsEntry("weights", "heat");
        assertRefused(fit("lpp", "--graph", graph), "graph.npy has 4 neighbours a row", "5 that lpp asks for");
        assertRefused(fit("lpp:neighbors=3", "--neighbors", 3), "neighbors is given twice");
    }

    @Test
    void aGraphOfOtherVectorsIsRefused() throws IOException {
        Path other = Samples.vectors(folder.resolve("other.npy"), 50, 12, 1);
        Path graph = folder.resolve("graph.npy");
        Run.succeeds("neighbors", "--quiet", "--input", other, "-k", 5, "--output", graph);

        assertRefused(fit("lpp", "--graph", graph), "graph.npy has the neighbours of 50 rows", "docs.npy");
    }

    @Test
    void anUnknownMethodListsTheKnownOnes() {
        assertRefused(fit("pqa"), "there is no method pqa", String.join(", ", Methods.names()));
        assertRefused(fit("pca:power=1"), "has no setting power", "whitening");
    }

    @Test
    void theHelpListsTheMethods() {
        assertThat(Run.tldr4j("fit", "--help-all").out().replaceAll("\\s+", " "))
                .contains(String.join(", ", new MethodNames()));
    }

    private void assertRefused(Run run, String... told) {
        assertThat(run.err()).startsWith("tldr4j: ").hasLineCount(1).contains(told);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        if (told[0].startsWith("--")) {
            assertThat(output).doesNotExist();
        }
    }
}
