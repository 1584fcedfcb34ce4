package dev.tldr4j.cli.lucene;

import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table that {@code lucene-bench} prints. */
final class BenchTable {
    private final List<Map<String, Object>> cells;
    private final List<String> metrics;

    /** @param metrics what decides first */
    BenchTable(List<Map<String, Object>> cells, List<String> metrics) {
        this.cells = cells;
        this.metrics = metrics;
    }

    /** What is indexed, for people. */
    static String vectors(BenchGrid.Planned plan) {
        String shortlist = plan.shortlist() == 0 ? "" : " by " + plan.shortlist();
        return plan.vectors().method() + " " + plan.vectors().dims() + shortlist + " "
                + BenchGrid.lower(plan.quantization());
    }

    /** What decides stands last, beside how many times that of the first line it is: of full vectors as they are. */
    @Override
    public String toString() {
        List<String> names =
                new ArrayList<>(List.of("vectors", "quantized", "re-ranked", "candidates", "bytes", "graph"));
        names.addAll(List.of("memory", "disk", "×", "indexing", "merge", "p50 µs", "×", "p99 µs", "q/s", "visited"));
        metrics.subList(1, metrics.size()).forEach(names::add);
        names.addAll(List.of(metrics.get(0), "×"));
        Table.Align[] columns = new Table.Align[names.size()];
        Arrays.fill(columns, Table.Align.RIGHT);
        Arrays.fill(columns, 0, 3, Table.Align.LEFT);
        var table = new Table(columns).row(names.toArray(String[]::new));
        cells.forEach(cell -> table.row(row(cell)));
        return table.toString();
    }

    private String[] row(Map<String, Object> cell) {
        Map<String, Object> full = cells.get(0);
        List<String> row = new ArrayList<>();
        String shortlist = cell.get("shortlist") == null ? "" : " by " + cell.get("shortlist");
        row.add(cell.get("method") + " " + cell.get("dims") + shortlist);
        row.add((String) cell.get("quantization"));
        row.add((Boolean) cell.get("reranked") ? "by " + cell.get("rerank") : "no");
        row.add(whole(number(cell, "candidates")));
        row.add(whole(number(cell, "codeBytesPerVector") + number(cell, "correctionBytesPerVector")));
        row.add(whole(number(cell, "graphBytesPerVector")));
        row.add(Format.bytes((long) number(cell, "memoryBytes")));
        row.add(Format.bytes((long) number(cell, "indexBytes")));
        row.add(times(number(cell, "indexBytes"), number(full, "indexBytes")));
        row.add(Format.seconds(number(cell, "indexSeconds")));
        row.add(Format.seconds(number(cell, "mergeSeconds")));
        row.add(whole(number(cell, "p50Micros")));
        row.add(times(number(cell, "p50Micros"), number(cell, "p50MicrosOfFull")));
        row.add(whole(number(cell, "p99Micros")));
        row.add(whole(number(cell, "queriesPerSecond")));
        row.add(whole(number(cell, "visited")));
        for (String metric : metrics.subList(1, metrics.size())) {
            row.add(Format.score(number(cell, metric)));
        }
        row.add(Format.score(number(cell, metrics.get(0))));
        row.add(times(number(cell, metrics.get(0)), number(full, metrics.get(0))));
        return row.toArray(String[]::new);
    }

    private static double number(Map<String, Object> cell, String name) {
        return ((Number) cell.get(name)).doubleValue();
    }

    private static String whole(double number) {
        return Format.count(Math.round(number));
    }

    private static String times(double own, double first) {
        return first == 0 ? "-" : String.format(Locale.ROOT, "%.3f", own / first);
    }
}
