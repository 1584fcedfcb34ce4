package dev.tldr4j.cli.faults;

import dev.tldr4j.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Kills commands at random moments (kill -9), and starts two at once on one output, one checkpoint and one comparison. Outputs are right or
 * absent, what was interrupted goes on to the same bytes, and nothing is left for long. Run by {@code benchmarks/sweep KillSweep}.
 */
public final class KillSweep {
    private final Path root;
    private final SplittableRandom random;
    private final List<String> problems = new ArrayList<>();
    private int kills;

    /**
     * @param output the file that must be right or absent
     * @param milliseconds how long it takes, undisturbed
     */
    private record Task(String name, Path output, List<Object> args, Path expected, long milliseconds) {}

    private KillSweep(Path root, long seed) {
        this.root = root;
        this.random = new SplittableRandom(seed);
    }

    /** @param args a folder, the number of kills, and a seed */
    public static void main(String[] args) throws Exception {
        KillSweep sweep =
                new KillSweep(Files.createDirectories(Path.of(args[0]).toAbsolutePath()), Long.parseLong(args[2]));
        sweep.run(Integer.parseInt(args[1]));
        sweep.problems.forEach(problem -> System.out.println("PROBLEM " + problem));
        System.out.printf("%d kills, %d problems%n", sweep.kills, sweep.problems.size());
        System.exit(sweep.problems.isEmpty() ? 0 : 1);
    }

    private void run(int wanted) throws Exception {
        Files.createDirectories(root.resolve("tmp"));
        List<Task> tasks = tasks();
        while (kills < wanted) {
            for (Task task : tasks) {
                killUntilItEnds(task, wanted);
            }
        }
        for (Task task : tasks) {
            twoAtOnce(task);
        }
    }

    private List<Task> tasks() throws Exception {
        Path x = Samples.vectors(root.resolve("x.npy"), 600, 16, 1);
        List<Task> tasks = new ArrayList<>();
        tasks.add(task(
                "fit",
                "m.safetensors",
                "fit",
                "--input",
                x,
                "--dims",
                4,
                "--steps",
                200,
                "--threads",
                1,
                "--checkpoint",
                root.resolve("m.safetensors.state"),
                "--checkpoint-every",
                0,
                "--resume"));
        Path model = root.resolve("expected-m.safetensors");
        tasks.add(task("neighbors", "g.npy", "neighbors", "--input", x, "-k", 3));
        tasks.add(task("encode", "z.csv", "encode", "--model", model, "--input", x));
        tasks.add(task("convert", "x.parquet", "convert", "--input", x));
        tasks.add(task(
                "compare",
                "c",
                "compare",
                "--input",
                x,
                "--methods",
                "pca",
                "neighborhood:steps=20",
                "--dims",
                2,
                4,
                "--threads",
                1));
        return tasks;
    }

    /** Runs it undisturbed, to know what is right and how long it takes: twice, since the first of all starts is slow. */
    private Task task(String name, String output, Object... args) throws Exception {
        Path expected = root.resolve("expected-" + output);
        List<Object> whole = new ArrayList<>(Arrays.asList(args));
        whole.add("--quiet");
        whole.add("--output");
        long milliseconds = 0;
        for (int i = 0; i < 2; i++) {
            delete(expected);
            long begin = System.nanoTime();
            start(whole, expected).end();
            milliseconds = (System.nanoTime() - begin) / 1_000_000;
            delete(root.resolve(output + ".state"));
        }
        if (!Files.exists(expected)) {
            throw new IllegalStateException(name + " does not work");
        }
        return new Task(name, root.resolve(output), whole, expected, milliseconds);
    }

    private Tldr4jProcess start(List<Object> whole, Path output) throws IOException {
        List<Object> args = new ArrayList<>(whole);
        args.add(output);
        return Tldr4jProcess.start(root, List.of("-Djava.io.tmpdir=" + root.resolve("tmp")), args.toArray());
    }

    private void killUntilItEnds(Task task, int wanted) throws Exception {
        long begin = System.nanoTime();
        int before = kills;
        while (true) {
            // sooner or later it is left alone, as somebody who restarts it does
            boolean spared = kills - before >= 6 || kills >= wanted;
            Tldr4jProcess process = start(task.args, task.output);
            if (!spared && process.killAfter(1 + random.nextLong(task.milliseconds))) {
                kills++;
                process.lines();
                if (Files.exists(task.output) && !isRight(task, false)) {
                    problems.add(task.name + " was killed and its output is wrong");
                }
                continue;
            }
            int code = process.end();
            List<String> lines = process.lines();
            if (code != 0 || !isRight(task, true)) {
                problems.add(task.name + " did not recover: exit " + code + " " + lines);
            }
            break;
        }
        checkNothingIsLeft(task.name);
        clean(task);
        System.out.printf(
                "%-10s %3d kills, then right in %.0f s%n",
                task.name, kills - before, (System.nanoTime() - begin) / 1e9);
    }

    private void twoAtOnce(Task task) throws Exception {
        Tldr4jProcess first = start(task.args, task.output);
        Tldr4jProcess second = start(task.args, task.output);
        boolean bothMay = !task.name.equals("fit") && !task.name.equals("compare");
        int refused = 0;
        int right = 0;
        for (Tldr4jProcess each : List.of(first, second)) {
            int code = each.end();
            List<String> lines = each.lines();
            if (code == 0) {
                right++;
            } else if (code == 2 && lines.size() == 1 && lines.get(0).contains("is at work in it") && !bothMay) {
                refused++;
            } else {
                problems.add("one of two of " + task.name + ": exit " + code + " " + lines);
            }
        }
        if (right + refused != 2 || right == 0 || !isRight(task, true)) {
            problems.add("two of " + task.name + ": " + right + " ended well, " + refused + " were refused");
        }
        clean(task);
        System.out.printf("%-10s two at once: %d ended well, %d refused%n", task.name, right, refused);
    }

    /** @param whole whether a comparison must be complete */
    private static boolean isRight(Task task, boolean whole) throws IOException {
        if (!Files.isDirectory(task.expected)) {
            return Files.mismatch(task.output, task.expected) < 0;
        }
        try (Stream<Path> files = Files.walk(task.expected)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".safetensors"))
                    .toList()) {
                Path there = task.output.resolve(task.expected.relativize(file));
                if (Files.exists(there) ? Files.mismatch(there, file) >= 0 : whole) {
                    return false;
                }
            }
        }
        return !whole || Files.exists(task.output.resolve("report.html"));
    }

    private void checkNothingIsLeft(String name) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            List<Path> left = files.filter(file -> file.toString().endsWith(".partial")
                            || file.getParent().equals(root.resolve("tmp")))
                    .toList();
            // a process that needs no temporary folder sweeps none; one that writes elsewhere sweeps there
            if (left.stream().anyMatch(file -> file.getParent().equals(root))) {
                problems.add(name + " left " + left);
            }
        }
    }

    private static void clean(Task task) throws IOException {
        delete(task.output);
        delete(Path.of(task.output + ".state"));
    }

    private static void delete(Path path) throws IOException {
        if (Files.exists(path)) {
            try (Stream<Path> files = Files.walk(path)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
