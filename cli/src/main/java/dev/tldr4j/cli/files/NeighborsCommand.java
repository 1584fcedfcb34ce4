package dev.tldr4j.cli.files;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.Inputs;
import dev.tldr4j.cli.common.KeepsState;
import dev.tldr4j.cli.common.Outputs;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.pca.Pca;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds every row's nearest neighbours. */
@Command(
        name = "neighbors",
        description = {
            "Find every vector's nearest neighbours.",
            "",
            "Row i of the output holds the row numbers (from 0) of the K vectors nearest to vector i, nearest first,"
                    + " never i itself. fit does this by itself; a file of it saves the search when fitting several"
                    + " encoders on the same vectors.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "Example, two encoders from one search:",
            "  tldr4j neighbors --input docs.npy -k 10 --space whitened --output g.npy",
            "  tldr4j fit --input docs.npy --graph g.npy --dims 32 --output 32.safetensors",
            "  tldr4j fit --input docs.npy --graph g.npy --dims 64 --output 64.safetensors"
        })
public final class NeighborsCommand implements Callable<Integer>, KeepsState {
    @Option(names = "--input", required = true, paramLabel = "FILE", description = "The vectors.")
    private Path input;

    @Option(
            names = {"-k", "--neighbors"},
            paramLabel = "K",
            defaultValue = "5",
            description = "How many neighbours; fewer than there are vectors. ${DEFAULT-VALUE} unless given.")
    private int k;

    @Option(names = "--output", required = true, paramLabel = "FILE", description = "Where to write: .npy or .ivecs.")
    private Path output;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            defaultValue = "cosine",
            description = "The metric: l2, cosine or dot. ${DEFAULT-VALUE} unless given.")
    private Metric metric;

    /** Where to look. */
    enum Space {
        VECTORS,
        WHITENED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--space",
            paramLabel = "NAME",
            defaultValue = "vectors",
            description = "Where to look: vectors, as they are; or whitened, where fit looks by itself: by the angle"
                    + " between vectors whitened by the differences between nearest neighbours. ${DEFAULT-VALUE} unless"
                    + " given.")
    private Space space;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            defaultValue = "auto",
            description = "How to search: exact compares every vector with every other; forest compares those that"
                    + " random trees bring together, until --recall is reached; auto takes the one that is quicker;"
                    + " pq and opq compare every vector with every other's code of a few bytes, as the paper does."
                    + " ${DEFAULT-VALUE} unless given.")
    private SearchMethod method;

    @Option(
            names = "--recall",
            paramLabel = "X",
            defaultValue = "0.95",
            description = "The share of the true neighbours to be found, above 0 and at most 1, measured on 1000"
                    + " vectors. ${DEFAULT-VALUE} unless given.")
    private double recall;

    @Option(
            names = "--bytes",
            paramLabel = "N",
            defaultValue = "16",
            description = "With pq and opq: the bytes of a vector's code. ${DEFAULT-VALUE} unless given.")
    private int bytes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Another seed gives other trees and another sample. ${DEFAULT-VALUE} unless given.")
    private long seed;

    @Option(
            names = "--checkpoint",
            paramLabel = "FOLDER",
            description = "Keep the state of the search here every five minutes, to continue from with --resume.")
    private Path checkpoint;

    @Option(names = "--resume", description = "Continue from the newest state in --checkpoint, if there is one.")
    private boolean resume;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    @Override
    public Optional<String> kept() {
        return Optional.ofNullable(checkpoint)
                .filter(Files::exists)
                .map(folder -> "the state of the search is kept in " + folder + ": the same command with --resume"
                        + " continues");
    }

    @Override
    public Integer call() throws IOException {
        String name = output.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".npy") && !name.endsWith(".ivecs")) {
            throw new InvalidInputException(output + ": row numbers are written as .npy or .ivecs; name the output so");
        }
        if (resume && checkpoint == null) {
            throw new InvalidInputException("say which --checkpoint folder to resume from");
        }
        if (space == Space.WHITENED && metric == Metric.DOT) {
            throw new InvalidInputException("--space whitened looks at angles; leave it out, or --metric dot");
        }
        Outputs.check(output, input);
        long begin = System.nanoTime();
        try (var progress = common.computing();
                var vectors = Inputs.open(input, progress)) {
            var found = space == Space.WHITENED ? searchWhitened(vectors, progress) : search(vectors, metric, progress);
            progress.end();
            found.graph().save(output);
            print(vectors, found, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    private NeighborSearch.Found searchWhitened(Vectors vectors, ProgressListener progress) throws IOException {
        ExactSearch.requireNeighbors(vectors, k);
        Pca pca = Pca.fit(vectors, threads.count(), progress);
        NeighborWhitening whitening = NeighborWhitening.fit(vectors, pca, threads.count(), progress);
        Encoder encoder = whitening.encoder(whitening.rank()).normalized();
        // at length 1, distances are those of angles
        try (var there = new BatchEncoder(encoder, threads.count()).encode(vectors, progress)) {
            return search(there, Metric.L2, progress);
        }
    }

    private NeighborSearch.Found search(Vectors rows, Metric by, ProgressListener progress) throws IOException {
        var search = new NeighborSearch(by, method, recall, bytes, threads.count(), seed);
        return checkpoint == null
                ? search.graph(rows, k, progress)
                : search.graph(rows, k, checkpoint, resume, Duration.ofMinutes(5), progress);
    }

    private void print(Vectors vectors, NeighborSearch.Found found, double seconds) {
        var json = new LinkedHashMap<String, Object>();
        json.put("output", output.toString());
        json.put("rows", vectors.rows());
        json.put("dims", vectors.dims());
        json.put("k", k);
        json.put("metric", (space == Space.WHITENED ? Metric.COSINE : metric).toString());
        json.put("space", space.toString());
        json.put("method", found.method().toString());
        json.put("recall", found.recall());
        json.put("seconds", seconds);
        var table = new Table(Table.Align.LEFT, Table.Align.LEFT)
                .row("output", output + ", " + Format.count(vectors.rows()) + " rows of " + k + " row numbers")
                .row(
                        "nearest",
                        (space == Space.WHITENED
                                        ? "by cosine, in the space whitened by neighbours, "
                                        : "by " + metric + " over all " + Format.count(vectors.dims()) + " numbers, ")
                                + (found.method() == SearchMethod.EXACT
                                        ? "compared with every other row"
                                        : "by " + found.method() + "; recall " + Format.score(found.recall())
                                                + " on a sample of 1,000"))
                .row("time", Format.seconds(seconds));
        common.print(
                json,
                threads.count(),
                table + "\nGo on:\n  tldr4j fit --input " + input + " --graph " + output
                        + (space == Space.WHITENED || metric == Metric.COSINE ? "" : " --metric " + metric)
                        + " --dims " + Math.max(1, Math.min(64, vectors.dims() / 2))
                        + " --output encoder.safetensors\n");
    }
}
