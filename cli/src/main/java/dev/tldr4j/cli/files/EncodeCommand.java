package dev.tldr4j.cli.files;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.IdsOption;
import dev.tldr4j.cli.common.Inputs;
import dev.tldr4j.cli.common.Models;
import dev.tldr4j.cli.common.Outputs;
import dev.tldr4j.cli.common.PrefixOption;
import dev.tldr4j.cli.common.Sizes;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reduces a file of vectors with an encoder. */
@Command(
        name = "encode",
        description = {
            "Reduce a file of vectors with an encoder.",
            "",
            "Row i of the output is the encoded row i of the input. The input is streamed, so it may be larger than"
                    + " the memory; the output appears when it is complete. Ids go along from and to .parquet, .jsonl"
                    + " and .csv. A .copy file is ready for PostgreSQL's COPY; with --bulk the output is ready to be"
                    + " sent to Elasticsearch or OpenSearch.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  tldr4j encode --model encoder.safetensors --input docs.npy --output short.npy",
            "  tldr4j encode --model encoder.safetensors --input docs.npy \\",
            "      --output docs-64.npy --normalize --type f2",
            "  tldr4j encode --model encoder.safetensors --input docs.parquet --id doc_id \\",
            "      --output docs-64.parquet",
            "  tldr4j encode --model encoder.safetensors --input docs.npy --normalize \\",
            "      --output docs.ndjson --bulk docs"
        })
public final class EncodeCommand implements Callable<Integer> {
    @Option(names = "--model", required = true, paramLabel = "FILE", description = "The encoder, from tldr4j fit.")
    private Path model;

    @Option(names = "--input", required = true, paramLabel = "FILE", description = "The vectors to reduce.")
    private Path input;

    @Option(
            names = "--output",
            required = true,
            paramLabel = "FILE",
            description = "Where to write: .npy, .parquet, .jsonl, .csv, .copy or .fvecs.")
    private Path output;

    @Mixin
    private PrefixOption prefix;

    @Option(names = "--normalize", description = "Scale every output to length 1, for cosine and inner-product search.")
    private boolean normalize;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            defaultValue = "f4",
            description = "How to store the numbers: f4 (float, unless given) or f2 (half as large).")
    private ElementType type;

    @Mixin
    private IdsOption ids;

    @Mixin
    private BulkOptions bulk;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            defaultValue = "cpu",
            description = "Where to multiply: cpu, unless given; cuda, an NVIDIA card; or auto, the card where there is"
                    + " one.")
    private DeviceChoice device;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    @Override
    public Integer call() throws IOException {
        if (type != ElementType.F4 && type != ElementType.F2) {
            throw new InvalidInputException("--type " + type + ": encoded vectors are fractions; use f4 or f2");
        }
        bulk.check(output, type);
        Outputs.check(output, input, model);
        long begin = System.nanoTime();
        Encoder loaded = prefix.load(model);
        Encoder encoder = normalize ? loaded.normalized() : loaded;
        try (var progress = common.computing();
                var vectors = ids.open(input, progress);
                var writer = writer(encoder, vectors)) {
            Models.check(encoder, model, vectors);
            prefix.noteUnlearned(encoder, model, progress);
            if (!bulk.wanted()) {
                ids.noteLoss(vectors, output, progress);
            }
            new BatchEncoder(encoder, threads.count(), device).encode(vectors, writer, progress);
            progress.end();
            writer.finish();
            print(encoder, vectors, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    private VectorWriter writer(Encoder encoder, Vectors vectors) throws IOException {
        return bulk.wanted()
                ? new BulkWriter(output, bulk.index(), bulk.field(), encoder.outputDims(), vectors.ids())
                : VectorWriter.create(output, type, encoder.outputDims(), vectors.ids());
    }

    private void print(Encoder encoder, Vectors vectors, double seconds) throws IOException {
        long before = Inputs.bytes(input);
        long after = Files.size(output);
        var json = new LinkedHashMap<String, Object>();
        json.put("output", output.toString());
        json.put("model", encoder.id());
        json.put("rows", vectors.rows());
        json.put("inputDims", encoder.inputDims());
        json.put("outputDims", encoder.outputDims());
        encoder.prefixOf().ifPresent(whole -> json.put("prefixOf", whole));
        json.put("normalized", encoder.isNormalized());
        json.put("type", type.toString());
        if (bulk.wanted()) {
            json.put("index", bulk.index());
            json.put("field", bulk.field());
        }
        json.put("inputBytes", before);
        json.put("outputBytes", after);
        json.put("seconds", seconds);
        var table = new Table(Table.Align.LEFT, Table.Align.LEFT)
                .row("output", output + ", " + Format.count(vectors.rows()) + " rows as in the input")
                .row("vectors", Sizes.reduction(encoder))
                .row("length", encoder.isNormalized() ? "scaled to 1" : "not scaled; --normalize scales it to 1")
                .row("file", Format.bytes(after) + ", the input has " + Format.bytes(before))
                .row("time", Format.seconds(seconds));
        if (bulk.wanted()) {
            table.row(
                    "for",
                    "the field " + bulk.field() + " of the index " + bulk.index() + "; "
                            + Format.bytes(after / vectors.rows()) + " a document: send some ten MB at a time");
        }
        common.print(json, threads.count(), table.toString());
    }
}
