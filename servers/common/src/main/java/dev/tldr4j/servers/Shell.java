package dev.tldr4j.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Runs a page's shell commands as they stand there, in a folder. */
public record Shell(Path folder) {
    /** @param output standard output and errors */
    public record Result(int code, String output) {}

    public Result run(String command, Map<String, String> variables) throws IOException, InterruptedException {
        Path output = Files.createTempFile("tldr4j-shell-", ".txt");
        try {
            var builder = new ProcessBuilder("bash", "-c", command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().putAll(variables);
            return new Result(builder.start().waitFor(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    /** Whether curl and GNU split are installed, which the pages use. */
    public boolean hasTools() throws IOException, InterruptedException {
        return run("command -v curl && split --version | grep -q GNU", Map.of()).code == 0;
    }
}
