package dev.tldr4j.evaluate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an evaluation by the protocols of the revisited Oxford and Paris sets found.
 *
 * @param skippedQueries how many queries have neither an easy nor a hard document, and so count nowhere
 */
public record RevisitedResult(Figures medium, Figures hard, int skippedQueries) {

    /**
     * Means over the queries that have something to be found under a protocol. See {@link RankMetrics} for the definitions.
     *
     * @param queries how many these are; where there are none, the others are 0
     * @param map mean average precision, as the area under the curve of precision over recall
     * @param precisionAt1 the share of relevant documents at rank 1
     * @param precisionAt5 the same among the first 5
     * @param precisionAt10 the same among the first 10
     */
    public record Figures(int queries, double map, double precisionAt1, double precisionAt5, double precisionAt10) {

        /** @param ranks of every query's documents to be found */
        static Figures mean(List<int[]> ranks) {
            return new Figures(
                    ranks.size(),
                    ranks.stream()
                            .mapToDouble(RankMetrics::averagePrecisionArea)
                            .average()
                            .orElse(0),
                    precision(ranks, 1),
                    precision(ranks, 5),
                    precision(ranks, 10));
        }

        private static double precision(List<int[]> ranks, int k) {
            return ranks.stream()
                    .mapToDouble(ofQuery -> RankMetrics.precision(ofQuery, k))
                    .average()
                    .orElse(0);
        }
    }

    /**
     * The metrics by name, in a fixed order: {@code map_medium}, {@code map_hard}, {@code mp@1_medium}, …. Those of the hard
     * protocol are missing where no query has a hard document.
     */
    public Map<String, Double> metrics() {
        Map<String, Double> metrics = new LinkedHashMap<>();
        put(metrics, "map", medium.map, hard.map);
        put(metrics, "mp@1", medium.precisionAt1, hard.precisionAt1);
        put(metrics, "mp@5", medium.precisionAt5, hard.precisionAt5);
        put(metrics, "mp@10", medium.precisionAt10, hard.precisionAt10);
        return metrics;
    }

    private void put(Map<String, Double> metrics, String name, double ofMedium, double ofHard) {
        metrics.put(name + "_medium", ofMedium);
        if (hard.queries > 0) {
            metrics.put(name + "_hard", ofHard);
        }
    }
}
