package dev.tldr4j.cli.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Documents and queries, and which of the one are relevant to which of the other; every file may be left out. */
@Command
public final class JudgedFiles {
    @Option(names = "--docs", paramLabel = "FILE", description = "The documents' vectors.")
    private Path docs;

    @Option(names = "--queries", paramLabel = "FILE", description = "The queries' vectors.")
    private Path queries;

    @Mixin
    private JudgmentOptions judgments;

    public Path docs() {
        return docs;
    }

    public Path queries() {
        if (queries == null) {
            throw new InvalidInputException("give --queries too");
        }
        return queries;
    }

    public JudgmentOptions judgments() {
        return judgments;
    }

    /** Whether anything is given that goes with documents alone. */
    public boolean haveMoreThanDocs() {
        return queries != null || judgments.haveQrels() || judgments.haveExclusions();
    }
}
