package dev.tldr4j.evaluate.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results of {@code lucene-bench} that were made up, small enough to check by hand. */
final class SampleIndexes {
    private static final int FULL_DIMS = 384;
    private static final double GRAPH = 44;

    private final List<Map<String, Object>> cells = new ArrayList<>();

    /** Full vectors as they are have .5 by nDCG, and take 200 µs. */
    SampleIndexes() {
        add("full", FULL_DIMS, null, "none", "none", 0.5, 1);
    }

    /** @param times of the median of full vectors */
    SampleIndexes add(
            String method, int dims, Integer shortlist, String quantization, String rerank, double ndcg, double times) {
        int searched = shortlist == null ? dims : shortlist;
        double codes = searched * bits(quantization) / 8;
        double corrections = quantization.equals("none") ? 0 : 16;
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("method", method);
        cell.put("dims", dims);
        cell.put("shortlist", shortlist);
        cell.put("quantization", quantization);
        cell.put("rerank", rerank);
        cell.put("candidates", rerank.equals("none") ? 100 : 30);
        cell.put("codeBytesPerVector", codes);
        cell.put("correctionBytesPerVector", corrections);
        cell.put("graphBytesPerVector", GRAPH);
        cell.put("diskBytesPerVector", GRAPH + codes + corrections + 4 * searched);
        cell.put("segments", 1);
        cell.put("indexSeconds", 12.5);
        cell.put("mergeSeconds", 0.0);
        cell.put("p50Micros", 200 * times);
        cell.put("p50MicrosOfFull", 200.0);
        cell.put("p99Micros", 400 * times);
        cell.put("queriesPerSecond", 4_500 / times);
        cell.put("visited", 1_234.5);
        cell.put("ndcg@10", ndcg);
        cell.put("recall@10", ndcg * 1.9);
        cells.add(cell);
        return this;
    }

    private static double bits(String quantization) {
        return switch (quantization) {
            case "int8" -> 8;
            case "int4" -> 4;
            case "int2" -> 2;
            case "bit" -> 1;
            default -> 32;
        };
    }

    Map<String, Object> results(Integer... budgets) {
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("title", "docs.npy");
        results.put("version", "0.1.0");
        results.put("created", "2026-01-01T00:00:00Z");
        results.put("engine", "Lucene 10");
        results.put("java", "25");
        results.put("documents", 1000);
        results.put("dims", FULL_DIMS);
        results.put("queries", 100);
        results.put("candidates", 100);
        results.put("metric", "ndcg@10");
        results.put("metrics", List.of("ndcg@10", "recall@10"));
        results.put("settings", Map.of("quantization", List.of("none", "int8"), "candidates", 100));
        results.put("budgets", List.of(budgets));
        results.put("indexes", cells);
        return results;
    }

    @SuppressWarnings("unchecked") // a JSON object
    static Map<String, Object> cell(Map<String, Object> results, int i) {
        return (Map<String, Object>) ((List<?>) results.get("indexes")).get(i);
    }

    /** Something of everything. */
    static Map<String, Object> mixed() {
        return new SampleIndexes()
                .add("full", FULL_DIMS, null, "bit", "none", 0.47, 0.8)
                .add("full", FULL_DIMS, null, "bit", "full", 0.49, 0.9)
                .add("pca", 64, null, "int4", "none", 0.44, 0.6)
                .add("pca", 64, null, "int4", "full", 0.485, 0.7)
                .add("neighborhood", 64, null, "int4", "none", 0.48, 0.6)
                .add("neighborhood", 64, null, "int4", "full", 0.495, 0.7)
                .add("neighborhood-nested", 128, 32, "int8", "whole", 0.4921, 0.5)
                .results(32, 64);
    }
}
