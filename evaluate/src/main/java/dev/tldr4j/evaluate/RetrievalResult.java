package dev.tldr4j.evaluate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a retrieval evaluation found: means over the queries that have at least one relevant document. See {@link
 * RankMetrics} for the definitions.
 *
 * @param queries how many queries have a relevant document, and so count
 * @param skippedQueries how many have none, and so do not
 * @param map mean average precision, over the whole ranking
 * @param recallAt10 the share of the relevant documents among the first 10
 * @param recallAt100 the share of the relevant documents among the first 100
 * @param ndcgAt10 nDCG with linear gain, among the first 10
 * @param ndcgAt100 nDCG with linear gain, among the first 100
 * @param mrrAt10 mean reciprocal rank of the first relevant document, among the first 10
 */
public record RetrievalResult(
        int queries,
        int skippedQueries,
        double map,
        double recallAt10,
        double recallAt100,
        double ndcgAt10,
        double ndcgAt100,
        double mrrAt10) {

    /** The metrics by the names people know them by: {@code map}, {@code recall@10}, …, in a fixed order. */
    public Map<String, Double> metrics() {
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("map", map);
        metrics.put("recall@10", recallAt10);
        metrics.put("recall@100", recallAt100);
        metrics.put("ndcg@10", ndcgAt10);
        metrics.put("ndcg@100", ndcgAt100);
        metrics.put("mrr@10", mrrAt10);
        return metrics;
    }
}
