package dev.tldr4j.cli.evaluate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Whether to measure the full vectors too. */
@Command
final class BaselineOption {
    @Option(
            names = "--baseline",
            negatable = true,
            description = "With --model or --storage: measure the full vectors too, as floats, to compare with. On, but"
                    + " off with --json, unless given.")
    private Boolean baseline;

    boolean wanted(EvaluationOptions options, boolean json) {
        return options.changesVectors() && (baseline == null ? !json : baseline);
    }
}
