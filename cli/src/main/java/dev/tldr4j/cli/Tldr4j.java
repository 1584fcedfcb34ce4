package dev.tldr4j.cli;

import dev.tldr4j.cli.compare.CompareCommand;
import dev.tldr4j.cli.demo.DemoCommand;
import dev.tldr4j.cli.evaluate.EvaluateCommand;
import dev.tldr4j.cli.files.ConvertCommand;
import dev.tldr4j.cli.files.EncodeCommand;
import dev.tldr4j.cli.files.ExportCommand;
import dev.tldr4j.cli.files.InspectCommand;
import dev.tldr4j.cli.files.NeighborsCommand;
import dev.tldr4j.cli.fit.FitCommand;
import dev.tldr4j.cli.lucene.LuceneBenchCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command without a subcommand: says what there is. */
@Command(
        name = "tldr4j",
        versionProvider = Version.class,
        commandListHeading = "",
        customSynopsis = "tldr4j COMMAND [OPTIONS]",
        description = {
            "Makes embeddings shorter: learns, without labels, a small encoder that turns long vectors into short"
                    + " ones and preserves nearest neighbours.",
            ""
        },
        footer = {
            "",
            "Vector files are recognised by name: .npy, .parquet, .hdf5, .jsonl, .csv,",
            ".fvecs, .bvecs, .ivecs, IDX (MNIST's, also .gz). file.parquet#NAME chooses a",
            "column, file.hdf5#NAME a dataset. Results go to stdout, progress to stderr.",
            "Exit code 0: done; 1: failed; 2: the command or its input is wrong; 130: stopped",
            "by Ctrl-C.",
            "",
            "Example, from a file of embeddings to a file of shorter ones:",
            "  tldr4j fit    --input docs.npy --dims 64 --output encoder.safetensors",
            "  tldr4j encode --model encoder.safetensors --input docs.npy --output short.npy",
            "",
            "tldr4j COMMAND --help tells more about each."
        },
        subcommands = {
            DemoCommand.class,
            InspectCommand.class,
            FitCommand.class,
            EncodeCommand.class,
            ExportCommand.class,
            EvaluateCommand.class,
            CompareCommand.class,
            LuceneBenchCommand.class,
            NeighborsCommand.class,
            ConvertCommand.class
        })
final class Tldr4j implements Runnable {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
