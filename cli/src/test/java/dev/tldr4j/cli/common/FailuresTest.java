package dev.tldr4j.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.cli.Main;
import dev.tldr4j.cli.Run;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.learn.training.DivergedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int report(Throwable thrown) {
        var console = new Console(System.out, new PrintStream(err, true, StandardCharsets.UTF_8), false, () -> false);
        return new Failures(console.err()).report(thrown, Main.commandLine(console));
    }

    private String shown() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new InvalidInputException("x.npy: row 3: NaN"), 2, "tldr4j: x.npy: row 3: NaN\n"),
                Arguments.of(new CompletionException(new InvalidInputException("bad")), 2, "tldr4j: bad\n"),
                Arguments.of(
                        new UncheckedIOException(new NoSuchFileException("x.npy")),
                        2,
                        "tldr4j: x.npy: there is no such file; check the path\n"),
                Arguments.of(
                        new AccessDeniedException("x.npy"),
                        2,
                        "tldr4j: x.npy: access denied; check who may read and write it\n"),
                Arguments.of(
                        new FileSystemException("x.npy", null, "Is a directory"),
                        2,
                        "tldr4j: x.npy: Is a directory; check the path and what it points to\n"),
                Arguments.of(
                        new FileSystemException("x.npy", null, "No space left on device"),
                        1,
                        "tldr4j: x.npy: No space left on device; make room there, or name another place\n"),
                Arguments.of(
                        new UncheckedIOException(
                                FileFailure.of(Path.of("x.npy"), new IOException("Input/output error"))),
                        1,
                        "tldr4j: x.npy: Input/output error; check the disk, and try again\n"),
                Arguments.of(
                        new InternalError(
                                "a fault occurred in a recent unsafe memory access operation in compiled Java code"),
                        1,
                        "tldr4j: a file was cut short or could not be read while it was in use; check the disk, leave files as"
                                + " they are until the command ends, and try again\n"),
                Arguments.of(
                        new IOException("No space left on device"),
                        1,
                        "tldr4j: failed with IOException: No space left on device; --stacktrace shows where\n"),
                Arguments.of(
                        new IllegalStateException("two\n  lines"),
                        1,
                        "tldr4j: failed with IllegalStateException: two lines; --stacktrace shows where\n"),
                Arguments.of(
                        new DivergedException("the loss at step 5 of 106 is NaN"),
                        1,
                        "tldr4j: training diverged: the loss at step 5 of 106 is NaN; lower the learning rate\n"),
                Arguments.of(new CancellationException(), 130, "tldr4j: stopped; no output was written\n"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void everyFailureIsOneLineAndAnExitCode(Throwable thrown, int code, String line) {
        assertThat(report(thrown)).isEqualTo(code);
        assertThat(shown()).isEqualTo(line);
    }

    @Test
    void outOfMemorySaysHowToGetMore() {
        assertThat(report(new OutOfMemoryError("Java heap space"))).isEqualTo(1);
        assertThat(shown())
                .startsWith("tldr4j: out of memory (Java heap space)")
                .contains("TLDR4J_OPTS=-Xmx", "--sample")
                .hasLineCount(1);
    }

    @Test
    void outOfMemoryIsFoundAtTheBottom() {
        report(new NoClassDefFoundError("x").initCause(new ExceptionInInitializerError(new OutOfMemoryError("heap"))));
        assertThat(shown()).startsWith("tldr4j: out of memory (heap)").hasLineCount(1);
    }

    @Test
    void resultsThatCannotBePrintedFailTheCommand() {
        var full = new PrintStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        });
        assertThat(Main.run(new String[] {"--version"}, full, new PrintStream(err, true, StandardCharsets.UTF_8)))
                .isEqualTo(1);
        assertThat(shown())
                .startsWith("tldr4j: standard output: it is full or closed")
                .hasLineCount(1);
    }

    @Test
    void theStackTraceComesOnlyWhenAskedFor() {
        assertThat(Run.tldr4j("encode", "--model", "m", "--input", "x", "--output", "none/z.npy")
                        .err())
                .hasLineCount(1);
        assertThat(Run.tldr4j("encode", "--model", "m", "--input", "x", "--output", "none/z.npy", "--stacktrace")
                        .err())
                .contains("\tat dev.tldr4j.cli.files.EncodeCommand");
    }
}
