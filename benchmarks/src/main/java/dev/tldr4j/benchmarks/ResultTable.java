package dev.tldr4j.benchmarks;

import dev.tldr4j.encoder.internal.Json;
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
 * <p>Arguments: the file; the measures, with commas (the one that decides, unless given); a form of storage, or {@code by-storage}
 * for a row of every method and form.
 */
public final class ResultTable {
    private final List<?> cells;
    private final Map<?, ?> full;
    private final List<String> measures;

    private ResultTable(Map<?, ?> results, String measures) {
        this.cells = (List<?>) results.get("cells");
        this.full = (Map<?, ?>) ((Map<?, ?>) results.get("full")).get("measures");
        String main = (String) ((Map<?, ?>) results.get("task")).get("main");
        this.measures = List.of((measures.isEmpty() ? main : measures).split(","));
    }

    public static void main(String[] args) throws IOException {
        Map<?, ?> results = (Map<?, ?>) Json.parse(Files.readString(Path.of(args[0])));
        String storage = args.length > 2 ? args[2] : "float";
        new ResultTable(results, args.length > 1 ? args[1] : "").print(storage);
    }

    private void print(String storage) {
        TreeSet<Integer> dims = new TreeSet<>();
        Map<String, Map<Integer, List<Map<?, ?>>>> rows = new LinkedHashMap<>();
        for (Object each : cells) {
            Map<?, ?> cell = (Map<?, ?>) each;
            boolean byStorage = storage.equals("by-storage");
            if (cell.get("method").equals("full")
                    || !byStorage && !cell.get("storage").equals(storage)) {
                continue;
            }
            String name = "`" + cell.get("method") + "`" + (byStorage ? " " + cell.get("storage") : "");
            int size = ((Number) cell.get("dims")).intValue();
            dims.add(size);
            rows.computeIfAbsent(name, key -> new LinkedHashMap<>())
                    .computeIfAbsent(size, key -> new ArrayList<>())
                    .add(cell);
        }
        System.out.println("Full vectors: "
                + measures.stream().map(m -> m + " " + score(full.get(m))).toList());
        System.out.println();
        System.out.println("| method | "
                + String.join(" | ", dims.stream().map(String::valueOf).toList()) + " |");
        System.out.println("|---".repeat(dims.size() + 1) + "|");
        rows.forEach((name, byDims) -> {
            StringBuilder line = new StringBuilder("| " + name);
            for (int size : dims) {
                line.append(" | ").append(entry(byDims.getOrDefault(size, List.of())));
            }
            System.out.println(line + " |");
        });
    }

    private String entry(List<Map<?, ?>> seeds) {
        List<String> parts = new ArrayList<>();
        for (String measure : measures) {
            double[] values = seeds.stream()
                    .filter(cell -> cell.containsKey("measures"))
                    .mapToDouble(cell -> ((Number) ((Map<?, ?>) cell.get("measures")).get(measure)).doubleValue())
                    .toArray();
            if (values.length == 0) {
                return seeds.isEmpty() ? "" : "failed";
            }
            double mean = java.util.Arrays.stream(values).average().orElseThrow();
            double squares = java.util.Arrays.stream(values)
                    .map(v -> (v - mean) * (v - mean))
                    .sum();
            parts.add(score(mean) + (values.length > 1 ? " ± " + score(Math.sqrt(squares / (values.length - 1))) : ""));
        }
        return String.join(" / ", parts);
    }

    /** .8123 */
    private static String score(Object value) {
        return String.format(Locale.ROOT, "%.4f", ((Number) value).doubleValue())
                .replaceFirst("^0", "");
    }
}
