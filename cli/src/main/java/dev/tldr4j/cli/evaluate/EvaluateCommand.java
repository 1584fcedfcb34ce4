package dev.tldr4j.cli.evaluate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how good vectors are, full or reduced. */
@Command(
        name = "evaluate",
        description = {
            "Measure how well vectors, full or reduced, do at a task.",
            "",
            "knn needs labels, retrieval needs judged queries, overlap needs neither. All search exactly.",
            ""
        },
        synopsisSubcommandLabel = "knn|retrieval|overlap",
        commandListHeading = "%nTasks:%n",
        footer = {
            "",
            "Example, what an encoder keeps of the retrieval quality of the full vectors:",
            "  tldr4j evaluate retrieval --docs d.npy --queries q.npy --qrels qrels.tsv \\",
            "      --model encoder.safetensors"
        },
        subcommands = {EvaluateKnnCommand.class, EvaluateRetrievalCommand.class, EvaluateOverlapCommand.class})
public final class EvaluateCommand implements Runnable {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
