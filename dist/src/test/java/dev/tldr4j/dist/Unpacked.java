package dev.tldr4j.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The distribution, unpacked into a folder, as somebody has it who downloaded it. */
record Unpacked(Path home, Path user) {
    /** What came of a process. */
    record Result(int code, String out, String err) {}

    static Unpacked in(Path folder) throws IOException, InterruptedException {
        Path archive = Path.of(System.getProperty("tldr4j.distribution"));
        run(folder, Map.of(), List.of("tar", "-xzf", archive.toString()));
        try (Stream<Path> inside = Files.list(folder)) {
            return new Unpacked(inside.findFirst().orElseThrow(), Files.createDirectory(folder.resolve("user")));
        }
    }

    /** Runs bin/tldr4j with this Java and nothing else of this process's environment. */
    Result tldr4j(Path java, String... args) throws IOException, InterruptedException {
        return tldr4j(java, Map.of(), args);
    }

    Result tldr4j(Path java, Map<String, String> environment, String... args) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(home.resolve("bin/tldr4j").toString()));
        command.addAll(List.of(args));
        var all = new java.util.HashMap<>(environment);
        all.put("JAVA_HOME", java.toString());
        return run(user, all, command);
    }

    Result run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        return run(user, environment, List.of(command));
    }

    private static Result run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        String path = System.getenv("PATH");
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", path, "HOME", folder.toString()));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            if (!process.waitFor(5, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(command + " did not end");
            }
            return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    List<Path> jars() throws IOException {
        try (Stream<Path> inside = Files.walk(home.resolve("lib"))) {
            return inside.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }
}
