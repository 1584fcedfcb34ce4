package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.cli.common.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody presses Ctrl-C: the command ends soon and leaves nothing behind. */
class CancellationTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** The wish to stop comes when the command has looked for it this often. */
    private int runUntilAskedAgain(int times, Object... args) {
        var asked = new AtomicInteger();
        var console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                () -> asked.incrementAndGet() > times);
        return Main.run(Arrays.stream(args).map(Object::toString).toArray(String[]::new), console);
    }

    private void assertStopped(int code, Path output) throws IOException {
        assertThat(code).isEqualTo(130);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("tldr4j: stopped; no output was written\n");
        assertThat(output).doesNotExist();
        try (var files = Files.list(folder)) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".partial"));
        }
    }

    @Test
    void learningStopsBetweenSteps() throws IOException {
        Path input = Samples.vectors(folder.resolve("x.npy"), 200, 8, 1);
        Path output = folder.resolve("m.safetensors");

        assertStopped(runUntilAskedAgain(10, Samples.quickFit(input, 2, output, "--quiet")), output);
    }

    @Test
    void aFitWithCheckpointsSaysWhatIsKeptAndHowToContinue() throws IOException {
        Path input = Samples.vectors(folder.resolve("x.npy"), 200, 8, 1);
        Path state = folder.resolve("state");
        Path output = folder.resolve("m.safetensors");

        int code = runUntilAskedAgain(30, Samples.quickFit(input, 2, output, "--quiet", "--checkpoint", state));

        assertThat(code).isEqualTo(130);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("tldr4j: stopped; the state of the fit is kept in " + state
                        + ": the same command with --resume continues\n");
        Run.succeeds(Samples.quickFit(input, 2, output, "--quiet", "--checkpoint", state, "--resume"));
    }

    @Test
    void aComparisonSaysThatWhatIsFinishedIsKept() throws IOException {
        Path input = Samples.vectors(folder.resolve("x.npy"), 200, 8, 1);
        Path results = folder.resolve("comparison");

        int code = runUntilAskedAgain(
                3, "compare", "--quiet", "--input", input, "--output", results, "--methods", "pca", "--dims", "2,4");

        assertThat(code).isEqualTo(130);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "tldr4j: stopped; what is finished is kept in " + results + ": the same command continues\n");
    }

    @Test
    void encodingThrowsAwayWhatItHasWritten() throws IOException {
        Path input = Samples.vectors(folder.resolve("x.npy"), 200, 8, 1);
        Path model = folder.resolve("m.safetensors");
        Run.succeeds(Samples.quickFit(input, 2, model, "--quiet"));
        Path output = folder.resolve("z.npy");

        int code = runUntilAskedAgain(0, "encode", "--model", model, "--input", input, "--output", output, "--quiet");

        assertStopped(code, output);
    }
}
