package dev.tldr4j.cli.common;

import dev.tldr4j.encoder.InvalidInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How many processors a command may use. */
@Command
public final class ThreadsOption {
    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Use N threads; all processors unless given. The same number gives the same result, bit for"
                    + " bit, on the same kernels of OpenBLAS.")
    private Integer threads;

    public int count() {
        if (threads == null) {
            return Runtime.getRuntime().availableProcessors();
        }
        if (threads < 1) {
            throw new InvalidInputException("--threads " + threads + ": at least 1 is needed");
        }
        return threads;
    }
}
