package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files made to harm whoever opens them: one line, exit code 2, and nothing else happens. */
@Timeout(60)
class HostileInputTest {
    /** Clears the screen, turns what follows red, and turns the direction of reading. */
    private static final String CONTROLS = "\u001B[2J\u001B[31m\u202E";

    @TempDir
    Path folder;

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static void assertRefused(Run run, String saying) {
        assertThat(run.err()).startsWith("tldr4j: ").hasLineCount(1).contains(saying);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
    }

    private Run convert(Path input) {
        return Run.tldr4j("convert", "--input", input, "--output", folder.resolve("out.csv"), "--quiet");
    }

    @Test
    void anIdThatIsNotUtf8IsRefusedWithItsLine() throws IOException {
        byte[] bytes = "{\"id\":1,\"v\":[1,2]}\n{\"id\":1?,\"v\":[1,2]}\n".getBytes(StandardCharsets.US_ASCII);
        bytes[new String(bytes, StandardCharsets.US_ASCII).indexOf('?')] = (byte) 0xE4;
        Path input = Files.write(folder.resolve("x.jsonl"), bytes);
        assertRefused(convert(input), "x.jsonl: line 2: the text");
    }

    @Test
    void controlsInNamesDoNotReachTheTerminal() throws IOException {
        Path named = file("a" + CONTROLS + ".csv", "1,2\n3,4\n");
        Run shown = Run.succeeds("inspect", named);
        assertThat(shown.out()).contains("\\u001b[2J").doesNotContain("\u001B", "\u202E");
        assertThat(shown.err()).doesNotContain("\u001B", "\u202E");
        Run missing = Run.tldr4j("inspect", "gone" + CONTROLS + ".csv");
        assertRefused(missing, "gone\\u001b[2J");
        assertThat(missing.err()).doesNotContain("\u001B", "\u202E");
    }

    @Test
    void controlsInsideOfFilesDoNotReachTheTerminal() throws IOException {
        Path fields = file("x.jsonl", "{\"a" + CONTROLS + "\":[1,2],\"b\":[1,2]}\n");
        Path ids = file("qrels.tsv", "q" + CONTROLS + "\td\t1\n");
        Path rows = file("x.csv", "1,2\n3,4\n");
        for (Run run : List.of(
                convert(fields),
                Run.tldr4j("evaluate", "retrieval", "--docs", rows, "--queries", rows, "--qrels", ids, "--quiet"))) {
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).hasLineCount(1).doesNotContain("\u001B", "\u202E");
        }
    }

    private Run compare(Path config) {
        return Run.tldr4j("compare", "--config", config, "--output", folder.resolve("out"), "--quiet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "? "})
    void optionsNestedWithoutEndAreRefused(String opening) throws IOException {
        assertRefused(compare(file("deep.yaml", "dims: " + opening.repeat(100_000))), "deep.yaml");
        assertRefused(compare(file("deep.yaml", opening.repeat(100_000))), "deep.yaml");
    }

    @Test
    void aDeviceHoldsNoOptions() {
        Path zeros = Path.of("/dev/zero");
        assumeTrue(Files.exists(zeros), "there is no /dev/zero here");
        assertRefused(compare(zeros), "/dev/zero: is a folder or a device");
    }

    @Test
    void aValueNamesNoFurtherFileOfArguments() throws IOException {
        Path secret = file("secret", "--no-such-option");
        Path rows = file("x.csv", "1,2\n3,4\n");
        Path config = file("c.yaml", "input: \"" + rows + "\"\nmethods: \"@" + secret + "\"\n");
        Run run = compare(config);
        assertRefused(run, "@" + secret);
        assertThat(run.err()).doesNotContain("no-such-option");
    }

    @Test
    void aPathThatTheLocaleCannotWriteIsRefusedWithTheRemedy() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "elsewhere paths do not depend on the locale");
        ProcessBuilder builder = new ProcessBuilder(
                "bash",
                "-c",
                "exec \"$0\" -cp \"$1\" dev.tldr4j.cli.Main inspect \"$(printf '\\303\\274.csv')\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"));
        builder.environment().put("LC_ALL", "C");
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(2);
        assertThat(said).hasLineCount(1).contains("set LC_ALL=C.UTF-8");
    }
}
