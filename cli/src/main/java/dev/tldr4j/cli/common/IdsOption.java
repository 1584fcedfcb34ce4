package dev.tldr4j.cli.common;

import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Which ids go with the rows from one file to another. */
@Command
public final class IdsOption {
    /** For a file whose column {@code id} is not to be taken. */
    private static final String NONE = "none";

    @Option(
            names = "--id",
            paramLabel = "COLUMN",
            description = "The column of ids to carry along; unless given, the one called id, if there is one."
                    + " none: carry none.")
    private String column;

    /** The column, if one was named; only where ids are wanted. */
    public Optional<String> named() {
        return Optional.ofNullable(column);
    }

    public boolean wanted() {
        return !NONE.equals(column);
    }

    /** Opens the vectors, with their ids if they are wanted. */
    public Vectors open(Path file, ProgressPrinter progress) throws IOException {
        return wanted()
                ? Vectors.openWithIds(file, named(), Inputs.listener(file, progress))
                : Inputs.open(file, progress);
    }

    /** Tells where ids are lost, since the output cannot hold them. */
    public void noteLoss(Vectors vectors, Path output, ProgressPrinter progress) {
        vectors.ids()
                .filter(ids -> !VectorWriter.keepsIds(output))
                .ifPresent(ids -> progress.note("the ids in column " + ids.column() + " are left out: " + output
                        + " holds numbers alone; .parquet, .jsonl, .csv and .copy keep ids"));
    }
}
