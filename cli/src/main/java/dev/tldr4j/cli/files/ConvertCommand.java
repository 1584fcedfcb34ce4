package dev.tldr4j.cli.files;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.IdsOption;
import dev.tldr4j.cli.common.Inputs;
import dev.tldr4j.cli.common.Outputs;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.vectors.Convert;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.ReadListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a vector file in another format. */
@Command(
        name = "convert",
        description = {
            "Write a vector file in another format or number type.",
            "",
            "Reads .npy, .parquet, .jsonl, .csv, .hdf5, .fvecs, .bvecs, .ivecs and IDX (MNIST's, also .gz);"
                    + " writes all of these but HDF5 and IDX, and .copy for PostgreSQL."
                    + " Fractions are rounded to what the type holds; whole numbers are never rounded, one that does"
                    + " not fit is refused.",
            ""
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  tldr4j convert --input train-images-idx3-ubyte.gz --output images.npy",
            "  tldr4j convert --input docs.fvecs --output docs.npy --type f2",
            "  tldr4j convert --input docs.parquet#embedding --output docs.npy",
            "  tldr4j convert --input glove.hdf5#test --output queries.parquet"
        })
public final class ConvertCommand implements Callable<Integer> {
    @Option(names = "--input", required = true, paramLabel = "FILE", description = "The file to read.")
    private Path input;

    @Option(names = "--output", required = true, paramLabel = "FILE", description = "The file to write.")
    private Path output;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "How to store the numbers: f2, f4, f8, u1, i1, i4 or i8. As in the input, where the output's"
                    + " format allows it, unless given.")
    private ElementType type;

    @Mixin
    private IdsOption ids;

    @Mixin
    private CommonOptions common;

    @Override
    public Integer call() throws IOException {
        Outputs.check(output, input);
        long begin = System.nanoTime();
        try (var progress = common.progress()) {
            Convert.RowListener rows = (done, total) -> progress.progress(Progress.of("converting", done, total));
            ReadListener read = Inputs.listener(input, progress);
            Convert.Summary converted = ids.wanted()
                    ? Convert.convertWithIds(input, ids.named(), output, type, read, rows)
                    : Convert.convert(input, output, type, read, rows);
            progress.end();
            print(converted, (System.nanoTime() - begin) / 1e9);
        }
        return 0;
    }

    private void print(Convert.Summary converted, double seconds) throws IOException {
        long before = Inputs.bytes(input);
        long after = Files.size(output);
        var json = new LinkedHashMap<String, Object>();
        json.put("output", output.toString());
        json.put("rows", converted.rows());
        json.put("dims", converted.dims());
        json.put("type", converted.to().toString());
        json.put("inputType", converted.from().toString());
        json.put("inputBytes", before);
        json.put("outputBytes", after);
        json.put("seconds", seconds);
        var table = new Table(Table.Align.LEFT, Table.Align.LEFT)
                .row("output", output.toString())
                .row(
                        "holds",
                        Format.count(converted.rows()) + " rows of " + Format.count(converted.dims()) + " numbers")
                .row("type", converted.to() + ", the input has " + converted.from())
                .row("file", Format.bytes(after) + ", the input has " + Format.bytes(before))
                .row("time", Format.seconds(seconds));
        common.print(json, table.toString());
    }
}
