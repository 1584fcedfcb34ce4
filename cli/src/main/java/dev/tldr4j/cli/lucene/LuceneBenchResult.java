package dev.tldr4j.cli.lucene;

import dev.tldr4j.cli.common.Format;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.evaluate.compare.DataName;
import dev.tldr4j.evaluate.engine.SearchTask;
import dev.tldr4j.evaluate.report.IndexReport;
import dev.tldr4j.evaluate.report.IndexVerdict;
import dev.tldr4j.learn.device.Blas;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code lucene-bench} found: printed, and written as results.json and report.html. */
final class LuceneBenchResult {
    private final Map<String, Object> json = new LinkedHashMap<>();
    private final List<Map<String, Object>> cells;
    private final SearchTask task;
    private final List<String> verdict;

    /** @param settings of the grid, for people */
    LuceneBenchResult(
            String engine,
            Vectors docs,
            SearchTask task,
            List<Map<String, Object>> cells,
            List<Integer> budgets,
            Map<String, Object> settings) {
        this.cells = cells;
        this.task = task;
        json.put("format", 1);
        json.put("version", version());
        json.put("created", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        json.put("title", DataName.of(Path.of(docs.name())));
        json.put("engine", engine);
        json.put("java", Runtime.version().toString());
        json.put("blas", Blas.describe());
        json.put("documents", docs.rows());
        json.put("dims", docs.dims());
        json.put("queries", task.queries());
        json.put("metric", task.metric());
        json.put("metrics", task.metrics());
        json.put("candidates", settings.get("candidates"));
        json.put("settings", settings);
        json.put("budgets", budgets);
        json.put("indexes", cells);
        this.verdict = IndexVerdict.of(json);
        json.put("verdict", verdict);
    }

    Map<String, Object> json() {
        return json;
    }

    void write(Path folder) throws IOException {
        AtomicFile.writeText(folder.resolve("results.json"), Json.write(json));
        IndexReport.write(json, folder.resolve("report.html"));
    }

    String text() {
        long segments = cells.stream()
                .mapToLong(cell -> ((Number) cell.get("segments")).longValue())
                .max()
                .orElseThrow();
        return json.get("engine") + " on Java " + Runtime.version().feature() + ", "
                + Format.count(((Number) json.get("documents")).longValue()) + " documents, "
                + Format.count(task.queries()) + " queries by one thread, best 10, by cosine.\n"
                + (segments == 1
                        ? "Every index is merged into one segment."
                        : "Indexes are of up to " + segments + " segments.")
                + " × is against full vectors as they are; times are measured in turns with theirs.\n"
                + "bytes and graph: in memory, per vector.\n\n"
                + new BenchTable(cells, task.metrics()) + "\n" + String.join("\n", verdict) + "\n";
    }

    private static String version() {
        String version = LuceneBenchResult.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
