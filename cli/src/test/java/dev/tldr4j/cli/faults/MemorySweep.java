package dev.tldr4j.cli.faults;

import dev.tldr4j.cli.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs commands with little memory, from 32 MB up: each works, or says in one line what to do. Run by {@code benchmarks/sweep
 * MemorySweep}.
 */
public final class MemorySweep {
    private MemorySweep() {}

    /** @param args a folder, and the sizes of Java's memory in MB; 32 to 512 without them */
    public static void main(String[] args) throws Exception {
        Path root = Files.createDirectories(Path.of(args[0]).toAbsolutePath());
        List<String> sizes = args.length > 1
                ? Arrays.asList(args).subList(1, args.length)
                : List.of("32", "48", "64", "96", "128", "192", "256", "512");
        Path x = Samples.vectors(root.resolve("x.npy"), 20_000, 512, 1);
        Path labels = Samples.labels(root.resolve("labels.npy"), 20_000);
        Path csv = root.resolve("x.csv");
        Path model = root.resolve("expected.safetensors");
        Tldr4jProcess.start(root, List.of(), "convert", "--input", x, "--output", csv)
                .end();
        Tldr4jProcess.start(root, List.of(), "fit", "--input", x, "--dims", 16, "--output", model, "--steps", 20)
                .end();
        List<Object[]> commands = List.of(
                new Object[] {"inspect", x},
                new Object[] {"convert", "--input", csv, "--output", root.resolve("y.npy")},
                new Object[] {"convert", "--input", x, "--output", root.resolve("y.parquet")},
                new Object[] {"encode", "--model", model, "--input", x, "--output", root.resolve("z.npy")},
                new Object[] {"export", "--model", model, "--output", root.resolve("m.onnx")},
                new Object[] {"neighbors", "--input", x, "-k", 5, "--output", root.resolve("g.npy")},
                new Object[] {
                    "evaluate",
                    "knn",
                    "--train",
                    x,
                    "--train-labels",
                    labels,
                    "--test",
                    x,
                    "--test-labels",
                    labels,
                    "-k",
                    5
                },
                new Object[] {
                    "fit", "--input", x, "--dims", 16, "--output", root.resolve("m.safetensors"), "--steps", 20
                },
                new Object[] {
                    "compare",
                    "--input",
                    x,
                    "--output",
                    root.resolve("c"),
                    "--methods",
                    "pca",
                    "neighborhood:steps=20",
                    "--dims",
                    8
                },
                new Object[] {"demo"});
        List<String> problems = new ArrayList<>();
        int runs = 0;
        for (Object[] command : commands) {
            StringBuilder line = new StringBuilder();
            for (String size : sizes) {
                List<Object> quiet = new ArrayList<>(Arrays.asList(command));
                quiet.add("--quiet");
                Tldr4jProcess process = Tldr4jProcess.start(
                        root, List.of("-Xmx" + size + "m", "-Djava.io.tmpdir=" + root), quiet.toArray());
                int code = process.end();
                List<String> said = process.lines();
                runs++;
                boolean inOneLine = said.size() == 1
                        && said.get(0).startsWith("tldr4j: ")
                        && said.get(0).contains("; ")
                        && !said.get(0).contains("--stacktrace");
                line.append(' ')
                        .append(size)
                        .append(code == 0 ? " works" : " is refused")
                        .append(',');
                if (code != 0 && !inOneLine) {
                    problems.add(String.join(
                                    " ",
                                    Arrays.stream(command).map(String::valueOf).toList()) + " with " + size
                            + " MB: exit " + code + " " + said);
                }
            }
            System.out.printf("%-10s%s%n", command[0], line);
        }
        problems.forEach(problem -> System.out.println("PROBLEM " + problem));
        System.out.printf("%d runs, %d problems%n", runs, problems.size());
        System.exit(problems.isEmpty() ? 0 : 1);
    }
}
