package dev.tldr4j.cli.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command as a process of its own, which a test can kill. What it says goes to a file. */
public record Tldr4jProcess(Process process, Path said) {
    private static final int MOST_MINUTES = 30;

    /** @param options for Java */
    public static Tldr4jProcess start(Path folder, List<String> options, Object... args) throws IOException {
        return startMain("dev.tldr4j.cli.Main", folder, options, args);
    }

    /** The same of another class with a main. */
    static Tldr4jProcess startMain(String main, Path folder, List<String> options, Object... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // most of what such a process does is to start
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        Arrays.stream(args).map(String::valueOf).forEach(command::add);
        Path said = Files.createTempFile(folder, "said", ".txt");
        return new Tldr4jProcess(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start(),
                said);
    }

    /** Waits for its end. Returns the exit code. */
    public int end() throws InterruptedException {
        if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IllegalStateException("did not end");
        }
        return process.exitValue();
    }

    /** Kills it after so long, without a chance to clean up; false where it ended before. */
    public boolean killAfter(long milliseconds) throws InterruptedException {
        if (process.waitFor(milliseconds, TimeUnit.MILLISECONDS)) {
            return false;
        }
        process.destroyForcibly().waitFor();
        return true;
    }

    /** What it said; read once. */
    public List<String> lines() throws IOException {
        List<String> lines = Files.readAllLines(said);
        Files.delete(said);
        return lines;
    }
}
