package dev.tldr4j.benchmarks;

import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.evaluate.report.Average;
import dev.tldr4j.evaluate.report.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * A comparison's results.json as a table for a page: a row for every method, a column for every number of dimensions, means
 * over the seeds with their standard deviation.
 *
 * <p>Arguments: the file; the measures, with commas between them; a form of storage ({@code float} unless given), or {@code
 * by-storage} for a row of every method and form.
 */
public final class ResultTable {
    private ResultTable() {}

    public static void main(String[] args) throws IOException {
        @SuppressWarnings("unchecked") // a JSON object
        Map<String, Object> json = (Map<String, Object>) Json.parse(Files.readString(Path.of(args[0])));
        Results results = Results.of(json);
        print(results, List.of(args[1].split(",")), args.length > 2 ? args[2] : "float");
    }

    private static void print(Results results, List<String> measures, String storage) {
        TreeSet<Integer> dims = new TreeSet<>();
        Map<String, Map<Integer, String>> rows = new LinkedHashMap<>();
        boolean byStorage = storage.equals("by-storage");
        for (Average average : Average.of(results)) {
            if (!average.isFull() && (byStorage || average.storage().equals(storage))) {
                String name = "`" + average.method() + "`" + (byStorage ? " " + average.storage() : "");
                dims.add(average.dims());
                rows.computeIfAbsent(name, key -> new LinkedHashMap<>()).put(average.dims(), entry(average, measures));
            }
        }
        for (Results.Failure failure : results.failed()) {
            Map<Integer, String> row =
                    rows.get("`" + failure.method() + "`" + (byStorage ? " " + failure.storage() : ""));
            if (row != null) {
                row.putIfAbsent(failure.dims(), "failed");
            }
        }
        System.out.println("Full vectors: "
                + String.join(
                        ", ",
                        measures.stream()
                                .map(m -> m + " " + score(results.full().get(m)))
                                .toList()));
        System.out.println();
        System.out.println("| method | "
                + String.join(" | ", dims.stream().map(String::valueOf).toList()) + " |");
        System.out.println("|---".repeat(dims.size() + 1) + "|");
        rows.forEach((name, cells) -> {
            StringBuilder line = new StringBuilder("| " + name);
            dims.forEach(size -> line.append(" | ").append(cells.getOrDefault(size, "")));
            System.out.println(line + " |");
        });
    }

    private static String entry(Average average, List<String> measures) {
        List<String> parts = new ArrayList<>();
        for (String measure : measures) {
            String spread =
                    average.seeds() > 1 ? " ± " + score(average.deviation().get(measure)) : "";
            parts.add(score(average.mean().get(measure)) + spread);
        }
        return String.join(" / ", parts);
    }

    /** .8123 */
    private static String score(double value) {
        return String.format(Locale.ROOT, "%.4f", value).replaceFirst("^0", "");
    }
}
