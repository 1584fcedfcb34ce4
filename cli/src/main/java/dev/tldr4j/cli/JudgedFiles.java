package dev.tldr4j.cli;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Ids;
import dev.tldr4j.evaluate.Judgments;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Documents and queries, and which of the one are relevant to which of the other; every file may be left out. */
@Command
final class JudgedFiles {
    @Option(names = "--docs", paramLabel = "FILE", description = "The documents' vectors.")
    private Path docs;

    @Option(names = "--queries", paramLabel = "FILE", description = "The queries' vectors.")
    private Path queries;

    @Option(
            names = "--qrels",
            paramLabel = "FILE",
            description = "Which documents are relevant to which queries; see tldr4j evaluate retrieval --help.")
    private Path qrels;

    @Option(names = "--exclude", paramLabel = "FILE", description = "Pairs of query and document to leave out.")
    private Path exclude;

    @Option(names = "--doc-ids", paramLabel = "FILE", description = "The documents' ids, one a line in row order.")
    private Path docIds;

    @Option(names = "--query-ids", paramLabel = "FILE", description = "The queries' ids, one a line in row order.")
    private Path queryIds;

    Path docs() {
        return docs;
    }

    Path queries() {
        if (queries == null) {
            throw new InvalidInputException("give --queries too");
        }
        return queries;
    }

    boolean areJudged() {
        return qrels != null;
    }

    /** Whether anything is given that goes with documents alone. */
    boolean haveMoreThanDocs() {
        return queries != null || qrels != null || exclude != null;
    }

    boolean haveExclusions() {
        return exclude != null;
    }

    /** What the text files say. */
    record Read(Judgments judgments, Exclusions exclusions) {}

    Read read(Vectors queryVectors, Vectors docVectors) throws IOException {
        if (qrels == null) {
            throw new InvalidInputException("give --qrels too");
        }
        Ids queryNames = Ids.of(queryIds, queryVectors.rows());
        Ids documentNames = Ids.of(docIds, docVectors.rows());
        return new Read(
                Judgments.read(qrels, queryNames, documentNames),
                exclude == null ? Exclusions.none() : Exclusions.read(exclude, queryNames, documentNames));
    }
}
