package dev.tldr4j.cli.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Ids;
import dev.tldr4j.evaluate.Judgments;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Text files that say which documents are relevant to which queries; every one may be left out. */
@Command
public final class JudgmentOptions {
    @Option(
            names = "--qrels",
            paramLabel = "FILE",
            description = "Which documents are relevant to which queries, as text: query, document and grade a line.")
    private Path qrels;

    @Option(
            names = "--exclude",
            paramLabel = "FILE",
            description = "Pairs of query and document, as text: leave this document out when ranking for this query.")
    private Path exclude;

    @Option(names = "--doc-ids", paramLabel = "FILE", description = "The documents' ids, one a line in row order.")
    private Path docIds;

    @Option(names = "--query-ids", paramLabel = "FILE", description = "The queries' ids, one a line in row order.")
    private Path queryIds;

    public boolean haveQrels() {
        return qrels != null;
    }

    public boolean haveExclusions() {
        return exclude != null;
    }

    Ids queryNames(Vectors queries) throws IOException {
        return Ids.of(queryIds, queries.rows());
    }

    Ids documentNames(Vectors docs) throws IOException {
        return Ids.of(docIds, docs.rows());
    }

    /** What the files say. */
    public record Read(Judgments judgments, Exclusions exclusions) {}

    public Read read(Vectors queries, Vectors docs) throws IOException {
        if (qrels == null) {
            throw new InvalidInputException("give --qrels too");
        }
        Ids queryNames = queryNames(queries);
        Ids documentNames = documentNames(docs);
        return new Read(
                Judgments.read(qrels, queryNames, documentNames),
                exclude == null ? Exclusions.none() : Exclusions.read(exclude, queryNames, documentNames));
    }
}
