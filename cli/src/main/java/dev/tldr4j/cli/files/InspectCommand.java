package dev.tldr4j.cli.files;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Inputs;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.inspect.Advice;
import dev.tldr4j.evaluate.inspect.Inspection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at vectors before anything is learned from them. */
@Command(
        name = "inspect",
        description = {
            "Look at vectors before learning: what is in the file, and what to try first.",
            "",
            "Tells lengths, rows that are broken, zero or copies, constant dimensions, how many principal components"
                    + " keep how much of the variance, the intrinsic dimension, and whether all vectors point one way."
                    + " Every figure says of how many rows it is.",
            ""
        },
        sortOptions = false,
        footer = {"", "Example:", "  tldr4j inspect docs.npy"})
public final class InspectCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The vectors.")
    private Path input;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "Look at N rows, spread over the file. All unless given, as long as they are no more than"
                    + " 2^30 numbers and 10,000,000 rows.")
    private Integer sample;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Decides which of these rows are drawn for PCA and the intrinsic dimension."
                    + " ${DEFAULT-VALUE} unless given.")
    private long seed;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    @Override
    public Integer call() throws IOException {
        if (sample != null && sample < 1) {
            throw new InvalidInputException("--sample " + sample + ": at least 1 row is needed");
        }
        long begin = System.nanoTime();
        try (var progress = common.computing();
                var vectors = Inputs.open(input, progress)) {
            Inspection found = sample == null
                    ? Inspection.of(vectors, threads.count(), seed, progress)
                    : Inspection.of(vectors, sample, threads.count(), seed, progress);
            progress.end();
            var result = new InspectionResult(
                    input, Inputs.bytes(input), found, Advice.from(found), (System.nanoTime() - begin) / 1e9);
            common.print(result.json(), threads.count(), result.text());
        }
        return 0;
    }
}
