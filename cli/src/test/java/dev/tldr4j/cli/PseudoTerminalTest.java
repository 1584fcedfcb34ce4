package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command in a terminal of a given width, as a person sees it. Python makes the terminal. */
class PseudoTerminalTest {
    private static final String IN_A_TERMINAL = """
            import fcntl, os, pty, struct, sys, termios
            process, terminal = pty.fork()
            if process == 0:
                fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(sys.argv[1]), 0, 0))
                os.execvp(sys.argv[2], sys.argv[2:])
            while True:
                try:
                    shown = os.read(terminal, 65536)
                except OSError:
                    break
                if not shown:
                    break
                sys.stdout.buffer.write(shown)
            sys.exit(os.waitpid(process, 0)[1] >> 8)
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void requirePython() throws InterruptedException {
        assumeTrue(works("python3", "-c", "import pty"), "python3 is not installed");
        assumeTrue(works("stty", "--version"), "stty is not installed");
    }

    private static boolean works(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String shown(int columns, Object... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("python3", "-c", IN_A_TERMINAL, Integer.toString(columns)));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dtldr4j.terminal=true",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tldr4j.cli.Main"));
        Arrays.stream(args).map(String::valueOf).forEach(command::add);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(shown).isZero();
        return shown;
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 200})
    void progressIsDrawnOnOneLineWhateverTheWidth(int columns) throws IOException, InterruptedException {
        Path input = Samples.vectors(folder.resolve("vectors-of-a-collection.npy"), 600, 32, 1);

        String shown = shown(
                columns,
                Samples.quickFit(input, 8, folder.resolve("m.safetensors"), "--epochs", 100, "--hold-out", 100));

        List<String> drawn = Arrays.stream(shown.split("\r"))
                .filter(line -> line.startsWith("\u001b[K\u001b[?7l"))
                .map(line -> line.replaceAll("\u001b\\[[?0-9]*[A-Za-z]", ""))
                .toList();
        assertThat(drawn).as(shown).isNotEmpty().allSatisfy(line -> assertThat(line)
                .contains(" %")
                .doesNotContain("\n")
                .hasSizeLessThan(columns));
        if (columns == 200) {
            assertThat(drawn).anySatisfy(line -> assertThat(line).containsPattern("\\[[#-]{24}] .* left, loss "));
        }
    }
}
