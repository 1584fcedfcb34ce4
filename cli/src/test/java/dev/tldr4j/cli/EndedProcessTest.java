package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.cli.faults.Tldr4jProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed, stopped by signals, or have little memory; benchmarks/sweep does so for hours. */
class EndedProcessTest {
    @TempDir
    Path folder;

    @Test
    void aKilledConversionLeavesNoHalfOutputAndTheNextDeletesWhatItLeft() throws Exception {
        Path input = Samples.vectors(folder.resolve("x.npy"), 20_000, 64, 1);
        Path output = folder.resolve("x.csv");
        Path expected = folder.resolve("expected.csv");
        Run.succeeds("convert", "--input", input, "--output", expected);
        Object[] command = {"convert", "--input", input, "--output", output};
        SplittableRandom random = new SplittableRandom(3);
        for (int kill = 0; kill < 3; kill++) {
            Tldr4jProcess.start(folder, List.of(), command).killAfter(400 + random.nextInt(600));
            // it may have been done, and about to end
            if (Files.exists(output)) {
                assertThat(Files.mismatch(output, expected)).isNegative();
            }
            Files.deleteIfExists(output);
        }
        Tldr4jProcess whole = Tldr4jProcess.start(folder, List.of(), command);
        assertThat(whole.end()).isZero();
        assertThat(Files.mismatch(output, expected)).isNegative();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".partial"));
        }
    }

    /** Eigenvectors of 5,000 × 5,000 are one call of native code, of ten seconds and more. */
    @Test
    void aSignalEndsACommandThatIsInNativeCode() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "a Unix");
        Path input = Samples.vectors(folder.resolve("x.npy"), 5_100, 5_000, 1);
        Path output = folder.resolve("m.safetensors");
        Tldr4jProcess fit = Tldr4jProcess.start(
                folder, List.of("-Xmx2g"), "fit", "--input", input, "--dims", 8, "--output", output);
        Thread.sleep(4_000);
        assertThat(fit.process().isAlive()).as("it works on").isTrue();
        fit.process().destroy(); // SIGTERM
        assertThat(fit.process().waitFor(8, TimeUnit.SECONDS)).as("gone soon").isTrue();
        assertThat(fit.process().exitValue()).isEqualTo(143);
        assertThat(output).doesNotExist();
    }

    @Test
    void withLittleMemoryACommandWorksOrSaysWhatToDo() throws Exception {
        Path input = Samples.vectors(folder.resolve("x.npy"), 2_000, 1_500, 1);
        Tldr4jProcess convert = Tldr4jProcess.start(
                folder, List.of("-Xmx32m"), "convert", "--input", input, "--output", folder.resolve("y.csv"));
        assertThat(convert.end()).as("files are not loaded").isZero();
        Tldr4jProcess fit = Tldr4jProcess.start(
                folder,
                List.of("-Xmx32m"),
                "fit",
                "--input",
                input,
                "--dims",
                8,
                "--output",
                folder.resolve("m.safetensors"));
        assertThat(fit.end()).isEqualTo(2);
        assertThat(fit.lines())
                .singleElement()
                .asString()
                .startsWith("tldr4j: " + input)
                .contains("of Java's memory", "-Xmx");
    }

    @Test
    void resultsThatNobodyGetsAreAFailure() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "Linux");
        Path input = Samples.vectors(folder.resolve("x.npy"), 20, 4, 1);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.tldr4j.cli.Main",
                        "inspect",
                        input.toString())
                .redirectOutput(full.toFile())
                .start();
        assertThat(process.errorReader().lines())
                .anyMatch(line -> line.startsWith("tldr4j: standard output: it is full or closed"));
        assertThat(process.waitFor()).isEqualTo(1);
    }
}
