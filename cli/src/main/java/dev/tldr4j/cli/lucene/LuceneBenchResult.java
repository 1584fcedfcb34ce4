package dev.tldr4j.cli.lucene;

import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.evaluate.engine.IndexPlan.Quantization;
import dev.tldr4j.evaluate.engine.SearchEngine;
import dev.tldr4j.evaluate.engine.SearchTask;
import dev.tldr4j.evaluate.engine.SearchTimes.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code lucene-bench} prints. */
record LuceneBenchResult(SearchEngine engine, SearchTask task, int documents, int fullDims, int candidates) {

    /** What is indexed, for people. */
    static String vectors(NamedEncoder encoder, int fullDims) {
        int dims = encoder.encoder() == null ? fullDims : encoder.encoder().outputDims();
        return encoder.method() + " " + dims;
    }

    static String name(Quantization quantization) {
        return quantization.name().toLowerCase(Locale.ROOT);
    }

    /** The whole index: with the column of full vectors where it is needed. */
    private static long bytes(BenchIndexes.Row row) {
        long parts = row.index().bytesByPart().values().stream()
                .mapToLong(bytes -> bytes)
                .sum();
        return parts + (row.reranked() ? row.index().columnBytes() : 0);
    }

    Map<String, Object> json(List<BenchIndexes.Row> rows, List<Figures> figures) {
        var json = new LinkedHashMap<String, Object>();
        json.put("engine", engine.name());
        json.put("java", Runtime.version().toString());
        json.put("documents", documents);
        json.put("queries", task.queries());
        json.put("metric", task.metric());
        json.put("candidates", candidates);
        List<Map<String, Object>> indexes = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            indexes.add(json(rows.get(i), figures.get(i)));
        }
        json.put("indexes", indexes);
        return json;
    }

    private Map<String, Object> json(BenchIndexes.Row row, Figures figures) {
        NamedEncoder encoder = row.encoder();
        var json = new LinkedHashMap<String, Object>();
        json.put("method", encoder.method());
        json.put("model", encoder.model() == null ? null : encoder.model().toString());
        json.put(
                "dims", encoder.encoder() == null ? fullDims : encoder.encoder().outputDims());
        json.put("quantization", name(row.plan().quantization()));
        json.put("reranked", row.reranked());
        json.put("indexBytes", bytes(row));
        json.put("memoryBytes", row.index().searchBytes());
        var parts = new LinkedHashMap<String, Object>(row.index().bytesByPart());
        if (row.reranked()) {
            parts.put("column", row.index().columnBytes());
        }
        json.put("bytes", parts);
        json.put("indexSeconds", row.index().seconds());
        json.put("p50Micros", figures.median());
        json.put("p99Micros", figures.p99());
        json.put(task.metric(), figures.score());
        return json;
    }

    /** Beside each figure, how many times that of the first line it is: full vectors, as they are unless left out. */
    String text(List<BenchIndexes.Row> rows, List<Figures> figures) {
        Table.Align right = Table.Align.RIGHT;
        var table = new Table(
                        Table.Align.LEFT,
                        Table.Align.LEFT,
                        Table.Align.LEFT,
                        right,
                        right,
                        right,
                        right,
                        right,
                        right,
                        right,
                        right,
                        right)
                .row(
                        "vectors",
                        "quantized",
                        "re-ranked",
                        "disk",
                        "×",
                        "memory",
                        "indexing",
                        "p50 µs",
                        "×",
                        "p99 µs",
                        task.metric(),
                        "×");
        BenchIndexes.Row first = rows.get(0);
        Figures firstFigures = figures.get(0);
        for (int i = 0; i < rows.size(); i++) {
            BenchIndexes.Row row = rows.get(i);
            Figures own = figures.get(i);
            table.row(
                    vectors(row.encoder(), fullDims),
                    name(row.plan().quantization()),
                    row.reranked() ? "yes" : "no",
                    Format.bytes(bytes(row)),
                    times(bytes(row), bytes(first)),
                    Format.bytes(row.index().searchBytes()),
                    Format.seconds(row.index().seconds()),
                    Format.count(Math.round(own.median())),
                    times(own.median(), firstFigures.median()),
                    Format.count(Math.round(own.p99())),
                    Format.score(own.score()),
                    times(own.score(), firstFigures.score()));
        }
        return engine.name() + " on Java " + Runtime.version().feature() + ", " + Format.count(documents)
                + " documents, " + Format.count(task.queries()) + " queries in turns by one thread, best 10 of "
                + Format.count(candidates)
                + " candidates,\nby cosine. Every index is merged into one segment. × is against"
                + " the first line.\n\n" + table;
    }

    private static String times(double own, double first) {
        return first == 0 ? "-" : String.format(Locale.ROOT, "%.3f", own / first);
    }
}
