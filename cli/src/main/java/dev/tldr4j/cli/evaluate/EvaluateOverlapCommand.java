package dev.tldr4j.cli.evaluate;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.Inputs;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.NeighborOverlap;
import dev.tldr4j.evaluate.storage.StoredVectors;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how much of the full vectors' neighbourhoods is kept. */
@Command(
        name = "overlap",
        description = {
            "Measure, without labels or judgments, how many of its nearest neighbours a vector keeps.",
            "",
            "The K nearest neighbours of vectors drawn at random are searched among all, once as they are and once reduced"
                    + " and stored. Overlap is the share of the first that is among the second.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "JSON: overlap, k, queries (how many were drawn), rows, dims, metric, normalized, storage, bytesPerVector,"
                    + " sharedBytes, fullDims.",
            "",
            "Example:",
            "  tldr4j evaluate overlap --input x.npy --model m.safetensors --storage int8"
        })
final class EvaluateOverlapCommand implements Callable<Integer> {
    @Option(names = "--input", required = true, paramLabel = "FILE", description = "The full vectors.")
    private Path input;

    @Option(
            names = {"-k", "--neighbors"},
            paramLabel = "K",
            defaultValue = "10",
            description = "How many neighbours to look at. ${DEFAULT-VALUE} unless given.")
    private int k;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Which vectors are drawn, at most 1,000. ${DEFAULT-VALUE} unless given.")
    private long seed;

    @Mixin
    private EvaluationOptions options;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    @Override
    public Integer call() throws IOException {
        long begin = System.nanoTime();
        if (!options.changesVectors()) {
            throw new InvalidInputException(
                    "there is nothing to compare " + input + " with; give --model, --storage or both");
        }
        EvaluationOptions.Form asked = options.asked();
        try (var progress = common.computing();
                var vectors = Inputs.open(input, progress)) {
            options.noteUnlearned(progress);
            NeighborOverlap.requireNeighbors(k, vectors);
            try (var reduced = asked.prepare(vectors, threads.count(), progress);
                    var full = options.full().prepare(vectors, threads.count(), progress)) {
                var overlap = new NeighborOverlap(full, k, options.metric(), threads.count(), seed, progress);
                StoredVectors stored = asked.store(reduced, threads.count(), progress);
                double share = overlap.share(stored, reduced, progress);
                progress.end();
                print(vectors, overlap.queries(), stored, share, (System.nanoTime() - begin) / 1e9);
            }
        }
        return 0;
    }

    private void print(Vectors vectors, int queries, StoredVectors stored, double share, double seconds) {
        var json = new LinkedHashMap<String, Object>();
        json.put("overlap", share);
        json.put("k", k);
        json.put("queries", queries);
        json.put("rows", vectors.rows());
        options.describe(stored, json);
        json.put("fullDims", vectors.dims());
        json.put("seconds", seconds);
        common.print(
                json,
                threads.count(),
                "Share of the " + k + " nearest neighbours in full that stay among the " + k + " nearest, of "
                        + Format.count(queries) + " of " + Format.count(vectors.rows()) + " vectors,\n"
                        + options.search() + ". 1 is perfect.\n\n"
                        + new Table(Table.Align.LEFT, Table.Align.RIGHT)
                                .row("vectors", "overlap")
                                .row(options.title(stored.dims()), Format.score(share)));
    }
}
