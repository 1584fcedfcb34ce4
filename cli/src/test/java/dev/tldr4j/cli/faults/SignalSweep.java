package dev.tldr4j.cli.faults;

import dev.tldr4j.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Sends signals at random moments of commands that work for long, in native code too: each is gone within five seconds, and no output is
 * half. Run by {@code benchmarks/sweep SignalSweep}.
 */
public final class SignalSweep {
    private static final double MOST_SECONDS = 5;

    private SignalSweep() {}

    /** A process ignores what the one that started it ignored, as nohup and jobs in the background do. */
    private static void requireSignalsArrive() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (Files.exists(status)) {
            String ignored = Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> line.substring("SigIgn:".length()).strip())
                    .findFirst()
                    .orElse("0");
            if ((Long.parseUnsignedLong(ignored, 16) & 0b11) != 0) {
                throw new IllegalStateException(
                        "SIGHUP or SIGINT is ignored here; run it without nohup, and not behind &");
            }
        }
    }

    /** @param args a folder, the number of signals, and a seed */
    public static void main(String[] args) throws Exception {
        requireSignalsArrive();
        Path root = Files.createDirectories(Path.of(args[0]).toAbsolutePath());
        int signals = Integer.parseInt(args[1]);
        SplittableRandom random = new SplittableRandom(Long.parseLong(args[2]));
        Path many = Samples.vectors(root.resolve("many.npy"), 40_000, 256, 1);
        // eigenvectors of 4,000 × 4,000 are a long call of native code
        Path wide = Samples.vectors(root.resolve("wide.npy"), 4_100, 4_000, 1);
        Path output = root.resolve("m.safetensors");
        List<Object[]> commands = List.of(
                new Object[] {"fit", "--input", wide, "--dims", 8, "--output", output},
                new Object[] {
                    "fit",
                    "--input",
                    many,
                    "--dims",
                    8,
                    "--output",
                    output,
                    "--checkpoint",
                    root.resolve("state"),
                    "--resume"
                },
                new Object[] {"neighbors", "--input", many, "-k", 5, "--output", root.resolve("g.npy")},
                new Object[] {"convert", "--input", many, "--output", root.resolve("x.csv")},
                new Object[] {
                    "compare", "--input", many, "--output", root.resolve("c"), "--methods", "pca", "umap", "--dims", 2
                });
        int sent = 0;
        double slowest = 0;
        List<String> problems = new ArrayList<>();
        Map<String, Integer> phases = new TreeMap<>();
        while (sent < signals) {
            Object[] command = commands.get(sent % commands.size());
            String signal = List.of("TERM", "INT", "HUP").get(random.nextInt(3));
            Tldr4jProcess process = Tldr4jProcess.start(root, List.of("-Djava.io.tmpdir=" + root), command);
            if (process.process().waitFor(500 + random.nextInt(20_000), TimeUnit.MILLISECONDS)) {
                process.lines();
                Files.deleteIfExists(output);
                continue;
            }
            new ProcessBuilder(
                            "kill",
                            "-" + signal,
                            Long.toString(process.process().pid()))
                    .start()
                    .waitFor();
            long begin = System.nanoTime();
            if (!process.process().waitFor(60, TimeUnit.SECONDS)) {
                process.process().destroyForcibly();
            }
            int code = process.end();
            double seconds = (System.nanoTime() - begin) / 1e9;
            List<String> lines = process.lines();
            sent++;
            slowest = Math.max(slowest, seconds);
            String last = lines.isEmpty() ? "" : lines.get(Math.max(0, lines.size() - 1));
            String how = command[0] + ": "
                    + (last.startsWith("tldr4j: stopped") ? "stopped by itself" : "ended by the signal");
            phases.merge(how, 1, Integer::sum);
            int expected = 128 + Map.of("TERM", 15, "INT", 2, "HUP", 1).get(signal);
            if (seconds > MOST_SECONDS || code != expected && code != 0) {
                problems.add(
                        command[0] + " took " + seconds + " s to end by " + signal + ", with " + code + ": " + lines);
            }
            if (code != 0 && Files.exists(output)) {
                problems.add(command[0] + " was stopped and left an output");
            }
            Files.deleteIfExists(output);
        }
        problems.forEach(problem -> System.out.println("PROBLEM " + problem));
        System.out.printf(
                "%d signals, the slowest end after %.1f s, %d problems; %s%n", sent, slowest, problems.size(), phases);
        System.exit(problems.isEmpty() ? 0 : 1);
    }
}
