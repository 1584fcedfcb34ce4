package dev.tldr4j.cli.compare;

import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.Table;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.evaluate.report.Average;
import dev.tldr4j.evaluate.report.HtmlReport;
import dev.tldr4j.evaluate.report.Recommendation;
import dev.tldr4j.evaluate.report.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a comparison leaves behind: results.json, table.md and report.html, and what is printed. */
final class ComparisonOutput {
    private final Map<String, Object> json;
    private final Results results;
    private final List<String> recommendation;
    private final Path folder;

    private ComparisonOutput(Map<String, Object> json, List<String> recommendation, Path folder) {
        this.json = json;
        this.results = Results.of(json);
        this.recommendation = recommendation;
        this.folder = folder;
    }

    static ComparisonOutput write(Map<String, Object> results, Path folder) throws IOException {
        List<String> recommendation = Recommendation.of(results);
        Map<String, Object> all = new LinkedHashMap<>(results);
        all.put("recommendation", recommendation);
        AtomicFile.writeText(folder.resolve("results.json"), Json.write(all));
        var output = new ComparisonOutput(all, recommendation, folder);
        AtomicFile.writeText(folder.resolve("table.md"), output.markdown());
        HtmlReport.write(all, folder.resolve("report.html"));
        return output;
    }

    /** Whether there is any result at all: methods fail one by one, and the others go on. */
    boolean anyFinished() {
        return !results.cells().isEmpty();
    }

    /** The results without what only a chart needs. */
    Map<String, Object> summary() {
        Map<String, Object> summary = new LinkedHashMap<>(json);
        summary.remove("curves");
        summary.remove("maps");
        summary.remove("mapLabels");
        summary.put("output", folder.toString());
        return summary;
    }

    String text(double seconds) {
        var table = new Table(
                Table.Align.LEFT,
                Table.Align.RIGHT,
                Table.Align.LEFT,
                Table.Align.RIGHT,
                Table.Align.RIGHT,
                Table.Align.RIGHT,
                Table.Align.RIGHT);
        rows().forEach(table::row);
        return "By " + results.main() + ", which is " + Format.score(full()) + " for the full vectors of "
                + bytes(results.fullBytes()) + " bytes.\n\n" + table + shared() + "\n"
                + String.join("\n", recommendation) + "\n\n" + folder.resolve("report.html")
                + " has it all to look at; results.json and table.md are beside it. "
                + Format.seconds(seconds) + ".\n";
    }

    /** What is in none of the rows' times, since it was done once for all of them. */
    private String shared() {
        Map<?, ?> shared = (Map<?, ?>) json.get("shared");
        List<String> parts = new ArrayList<>();
        if (shared.get("neighborsSeconds") instanceof Number seconds) {
            parts.add("neighbours " + Format.seconds(seconds.doubleValue()));
        }
        if (shared.get("whiteningSeconds") instanceof Number seconds) {
            parts.add("neighbour whitening " + Format.seconds(seconds.doubleValue()));
        }
        if (shared.get("pcaSeconds") instanceof Number seconds) {
            parts.add("principal components " + Format.seconds(seconds.doubleValue()));
        }
        return parts.isEmpty() ? "" : "Once, for all methods: " + String.join(", ", parts) + ".\n";
    }

    private double full() {
        return results.full().get(results.main());
    }

    private List<String[]> rows() {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"method", "dims", "storage", "bytes", results.main(), "of full", "fit"});
        for (Average line : Average.of(results)) {
            double mean = line.mean().get(results.main());
            rows.add(new String[] {
                line.method(),
                Integer.toString(line.dims()),
                line.storage(),
                bytes(line.bytesPerVector()),
                Format.score(mean) + spread(line),
                Format.share(mean, full()),
                Double.isNaN(line.fitSeconds()) ? "-" : Format.seconds(line.fitSeconds())
            });
        }
        for (Results.Failure failure : results.failed()) {
            String dims = Integer.toString(failure.dims());
            rows.add(new String[] {failure.method(), dims, failure.storage(), "-", "failed", "-", "-"});
        }
        return rows;
    }

    private static String bytes(double bytes) {
        return bytes == Math.rint(bytes) ? Long.toString((long) bytes) : String.format(Locale.ROOT, "%.1f", bytes);
    }

    private String spread(Average line) {
        double deviation = line.deviation().get(results.main());
        return line.seeds() > 1 ? String.format(Locale.ROOT, " ± %.4f", deviation) : "";
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
