package dev.tldr4j.cli.common;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tldr4j.cli.Main;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Whatever a file of options holds, it becomes arguments or is refused. */
class YamlArgumentsFuzzTest {
    private static final CommandLine COMPARE = compare();
    private static final Path FILE = file();

    private static CommandLine compare() {
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
        CommandLine command = Main.commandLine(new Console(nowhere, nowhere, false, () -> false));
        command.parseArgs("compare", "--config", "x.yaml");
        return command.getSubcommands().get("compare");
    }

    private static Path file() {
        try {
            Path folder = Files.createTempDirectory("tldr4j-fuzz");
            folder.toFile().deleteOnExit();
            Path file = folder.resolve("x.yaml");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @MethodSource("files")
    @FuzzTest(maxDuration = "1m")
    void aFileGivesArgumentsOrIsRefused(byte[] content) throws IOException {
        Files.write(FILE, content);
        try {
            YamlArguments.read(FILE, COMPARE.getCommandSpec());
        } catch (InvalidInputException e) {
            if (!e.getMessage().startsWith(FILE.toString())) {
                throw new AssertionError("does not name the file: " + e.getMessage());
            }
        }
    }

    static Stream<byte[]> files() {
        return Stream.of(
                        "input: docs.npy\ndims: [32, 64]\nmethods:\n  - pca\n  - \"tldr:k=5\"\nmaps: false\n",
                        "a: &x [1]\nb: *x\n? [c]\n: !!str d\n",
                        "--- # no\n{input: ~, seeds: 0x10, dims: 1e3}\n...\n",
                        // found by Jazzer: the library's own failure
                        "!A000%00 S ")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }
}
