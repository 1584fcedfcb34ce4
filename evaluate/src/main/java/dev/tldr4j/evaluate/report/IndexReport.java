package dev.tldr4j.evaluate.report;

import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.evaluate.report.IndexResults.Measured;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what {@code lucene-bench} found as a page like that of a comparison: one HTML file that needs nothing else. */
public final class IndexReport {
    private static final List<String> SCRIPTS =
            List.of("page.js", "look.js", "charts.js", "index-columns.js", "table.js", "indexes.js");

    private IndexReport() {}

    /**
     * Writes the page; it appears under its name only when complete.
     *
     * @param results results.json, parsed
     * @param html the file to write
     * @throws dev.tldr4j.encoder.InvalidInputException if a part of the results that is needed is missing or of another type,
     *     or no file can be written there
     */
    public static void write(Map<String, Object> results, Path html) throws IOException {
        AtomicFile.writeText(html, page(results));
    }

    static String page(Map<String, Object> results) throws IOException {
        return HtmlReport.page("indexes.html", SCRIPTS, data(results));
    }

    /** Shaped as the data of a comparison where the page's parts are the same: a form of storage is a quantization here. */
    private static Map<String, Object> data(Map<String, Object> json) {
        IndexResults results = IndexResults.of(json);
        IndexVerdict verdict = new IndexVerdict(results);
        Fields top = Fields.of("", json);
        Map<String, Object> data = new LinkedHashMap<>();
        for (String part : List.of("title", "version", "created")) {
            data.put(part, top.has(part) ? top.text(part) : null);
        }
        Map<String, Object> task = new LinkedHashMap<>();
        for (String part : List.of("documents", "dims", "queries", "metric", "engine", "java")) {
            task.put(part, json.get(part));
        }
        data.put("task", task);
        data.put("settings", top.object("settings").object());
        data.put("main", results.metric());
        data.put("measures", results.metrics());
        Measured full = results.full();
        data.put("full", Map.of("measures", full.scores(), "bytes", full.bytes()));
        data.put("rows", results.cells().stream().map(IndexReport::row).toList());
        data.put("curves", List.of());
        data.put("choices", List.of(Map.of("level", 0.99), Map.of("level", 0.95)));
        data.put("headline", verdict.headline());
        data.put("verdict", verdict.sentences());
        return data;
    }

    private static Map<String, Object> row(Measured cell) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("method", cell.method());
        row.put("dims", cell.dims());
        row.put("name", cell.vectors());
        row.put("storage", cell.storage());
        row.put("candidates", cell.candidates());
        row.put("search", cell.search());
        row.put("reranked", cell.reranked().isEmpty() ? "no" : cell.reranked());
        row.put("seeds", 1);
        row.put("mean", cell.scores());
        row.put("deviation", Map.of());
        row.put("codes", cell.codes());
        row.put("corrections", cell.corrections());
        row.put("graph", cell.graph());
        row.put("bytes", cell.bytes());
        row.put("disk", cell.disk());
        row.put("p50", cell.p50());
        row.put("timesFull", cell.timesFull());
        for (String figure :
                List.of("p99Micros", "queriesPerSecond", "visited", "segments", "indexSeconds", "mergeSeconds")) {
            row.put(figure, cell.fields().number(figure));
        }
        return row;
    }
}
