package dev.tldr4j.cli.faults;

import dev.tldr4j.cli.Main;
import dev.tldr4j.cli.Samples;
import dev.tldr4j.vectors.Convert;
import dev.tldr4j.vectors.ElementType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Lets the n-th file operation of a command fail, for n = 1 until the command has none left to fail: that one alone, or all from it on.
 * Whatever fails, there is no half file and no wrong result, the complaint is one line that names a file, and the same command
 * succeeds afterwards. Run by {@code benchmarks/sweep FaultSweep}.
 */
public final class FaultSweep {
    private static final Pattern TIMES = Pattern.compile("\"(\\w*[sS]econds\":[-0-9.E]+|created\":\"[^\"]*\"),?");
    private static final String OLD = "what was there before";

    private final Path root;
    private final Path in;
    private final Path work;
    private final int stride;
    private final List<String> problems = new ArrayList<>();

    /** @param more what the same command needs to go on after it failed */
    private record Task(String name, boolean replaces, List<String> more, Object... args) {}

    private FaultSweep(Path root, int stride) throws IOException {
        this.root = root;
        this.stride = stride;
        this.in = Files.createDirectories(root.resolve("in"));
        this.work = root.resolve("work");
        Files.createDirectories(root.resolve("tmp"));
    }

    /**
     * @param args a folder, every how many operations one fails, and the names of the commands; all without them. Temporary files must
     *     go below the folder, to tmp
     */
    public static void main(String[] args) throws IOException {
        FaultSweep sweep = new FaultSweep(Path.of(args[0]).toAbsolutePath(), Integer.parseInt(args[1]));
        List<String> wanted = Arrays.asList(args).subList(2, args.length);
        long operations = 0;
        long runs = 0;
        for (Task task : sweep.tasks()) {
            if (wanted.isEmpty() || wanted.contains(task.name)) {
                for (boolean forGood : new boolean[] {false, true}) {
                    long[] counts = sweep.sweep(task, forGood);
                    operations += forGood ? 0 : counts[0];
                    runs += counts[1];
                }
            }
        }
        sweep.problems.forEach(problem -> System.out.println("PROBLEM " + problem));
        System.out.printf("%d operations, %d runs, %d problems%n", operations, runs, sweep.problems.size());
        System.exit(sweep.problems.isEmpty() ? 0 : 1);
    }

    private List<Task> tasks() throws IOException {
        Path x = Samples.vectors(in.resolve("x.npy"), 520, 6, 1);
        Path small = Samples.vectors(in.resolve("small.npy"), 30, 4, 1);
        Path labels = Samples.labels(in.resolve("labels.npy"), 30);
        Path bytes = in.resolve("bytes.npy");
        Convert.convert(labels, bytes, ElementType.U1, (done, total) -> {});
        Path csv = in.resolve("x.csv");
        Files.writeString(csv, "id,a,b\nx,1,2\ny,3,4\nz,5,7\n");
        Path jsonl = in.resolve("x.jsonl");
        Files.writeString(jsonl, "{\"id\":\"x\",\"vector\":[1,2]}\n{\"id\":\"y\",\"vector\":[3,5]}\n");
        Path parquet = in.resolve("x.parquet");
        Convert.convert(small, parquet);
        Path table = Files.createDirectories(in.resolve("table"));
        for (String part : List.of("part-0.parquet", "part-1.parquet")) {
            Files.copy(parquet, table.resolve(part));
        }
        Path gz = in.resolve("labels-idx1-ubyte.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(gz))) {
            out.write(new byte[] {0, 0, 8, 1, 0, 0, 0, 3, 7, 8, 9});
        }
        Path model = in.resolve("m.safetensors");
        run("fit", "--input", small, "--dims", 2, "--output", model, "--steps", 2, "--threads", 1, "--quiet");
        List<Task> tasks = new ArrayList<>();
        tasks.add(new Task(
                "fit",
                true,
                List.of("--resume"),
                "fit",
                "--input",
                x,
                "--dims",
                2,
                "--output",
                work.resolve("m.safetensors"),
                "--steps",
                3,
                "--threads",
                1,
                "--checkpoint",
                work.resolve("state"),
                "--checkpoint-every",
                0));
        for (String name : List.of("z.npy", "z.fvecs", "z.parquet", "z.jsonl", "z.csv", "z.copy")) {
            tasks.add(task("encode-" + name, "encode", "--model", model, "--input", small, "--output", name));
        }
        tasks.add(task(
                "encode-bulk",
                "encode",
                "--model",
                model,
                "--input",
                csv.resolveSibling("small.npy"),
                "--bulk",
                "i",
                "--output",
                "z.ndjson"));
        for (String name : List.of("z.npy", "z.fvecs", "z.parquet", "z.jsonl", "z.csv", "z.copy")) {
            tasks.add(task("convert-npy-" + name, "convert", "--input", small, "--output", name));
        }
        tasks.add(task("convert-npy-z.ivecs", "convert", "--input", labels, "--output", "z.ivecs"));
        tasks.add(task("convert-npy-z.bvecs", "convert", "--input", bytes, "--output", "z.bvecs"));
        tasks.add(task("convert-csv-z.jsonl", "convert", "--input", csv, "--output", "z.jsonl", "--id", "id"));
        tasks.add(task("convert-jsonl-z.csv", "convert", "--input", jsonl, "--output", "z.csv", "--id", "id"));
        tasks.add(task("convert-parquet-z.npy", "convert", "--input", parquet, "--output", "z.npy"));
        tasks.add(task("convert-table-z.npy", "convert", "--input", table, "--output", "z.npy"));
        tasks.add(task("convert-gz-z.npy", "convert", "--input", gz, "--output", "z.npy"));
        for (String name : List.of("g.npy", "g.ivecs")) {
            tasks.add(task("neighbors-" + name, "neighbors", "--input", small, "-k", 2, "--output", name));
        }
        tasks.add(new Task(
                "neighbors-checkpoint",
                true,
                List.of("--resume"),
                "neighbors",
                "--input",
                small,
                "-k",
                2,
                "--output",
                work.resolve("g.npy"),
                "--checkpoint",
                work.resolve("state")));
        for (String name : List.of("e.onnx", "e.json", "e.npy")) {
            tasks.add(task("export-" + name, "export", "--model", model, "--output", name));
        }
        tasks.add(new Task(
                "compare",
                false,
                List.of(),
                "compare",
                "--input",
                small,
                "--output",
                work.resolve("c"),
                "--methods",
                "pca",
                "neighborhood:steps=2",
                "--dims",
                2,
                "--storage",
                "float",
                "int8",
                "--threads",
                1));
        return tasks;
    }

    /** One with a single file as output. */
    private Task task(String name, Object... args) {
        Object[] resolved = args.clone();
        for (int i = 1; i < args.length; i++) {
            if ("--output".equals(args[i - 1])) {
                resolved[i] = work.resolve((String) args[i]);
            }
        }
        return new Task(name, true, List.of(), resolved);
    }

    private record Run(int code, List<String> lines) {
        /** What was said beside notes and the progress of what takes a while. */
        List<String> complaints() {
            return lines.stream()
                    .filter(line -> !line.startsWith("note: ") && !line.matches(".*: (done in|ended after) .*"))
                    .toList();
        }
    }

    private static Run run(Object... args) {
        var err = new ByteArrayOutputStream();
        int code = Main.run(
                Arrays.stream(args).map(Object::toString).toArray(String[]::new),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Run(code, err.toString(StandardCharsets.UTF_8).lines().toList());
    }

    /** Returns the number of operations, and of runs. */
    private long[] sweep(Task task, boolean forGood) throws IOException {
        empty();
        Faults.arm(root, Long.MAX_VALUE, false);
        Run untouched = run(task.args);
        long operations = Faults.count();
        Faults.disarm();
        if (untouched.code != 0) {
            throw new IllegalStateException(task.name + ": " + untouched.lines);
        }
        Map<String, String> expected = outputs();
        long runs = 0;
        int before = problems.size();
        for (long n = 1; ; n += stride) {
            empty();
            boolean old = task.replaces && n % 2 == 0;
            if (old) {
                for (String name : expected.keySet()) {
                    Files.writeString(work.resolve(name), OLD);
                }
            }
            Faults.arm(root, n, forGood);
            Run run = run(task.args);
            String failed = Faults.disarm();
            if (failed == null) {
                break;
            }
            runs++;
            String where = task.name + (forGood ? " from " : " at ") + n + " (" + failed + "): ";
            check(where, run, expected, old);
            // what could not be deleted stays, and of temporary files what could not be listed
            if (!forGood && !failed.startsWith("delete")) {
                checkNothingIsLeft(where, failed.contains(root.resolve("tmp").toString()));
            }
            Object[] again =
                    Stream.concat(Arrays.stream(task.args), task.more.stream()).toArray();
            Run second = run(again);
            Map<String, String> made = outputs();
            if (second.code != 0 || !made.equals(expected)) {
                problems.add(where + "the same command afterwards gave " + second + different(expected, made));
            }
        }
        System.out.printf(
                "%-24s %-5s %5d operations, %5d runs, %d problems%n",
                task.name, forGood ? "all" : "one", operations, runs, problems.size() - before);
        return new long[] {operations, runs};
    }

    private void check(String where, Run run, Map<String, String> expected, boolean old) throws IOException {
        List<String> complaints = run.complaints();
        if (run.code == 0 ? !complaints.isEmpty() : complaints.size() != 1) {
            problems.add(where + "exit " + run.code + " with " + run.lines);
        }
        for (String line : complaints) {
            if (!line.startsWith("tldr4j: ") || !line.contains(root.toString()) || line.contains("--stacktrace")) {
                problems.add(where + "the line names no file: " + line);
            }
        }
        Map<String, String> there = outputs();
        boolean saidSo =
                run.lines.stream().anyMatch(line -> line.contains(" failed: ") && line.contains(root.toString()));
        expected.forEach((name, content) -> {
            String found = there.get(name);
            boolean right = content.equals(found)
                    // what is known of a cell grows
                    || name.contains("cells/")
                    || run.code != 0 && (found == null || old && found.equals(OLD))
                    // a method that could not write its part is reported as failed, and tried again
                    || run.code == 0 && saidSo && (found == null || name.endsWith("results.json"));
            if (!right) {
                problems.add(where + "exit " + run.code + ", wrong is" + different(Map.of(name, content), there));
            }
        });
    }

    private void checkNothingIsLeft(String where, boolean exceptTemporary) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            List<Path> left = files.filter(file -> file.toString().endsWith(".partial")
                            || !exceptTemporary && file.getParent().equals(root.resolve("tmp")))
                    .toList();
            if (!left.isEmpty()) {
                problems.add(where + "left " + left);
            }
        }
    }

    /** Where the outputs begin to be others than they should. */
    private static String different(Map<String, String> expected, Map<String, String> there) {
        StringBuilder different = new StringBuilder();
        expected.forEach((name, content) -> {
            String found = there.getOrDefault(name, "nothing");
            if (!content.equals(found)) {
                int same = 0;
                while (same < Math.min(content.length(), found.length())
                        && content.charAt(same) == found.charAt(same)) {
                    same++;
                }
                different.append(" %s: %s instead of %s".formatted(name, excerpt(found, same), excerpt(content, same)));
            }
        });
        return different.toString();
    }

    private static String excerpt(String text, int at) {
        return "«" + text.substring(Math.max(0, at - 40), Math.min(text.length(), at + 60)) + "»";
    }

    /** What the command made, less times: they are never the same, and of what was done before the failure they are missing. */
    private Map<String, String> outputs() throws IOException {
        Map<String, String> outputs = new TreeMap<>();
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = work.relativize(file).toString();
                if (!name.matches("state/.*|.*lock|.*\\.html|.*\\.md|.*shared\\.json|.*\\.partial")) {
                    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                    outputs.put(name, TIMES.matcher(text).replaceAll("").replace(",}", "}"));
                }
            }
        }
        return outputs;
    }

    private void empty() throws IOException {
        for (Path folder : List.of(work, root.resolve("tmp"))) {
            if (Files.exists(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
            Files.createDirectories(folder);
        }
    }
}
