package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watching a fit, ending it early, and continuing from what it left. */
class ValidatedFitCommandTest {
    @TempDir
    Path folder;

    private Path train;
    private Path model;
    private Path log;

    @BeforeEach
    void files() throws IOException {
        train = Samples.vectors(folder.resolve("train.npy"), 200, 16, 1);
        model = folder.resolve("encoder.safetensors");
        log = folder.resolve("fit.jsonl");
    }

    private Run fit(Object... more) {
        return Run.succeeds(Samples.quickFit(train, 4, model, more));
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> lines() throws IOException {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            lines.add((Map<String, Object>) Json.parse(line));
        }
        return lines;
    }

    @Test
    void theLogTellsEveryStep() throws IOException {
        fit("--log", log, "--hold-out", 20);
        List<Map<String, Object>> lines = lines();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0))
                .containsKeys("step", "steps", "seconds", "measure", "score")
                .doesNotContainKey("loss");
        assertThat(lines.get(4))
                .containsEntry("step", 4L)
                .containsEntry("steps", 4L)
                .containsEntry("measure", "neighbours kept")
                .containsKeys("loss", "learningRate", "pairsPerSecond", "score");
    }

    @Test
    void aLogAloneChangesNothingInTheEncoder() throws IOException {
        fit();
        byte[] without = Files.readAllBytes(model);
        fit("--log", log);
        assertThat(Files.readAllBytes(model)).isEqualTo(without);
        assertThat(lines().get(0)).containsKey("loss").doesNotContainKey("score");
    }

    @Test
    void aFitThatIsRefusedLeavesAnOlderLogAlone() throws IOException {
        fit("--log", log);
        byte[] before = Files.readAllBytes(log);
        assertRefused("--log", log, "--neighbors", 0);
        assertThat(Files.readAllBytes(log)).isEqualTo(before);
    }

    @Test
    void aResumedFitGoesOnWithItsLogAndSaysWhereItWasResumed() throws IOException {
        Path state = folder.resolve("state");
        fit("--log", log, "--checkpoint", state, "--checkpoint-every", 0, "--hold-out", 20);
        // as if it had been killed before its last step: the state after step 3 is there, that after step 4 is not
        try (var files = Files.walk(state.resolve("step-00000004"))) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        Run run = fit("--log", log, "--checkpoint", state, "--resume", "--hold-out", 20);
        assertThat(run.out()).contains("at step 4, when it was resumed");
        assertThat(lines()).extracting(line -> line.get("step")).containsExactly(0L, 1L, 2L, 3L, 4L, 4L);
    }

    @Test
    void aLongFitLeavesAThousandLines() throws IOException {
        fit("--log", log, "--epochs", 700);
        assertThat(lines().size()).isBetween(500, 1000);
    }

    @Test
    void whatWasMeasuredIsPrinted() {
        String out = fit("--early-stop").out();
        assertThat(out)
                .containsPattern("learned from +180 of the 200 rows")
                .containsPattern(
                        "neighbours kept +0\\.\\d+ at the end, 0\\.\\d+ at the start, 0\\.\\d+ of the encoder taken");
        assertThat(fit("--hold-out", 9, "--json").json()).containsKeys("measure", "firstScore", "score");
    }

    @Test
    void aTaskOfOnesOwnIsMeasured() throws IOException {
        Path labels = Samples.labels(folder.resolve("labels.npy"), 200);
        assertThat(fit("--validation-labels", labels, "--early-stop", "--json").json())
                .containsEntry("measure", "10-NN accuracy")
                .containsEntry("rows", 200L);
        Path queries = Samples.vectors(folder.resolve("queries.npy"), 4, 16, 2);
        Path qrels = Files.writeString(folder.resolve("qrels.tsv"), "0\t0\t1\n1\t1\t1\n2\t2\t1\n");
        Path exclude = Files.writeString(folder.resolve("exclude.tsv"), "0\t4\n");
        Map<String, Object> json = fit(
                        "--validation-queries",
                        queries,
                        "--validation-qrels",
                        qrels,
                        "--validation-exclude",
                        exclude,
                        "--validation-docs",
                        train,
                        "--json")
                .json();
        assertThat(json).containsEntry("measure", "nDCG@10");
        assertThat((double) json.get("score")).isBetween(0.0, 1.0);
    }

    @Test
    void aFitGoesOnFromWhatAnotherLeft() throws IOException {
        Path projector = folder.resolve("projector.safetensors");
        Run.succeeds(Samples.quickPaperFit(train, 4, model, "--keep-projector", projector));
        String first = Encoder.load(model).id();
        Path second = folder.resolve("second.safetensors");
        Path more = Samples.vectors(folder.resolve("more.npy"), 300, 16, 3);
        Run.succeeds(Samples.quickPaperFit(more, 4, second, "--from", model, "--from-projector", projector));
        assertThat(Encoder.load(second).metadata()).containsEntry("continued_from", first);
    }

    @Test
    void aFitByTheDefaultRecipeNeedsNoProjectorToGoOn() throws IOException {
        fit();
        String first = Encoder.load(model).id();
        Path second = folder.resolve("second.safetensors");
        Path more = Samples.vectors(folder.resolve("more.npy"), 300, 16, 3);
        Run.succeeds(Samples.quickFit(more, 4, second, "--from", model));
        assertThat(Encoder.load(second).metadata())
                .containsEntry("continued_from", first)
                .containsEntry("method", "neighborhood");
    }

    @Test
    void oneLineSaysWhatIsWrong() throws IOException {
        Path missing = folder.resolve("missing.npy");
        assertRefused("--validation-docs", train);
        assertRefused("--validation-queries", train);
        assertRefused("--validation-queries", train, "--validation-labels", train);
        assertRefused("--validation-labels", missing);
        assertRefused("--validation-labels", Samples.labels(folder.resolve("few.npy"), 3));
        Path narrow = Samples.vectors(folder.resolve("narrow.npy"), 9, 3, 1);
        assertRefused("--validation-docs", narrow, "--validation-labels", Samples.labels(folder.resolve("y.npy"), 9));
        assertRefused("--hold-out", 199);
        assertRefused("--hold-out", "many");
        assertRefused("--from", train);
        assertRefused("--from", missing);
        assertRefused("--from-projector", missing);
        assertRefused("--log", folder.resolve("no/such/folder/fit.jsonl"));
        assertRefused("--log", train);
        assertRefused("--log", model);
        assertRefused("--keep-projector", model);
        assertRefused("--keep-projector", train);
        assertRefused("--encoder", "mlp-1");
        assertRefused("--warm-up", 2);
        assertThat(model).doesNotExist();
    }

    private void assertRefused(Object... more) {
        Object[] quiet = java.util.Arrays.copyOf(more, more.length + 1);
        quiet[more.length] = "--quiet";
        Run run = Run.tldr4j(Samples.quickFit(train, 4, model, quiet));
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).startsWith("tldr4j: ").hasLineCount(1);
    }
}
