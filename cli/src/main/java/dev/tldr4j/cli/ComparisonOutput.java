package dev.tldr4j.cli;

import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.evaluate.compare.Summary;
import dev.tldr4j.evaluate.report.HtmlReport;
import dev.tldr4j.evaluate.report.Recommendation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a comparison leaves behind: results.json, table.md and report.html, and what is printed. */
final class ComparisonOutput {
    private final Map<String, Object> results;
    private final List<String> recommendation;
    private final Path folder;

    private ComparisonOutput(Map<String, Object> results, List<String> recommendation, Path folder) {
        this.results = results;
        this.recommendation = recommendation;
        this.folder = folder;
    }

    static ComparisonOutput write(Map<String, Object> results, Path folder) throws IOException {
        List<String> recommendation = Recommendation.of(results);
        Map<String, Object> all = new LinkedHashMap<>(results);
        all.put("recommendation", recommendation);
        write(folder.resolve("results.json"), Json.write(all));
        var output = new ComparisonOutput(all, recommendation, folder);
        write(folder.resolve("table.md"), output.markdown());
        HtmlReport.write(all, folder.resolve("report.html"));
        return output;
    }

    private static void write(Path file, String text) throws IOException {
        try (AtomicFile atomic = new AtomicFile(file)) {
            Files.writeString(atomic.temporary(), text);
            atomic.commit();
        }
    }

    /** The results without what only a chart needs. */
    Map<String, Object> summary() {
        Map<String, Object> summary = new LinkedHashMap<>(results);
        summary.remove("curves");
        summary.remove("maps");
        summary.remove("mapLabels");
        summary.put("output", folder.toString());
        return summary;
    }

    String text(double seconds) {
        Map<?, ?> task = (Map<?, ?>) results.get("task");
        var table = new Table(
                Table.Align.LEFT,
                Table.Align.RIGHT,
                Table.Align.LEFT,
                Table.Align.RIGHT,
                Table.Align.RIGHT,
                Table.Align.RIGHT,
                Table.Align.RIGHT);
        rows().forEach(table::row);
        return "By " + task.get("main") + ", which is " + Format.score(full()) + " for the full vectors of "
                + Format.count(((Number) task.get("dims")).longValue()) + " floats.\n\n" + table + shared() + "\n"
                + String.join("\n", recommendation) + "\n\n" + folder.resolve("report.html")
                + " has it all to look at; results.json and table.md are beside it. "
                + Format.seconds(seconds) + ".\n";
    }

    /** What is in none of the rows' times, since it was done once for all of them. */
    private String shared() {
        Map<?, ?> shared = (Map<?, ?>) results.get("shared");
        List<String> parts = new ArrayList<>();
        if (shared.get("neighborsSeconds") instanceof Number seconds) {
            parts.add("neighbours " + Format.seconds(seconds.doubleValue()));
        }
        if (shared.get("pcaSeconds") instanceof Number seconds) {
            parts.add("principal components " + Format.seconds(seconds.doubleValue()));
        }
        return parts.isEmpty() ? "" : "Once, for all methods: " + String.join(", ", parts) + ".\n";
    }

    private double full() {
        Map<?, ?> task = (Map<?, ?>) results.get("task");
        Map<?, ?> measures = (Map<?, ?>) ((Map<?, ?>) results.get("full")).get("measures");
        return ((Number) measures.get(task.get("main"))).doubleValue();
    }

    private List<String[]> rows() {
        List<String[]> rows = new ArrayList<>();
        Map<?, ?> task = (Map<?, ?>) results.get("task");
        rows.add(new String[] {"method", "dims", "storage", "bytes", String.valueOf(task.get("main")), "of full", "fit"
        });
        for (Summary.Line line : Summary.of(results)) {
            boolean done = line.seeds() > 0;
            rows.add(new String[] {
                line.method(),
                Integer.toString(line.dims()),
                line.storage(),
                done ? bytes(line.bytesPerVector()) : "-",
                done ? Format.score(line.mean()) + spread(line) : "failed",
                done ? Format.share(line.mean(), full()) : "-",
                Double.isNaN(line.fitSeconds()) ? "-" : Format.seconds(line.fitSeconds())
            });
        }
        return rows;
    }

    private static String bytes(double bytes) {
        return bytes == Math.rint(bytes) ? Long.toString((long) bytes) : String.format(Locale.ROOT, "%.1f", bytes);
    }

    private static String spread(Summary.Line line) {
        return line.seeds() > 1 ? String.format(Locale.ROOT, " ± %.4f", line.deviation()) : "";
    }

    private String markdown() {
        var text = new StringBuilder();
        List<String[]> rows = rows();
        for (int i = 0; i < rows.size(); i++) {
            for (String cell : rows.get(i)) {
                text.append("| ").append(cell.replace("|", "\\|")).append(' ');
            }
            text.append("|\n").append(i == 0 ? "|---".repeat(rows.get(0).length) + "|\n" : "");
        }
        return text.toString();
    }
}
