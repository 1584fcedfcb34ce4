package dev.tldr4j.cli.lucene;

import dev.tldr4j.cli.common.OpenFiles;
import dev.tldr4j.cli.evaluate.JudgedFiles;
import dev.tldr4j.cli.evaluate.JudgmentOptions;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.engine.SearchTask;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What to index and what to ask: documents and queries, or one file from which queries are drawn. */
@Command
final class SearchTaskOptions {
    @Mixin
    private JudgedFiles judged;

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
    record Open(Vectors docs, SearchTask task, OpenFiles files) implements AutoCloseable {
        @Override
        public void close() {
            files.close();
        }
    }

    Open open(int threads, ProgressListener progress) throws IOException {
        if ((input == null) == (judged.docs() == null)) {
            throw new InvalidInputException("say what to index: --docs and --queries, or --input alone");
        }
        OpenFiles files = new OpenFiles(progress);
        try {
            return input == null ? separate(files, threads, progress) : drawn(files, threads, progress);
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private Open separate(OpenFiles files, int threads, ProgressListener progress) throws IOException {
        boolean isJudged = judged.judgments().haveQrels();
        if (!isJudged && judged.judgments().haveExclusions()) {
            throw new InvalidInputException("--exclude goes with --qrels; give both or neither");
        }
        Path queries = judged.queries();
        Vectors docVectors = files.open(judged.docs());
        Vectors queryVectors = files.open(queries);
        queryVectors.requireSameDims(docVectors);
        queryVectors.requireFinite(0, queryVectors.rows());
        if (!isJudged) {
            return new Open(docVectors, SearchTask.nearest(docVectors, queryVectors, threads, progress), files);
        }
        JudgmentOptions.Read read = judged.judgments().read(queryVectors, docVectors);
        SearchTask task = SearchTask.judged(queryVectors, read.judgments(), read.exclusions());
        return new Open(docVectors, task.withRecall(docVectors, threads, progress), files);
    }

    private Open drawn(OpenFiles files, int threads, ProgressListener progress) throws IOException {
        if (judged.haveMoreThanDocs()) {
            throw new InvalidInputException("--queries, --qrels and --exclude go with --docs, not with --input");
        }
        Vectors all = files.open(input);
        if (holdOut < 1) {
            throw new InvalidInputException("--hold-out " + holdOut + ": at least 1 is needed");
        }
        int count = Math.min(holdOut, all.rows() / 2);
        List<Integer> rows =
                new ArrayList<>(IntStream.range(0, all.rows()).boxed().toList());
        Collections.shuffle(rows, new Random(seed));
        Vectors asked = all.select(sorted(rows.subList(0, count)));
        Vectors indexed = all.select(sorted(rows.subList(count, rows.size())));
        return new Open(indexed, SearchTask.nearest(indexed, asked, threads, progress), files);
    }

    private static int[] sorted(List<Integer> rows) {
        return rows.stream().mapToInt(row -> row).sorted().toArray();
    }
}
