package dev.tldr4j.cli.lucene;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.KeepsState;
import dev.tldr4j.cli.common.Models;
import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.TemporaryFolder;
import dev.tldr4j.evaluate.engine.SearchEngine;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what shorter vectors save in Lucene, and what they cost. */
@Command(
        name = "lucene-bench",
        description = {
            "Measure what shorter vectors save in a Lucene index, and what they cost.",
            "",
            "The same vectors are indexed in full and reduced by every method, each as they are and with Lucene's own"
                    + " quantization. One thread asks all indexes the same queries, warmed up, in turns with an index"
                    + " of full vectors. At the end the command says what is best for so many bytes a vector. This"
                    + " needs Java 21 or newer.",
            "",
            "With --docs, --queries and --qrels the score is nDCG@10. Without --qrels it is recall@10: how many of the"
                    + " ten nearest by exact search in full are found. With --input, rows drawn from the file are the"
                    + " queries, and the rest is indexed.",
            ""
        },
        sortOptions = false,
        customSynopsis = "tldr4j lucene-bench --docs FILE --queries FILE --bytes N... [OPTIONS]",
        footer = {
            "",
            "bytes: of a vector in memory, its numbers as they are searched and Lucene's corrections; the graph apart."
                    + " The floats of quantized vectors, and the column of doc values by which reduced vectors are"
                    + " re-ranked, stay on disk.",
            "",
            "Examples:",
            "  tldr4j lucene-bench --docs docs.npy --queries queries.npy --qrels qrels.tsv \\",
            "      --bytes 32 64 128",
            "  tldr4j lucene-bench --input x.npy --model m.safetensors --quantization none",
            "  tldr4j lucene-bench --input x.npy --methods pca neighborhood-nested \\",
            "      --dims 32 64 128 --shortlist 32 --oversample 1 2 3 5 --output bench"
        })
public final class LuceneBenchCommand implements Callable<Integer>, KeepsState {
    private static final int JAVA = 21;

    @Mixin
    private SearchTaskOptions task;

    @Mixin
    private GridOptions options;

    @Option(
            names = "--output",
            paramLabel = "FOLDER",
            description = "Keep what is measured, and every encoder, in this folder, with results.json and report.html."
                    + " The same command goes on after an interruption.")
    private Path output;

    @Mixin
    private ThreadsOption threads;

    @Mixin
    private CommonOptions common;

    @Override
    public Optional<String> kept() {
        return Optional.ofNullable(output)
                .filter(Files::exists)
                .map(folder -> "what is measured is kept in " + folder + ": the same command continues");
    }

    @Override
    public Integer call() throws IOException {
        options.check();
        SearchEngine engine = engine();
        // files are quick to be wrong, and what follows is slow
        List<NamedEncoder> loaded = new ArrayList<>();
        for (Path model : options.models()) {
            loaded.add(NamedEncoder.load(model));
        }
        try (var progress = common.computing();
                var open = task.open(threads.count(), progress);
                var temporary = new TemporaryFolder("bench")) {
            for (NamedEncoder each : loaded) {
                Models.check(each.encoder(), each.model(), open.docs());
            }
            Path place = output == null ? temporary.path().resolve("cells") : output;
            BenchFolder folder = BenchFolder.open(place, identity(engine, open));
            var learned = new BenchEncoders(open.docs(), threads.count(), options.sizes(), folder, progress);
            List<NamedEncoder> encoders = options.encoders(open.docs().dims(), learned, loaded);
            options.check(open.docs().dims(), encoders);
            BenchGrid grid = options.grid(open.docs().dims());
            List<Map<String, Object>> cells;
            try (var run = new BenchRun(engine, open.docs(), open.task(), grid, folder, progress)) {
                cells = run.run(encoders);
            }
            progress.end();
            var result = new LuceneBenchResult(
                    engine.name(), open.docs(), open.task(), cells, options.bytes(), settings(encoders, grid));
            String text = result.text();
            if (output != null) {
                result.write(output);
                text += "\n" + output.resolve("report.html") + " has it all to look at; results.json is beside it.\n";
            }
            common.print(result.json(), threads.count(), text);
        }
        return 0;
    }

    /** What must be the same for what is in the folder to count. */
    private Map<String, Object> identity(SearchEngine engine, SearchTaskOptions.Open open) {
        Vectors docs = open.docs();
        Map<String, Object> identity = new LinkedHashMap<>();
        identity.put("engine", engine.name());
        identity.put("documents", docs.fingerprint());
        identity.put("task", open.task().fingerprint());
        identity.put("candidates", options.candidates());
        identity.put("maxConnections", options.graph().maxConnections());
        identity.put("beamWidth", options.graph().beamWidth());
        identity.put("segments", BenchGrid.lower(options.graph().segments()));
        return identity;
    }

    private Map<String, Object> settings(List<NamedEncoder> encoders, BenchGrid grid) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put(
                "vectors",
                encoders.stream().map(each -> each.method() + " " + each.dims()).toList());
        settings.put(
                "quantization",
                grid.quantizations().stream().map(BenchGrid::lower).toList());
        settings.put("rerank", grid.rerankings().stream().map(BenchGrid::lower).toList());
        settings.put("shortlist", grid.shortlists());
        settings.put("reranked", grid.reranked());
        settings.put("candidates", grid.candidates());
        settings.put("maxConnections", grid.graph().maxConnections());
        settings.put("beamWidth", grid.graph().beamWidth());
        settings.put("segments", BenchGrid.lower(grid.graph().segments()));
        settings.put("threads", threads.count());
        return settings;
    }

    /** The part that is compiled for a newer Java than this. */
    private static SearchEngine engine() {
        int java = Runtime.version().feature();
        if (java < JAVA) {
            throw new InvalidInputException("lucene-bench needs Java " + JAVA + " or newer, and this is Java " + java
                    + "; install one, or set JAVA_HOME to it");
        }
        return ServiceLoader.load(SearchEngine.class)
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "the module lucene-bench is not on the class path; start the command with ./tldr4j"));
    }
}
