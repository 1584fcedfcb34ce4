package dev.tldr4j.cli;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Ids;
import dev.tldr4j.evaluate.Judgments;
import dev.tldr4j.evaluate.engine.SearchTask;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What to index and what to ask: documents and queries, or one file from which queries are drawn. */
@Command
final class SearchTaskOptions {
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

    @Option(names = "--input", paramLabel = "FILE", description = "Vectors to index, where there are no queries.")
    private Path input;

    @Option(
            names = "--hold-out",
            paramLabel = "N",
            defaultValue = "1000",
            description = "With --input: so many rows are drawn as queries, at most half of them, and not indexed."
                    + " ${DEFAULT-VALUE} unless given.")
    private int holdOut;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "With --input: which rows are drawn. ${DEFAULT-VALUE} unless given.")
    private long seed;

    /** Documents, what is asked about them, and the files they come from. */
    record Open(Vectors docs, SearchTask task, List<Vectors> files) implements AutoCloseable {
        @Override
        public void close() {
            files.forEach(Vectors::close);
        }
    }

    Open open(int threads, ProgressListener listener) throws IOException {
        if ((input == null) == (docs == null)) {
            throw new InvalidInputException("say what to index: --docs and --queries, or --input alone");
        }
        List<Vectors> files = new ArrayList<>();
        try {
            return input == null ? separate(files, threads, listener) : drawn(files, threads, listener);
        } catch (IOException | RuntimeException e) {
            files.forEach(Vectors::close);
            throw e;
        }
    }

    private Open separate(List<Vectors> files, int threads, ProgressListener listener) throws IOException {
        if (queries == null) {
            throw new InvalidInputException("give --queries too");
        }
        if (qrels == null && exclude != null) {
            throw new InvalidInputException("--exclude goes with --qrels; give both or neither");
        }
        Vectors docVectors = open(docs, files);
        Vectors queryVectors = open(queries, files);
        if (docVectors.dims() != queryVectors.dims()) {
            throw new InvalidInputException(queries + " has " + queryVectors.dims() + " dimensions, but " + docs
                    + " has " + docVectors.dims() + "; use vectors of the same embedding model");
        }
        queryVectors.requireFinite(0, queryVectors.rows());
        if (qrels == null) {
            return new Open(docVectors, SearchTask.nearest(docVectors, queryVectors, threads, listener), files);
        }
        Ids documentNames = Ids.of(docIds, docVectors.rows());
        Ids queryNames = Ids.of(queryIds, queryVectors.rows());
        Judgments judgments = Judgments.read(qrels, queryNames, documentNames);
        Exclusions exclusions =
                exclude == null ? Exclusions.none() : Exclusions.read(exclude, queryNames, documentNames);
        return new Open(docVectors, SearchTask.judged(queryVectors, judgments, exclusions), files);
    }

    private Open drawn(List<Vectors> files, int threads, ProgressListener listener) throws IOException {
        if (queries != null || qrels != null || exclude != null) {
            throw new InvalidInputException("--queries, --qrels and --exclude go with --docs, not with --input");
        }
        Vectors all = open(input, files);
        if (holdOut < 1) {
            throw new InvalidInputException("--hold-out " + holdOut + ": at least 1 is needed");
        }
        int count = Math.min(holdOut, all.rows() / 2);
        List<Integer> rows =
                new ArrayList<>(IntStream.range(0, all.rows()).boxed().toList());
        Collections.shuffle(rows, new Random(seed));
        Vectors asked = all.select(sorted(rows.subList(0, count)));
        Vectors indexed = all.select(sorted(rows.subList(count, rows.size())));
        return new Open(indexed, SearchTask.nearest(indexed, asked, threads, listener), files);
    }

    private static int[] sorted(List<Integer> rows) {
        return rows.stream().mapToInt(row -> row).sorted().toArray();
    }

    private static Vectors open(Path file, List<Vectors> files) throws IOException {
        Vectors vectors = Vectors.open(file);
        files.add(vectors);
        return vectors;
    }
}
