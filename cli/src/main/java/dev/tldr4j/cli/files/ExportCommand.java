package dev.tldr4j.cli.files;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.Outputs;
import dev.tldr4j.cli.common.PrefixOption;
import dev.tldr4j.cli.common.Sizes;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes an encoder for runtimes that are not tldr4j. */
@Command(
        name = "export",
        description = {
            "Write an encoder as ONNX, .npy or JSON.",
            "",
            "An ONNX model takes \"vectors\" [batch, D] and gives \"encoded\" [batch, d]. Of NAME.npy two files are made,"
                    + " NAME.weight.npy and NAME.bias.npy; for an encoder of several layers, NAME.layers.0.weight.npy"
                    + " and so on.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  tldr4j export --model encoder.safetensors --output encoder.onnx",
            "  tldr4j export --model encoder.safetensors --output encoder.onnx --normalize",
            "  tldr4j export --model encoder.safetensors --format json --output weights.txt"
        })
public final class ExportCommand implements Callable<Integer> {
    @Option(names = "--model", required = true, paramLabel = "FILE", description = "The encoder, from tldr4j fit.")
    private Path model;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "onnx, npy or json; what the output's name ends in unless given.")
    private ExportFormat format;

    @Option(names = "--output", required = true, paramLabel = "FILE", description = "Where to write.")
    private Path output;

    @Mixin
    private PrefixOption prefix;

    @Option(
            names = "--normalize",
            description = "Scale every output to length 1, also where the encoder does not. Not with npy, which holds"
                    + " weights alone.")
    private boolean normalize;

    @Mixin
    private CommonOptions common;

    @Override
    public Integer call() throws IOException {
        long begin = System.nanoTime();
        ExportFormat chosen = format == null ? ExportFormat.of(output) : format;
        if (normalize && chosen == ExportFormat.NPY) {
            throw new InvalidInputException(
                    "--normalize: .npy holds weights alone, and cannot say that outputs are scaled;"
                            + " export onnx or json, or leave --normalize out and scale them yourself");
        }
        Outputs.check(output, model);
        Encoder loaded = prefix.load(model);
        Encoder encoder = normalize ? loaded.normalized() : loaded;
        List<Path> files = chosen.write(encoder, output);
        print(encoder, chosen, files, (System.nanoTime() - begin) / 1e9);
        return 0;
    }

    private void print(Encoder encoder, ExportFormat chosen, List<Path> files, double seconds) throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("output", files.stream().map(Path::toString).toList());
        json.put("format", chosen.toString());
        json.put("model", encoder.id());
        json.put("inputDims", encoder.inputDims());
        json.put("outputDims", encoder.outputDims());
        encoder.prefixOf().ifPresent(whole -> json.put("prefixOf", whole));
        json.put("normalized", encoder.isNormalized());
        json.put("bytes", bytes);
        json.put("seconds", seconds);
        var table = new Table(Table.Align.LEFT, Table.Align.LEFT)
                .row("output", files.stream().map(Path::toString).collect(Collectors.joining(", ")))
                .row("vectors", Sizes.reduction(encoder))
                .row("length", length(encoder, chosen))
                .row("size", Format.bytes(bytes) + ", the encoder has " + Format.bytes(Files.size(model)))
                .row("time", Format.seconds(seconds));
        common.print(json, table.toString());
    }

    private static String length(Encoder encoder, ExportFormat chosen) {
        if (!encoder.isNormalized()) {
            return "as it comes";
        }
        return chosen == ExportFormat.NPY ? "scale outputs to 1 yourself, as this encoder does" : "scaled to 1";
    }
}
