package dev.tldr4j.encoder.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A second process, which a test can kill. */
final class OtherProcess {
    private OtherProcess() {}

    /** Starts a class of the tests. */
    static Process start(Class<?> main, Object... args) throws IOException {
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path")
                                        + System.getProperty("path.separator")
                                        + System.getProperty("jdk.module.path", ""),
                                main.getName()),
                        Arrays.stream(args).map(String::valueOf))
                .toList();
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
