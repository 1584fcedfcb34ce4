package dev.tldr4j.evaluate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Full vectors of 100 floats, 400 bytes, whose nDCG is .9: 99 % of it is .891, 95 % is .855. */
class RecommendationTest {
    private final List<Map<String, Object>> cells = new ArrayList<>();

    @Test
    void theSmallestVectorThatKeepsEnoughIsNamed() {
        cell("pca", 32, "float", 0, 0.80, 128);
        cell("pca", 8, "float", 0, 0.60, 32);
        cell("tldr", 32, "float", 0, 0.892, 128);
        cell("tldr", 32, "int8", 0, 0.891, 32);
        cell("tldr", 8, "float", 0, 0.86, 32);
        cell("tldr", 16, "int8", 0, 0.87, 16);
        assertThat(sentences())
                .containsExactly(
                        "The smallest vector that keeps 99 % of the full ndcg@10: tldr with 32 dimensions stored as int8:"
                                + " 32 bytes, 12.5 times smaller than the full 400 (0.8910 of 0.9000, which is 99.0 %).",
                        "The smallest vector that keeps 95 % of the full ndcg@10: tldr with 16 dimensions stored as int8:"
                                + " 16 bytes, 25 times smaller than the full 400 (0.8700 of 0.9000, which is 96.6 %).",
                        "In 32 bytes, the best that PCA keeps is 66.6 % (pca with 8 dimensions stored as float).",
                        "PCA was not tried in 16 bytes or fewer.");
        assertThat(headline()).isEqualTo("12.5 times smaller keeps 99 %");
    }

    @Test
    void theMeanOverSeedsDecides() {
        cell("tldr", 8, "float", 0, 0.95, 32);
        cell("tldr", 8, "float", 1, 0.75, 32); // the mean, .85, is under 95 %
        cell("tldr", 16, "float", 0, 0.90, 64);
        cell("tldr", 16, "float", 1, 0.82, 64); // .86
        assertThat(sentences().get(0)).isEqualTo("Nothing smaller that was tried keeps 99 % of the full ndcg@10.");
        assertThat(sentences().get(1))
                .contains("keeps 95 %")
                .contains("16 dimensions")
                .contains("0.8600 of 0.9000");
        assertThat(headline()).isEqualTo("6.3 times smaller keeps 95 %");
    }

    @Test
    void ofEquallySmallVectorsTheBetterOneIsTaken() {
        cell("lpp", 64, "pq16", 0, 0.892, 16);
        cell("tldr", 32, "pq16", 0, 0.899, 16);
        cell("ica", 32, "pq16", 0, 0.895, 16);
        assertThat(sentences().get(0)).contains("tldr with 32 dimensions stored as pq16");
        assertThat(sentences().get(1)).isEqualTo("The same vector is the smallest that keeps 95 %.");
    }

    @Test
    void pcaIsEnoughWhenItIsTheBest() {
        cell("pca:whitening=0.5", 16, "float", 0, 0.895, 64);
        cell("tldr", 16, "float", 0, 0.88, 64);
        cell("pca", 8, "float", 0, 0.86, 32);
        assertThat(last())
                .isEqualTo(
                        "PCA is enough here: in as many bytes it keeps as much as the best method, within the noise.");
        assertThat(headline()).isEqualTo("PCA is enough here");
    }

    @Test
    void pcaIsEnoughWithinThreeThousandths() {
        cell("tldr", 16, "float", 0, 0.8935, 64);
        cell("pca", 16, "float", 0, 0.8908, 64); // .0027 less
        assertThat(last()).startsWith("PCA is enough here");
        cells.clear();
        cell("tldr", 16, "float", 0, 0.8935, 64);
        cell("pca", 16, "float", 0, 0.8901, 64); // .0034 less
        assertThat(last())
                .isEqualTo("In 64 bytes, the best that PCA keeps is 98.9 % (pca with 16 dimensions stored as float).");
    }

    @Test
    void pcaIsEnoughWithinOneStandardDeviation() {
        // deviation of .88 .89 .90 .91 .92 is .0158; PCA is .01 below their mean
        for (int seed = 0; seed < 5; seed++) {
            cell("tldr", 16, "float", seed, 0.88 + 0.01 * seed, 64);
        }
        cell("pca", 16, "float", 0, 0.89, 64);
        assertThat(last()).startsWith("PCA is enough here");
    }

    @Test
    void pcaMayUseOtherDimensionsInTheSameBytes() {
        cell("tldr", 16, "pq16", 0, 0.895, 16);
        cell("pca", 16, "pq16", 0, 0.80, 16);
        cell("pca", 32, "pq16", 0, 0.894, 16);
        assertThat(last()).startsWith("PCA is enough here");
    }

    @Test
    void pcaMayBeEnoughForOneShareAlone() {
        cell("tldr", 16, "float", 0, 0.895, 64);
        cell("pca", 16, "float", 0, 0.88, 64);
        cell("tldr", 8, "float", 0, 0.856, 32);
        cell("pca", 8, "float", 0, 0.855, 32);
        assertThat(sentences().subList(2, 4))
                .containsExactly(
                        "In 64 bytes, the best that PCA keeps is 97.7 % (pca with 16 dimensions stored as float).",
                        "In 32 bytes, PCA keeps as much within the noise.");
    }

    @Test
    void aMethodWhoseNameMerelyBeginsLikePcaIsNotPca() {
        cell("pcaish", 16, "float", 0, 0.895, 64);
        assertThat(sentences()).noneMatch(sentence -> sentence.contains("PCA"));
    }

    @Test
    void doNotReduceWhenNothingKeeps95Percent() {
        cell("pca", 64, "float", 0, 0.80, 256);
        cell("tldr", 64, "float", 0, 0.8549, 256);
        assertThat(sentences())
                .containsExactly("Do not reduce: nothing smaller that was tried keeps 95 % of the full ndcg@10."
                        + " The nearest is tldr with 64 dimensions stored as float, which keeps 94.9 %.");
        assertThat(headline()).isEqualTo("Do not reduce");
    }

    @Test
    void doNotReduceTheDimensionsWhenOnlyAnotherStorageKeepsEnough() {
        cell("pca", 64, "float", 0, 0.80, 256);
        cell("full", 100, "int8", 0, 0.899, 100);
        assertThat(sentences())
                .containsExactly(
                        "The smallest vector that keeps 99 % of the full ndcg@10: the full vectors stored as int8:"
                                + " 100 bytes, 4 times smaller than the full 400 (0.8990 of 0.9000, which is 99.8 %).",
                        "The same vector is the smallest that keeps 95 %.",
                        "Do not reduce the dimensions: no method that was tried keeps 95 %."
                                + " The nearest is pca with 64 dimensions stored as float, which keeps 88.8 %.");
        assertThat(headline()).isEqualTo("Do not reduce the dimensions");
    }

    @Test
    void aVectorThatIsNoSmallerIsNoReduction() {
        cell("pca", 100, "float", 0, 0.9, 400);
        assertThat(headline()).isEqualTo("Do not reduce");
    }

    @Test
    void whatAllVectorsShareIsSaid() {
        cell("tldr", 32, "pq16", 0, 0.9, 16);
        cells.get(0).put("sharedBytes", 32_768);
        assertThat(sentences().get(0)).contains("16 bytes and 32,768 shared by all, 25 times smaller");
    }

    @Test
    void failedCellsAndMissingFiguresRecommendNothing() {
        cell("tldr", 8, "float", 0, 0.9, 32);
        cells.get(0).put("failed", "diverged");
        cell("pca", 8, "float", 0, 0.9, 32);
        cells.get(1).put("measures", measures(null));
        assertThat(sentences()).containsExactly("No recommendation: nothing that was tried has finished.");
        assertThat(headline()).isEqualTo("No recommendation");
    }

    @Test
    void aFullQualityOfZeroComparesWithNothing() {
        cell("tldr", 8, "float", 0, 0, 32);
        Map<String, Object> results = results();
        results.put("full", Map.of("measures", Map.of("ndcg@10", 0), "bytesPerVector", 400));
        assertThat(Recommendation.of(results))
                .containsExactly("No recommendation: the full vectors themselves have no ndcg@10 above 0.");
    }

    @Test
    void brokenResultsAreRefusedByName() {
        assertRefused("cells", null, "results.json: cells should be a list; let tldr4j compare write the file anew");
        assertRefused("cells", List.of(3), "cells[0] should be an object");
        assertRefused("cells", List.of(Map.of("method", 5)), "cells[0].method should be text");
        assertRefused("task", Map.of(), "task.main should be text");
        assertRefused(
                "full", Map.of("measures", Map.of("ndcg@10", "high")), "full.measures.ndcg@10 should be a number");
        assertRefused("format", 2, "results.json: its format is 2, this version reads 1; use the tldr4j that wrote it");
        assertRefused("format", null, "format should be a number");
    }

    private void assertRefused(String part, Object value, String message) {
        Map<String, Object> results = results();
        results.put(part, value);
        assertThatThrownBy(() -> Recommendation.of(results))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    private void cell(String method, int dims, String storage, int seed, double quality, double bytes) {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("method", method);
        cell.put("dims", dims);
        cell.put("storage", storage);
        cell.put("seed", seed);
        cell.put("measures", measures(quality));
        cell.put("bytesPerVector", bytes);
        cells.add(cell);
    }

    private static Map<String, Object> measures(Double quality) {
        Map<String, Object> measures = new LinkedHashMap<>();
        measures.put("ndcg@10", quality);
        return measures;
    }

    private Map<String, Object> results() {
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("format", 1);
        results.put("task", Map.of("main", "ndcg@10"));
        results.put("full", Map.of("measures", Map.of("ndcg@10", 0.9), "bytesPerVector", 400));
        results.put("cells", cells);
        return results;
    }

    private List<String> sentences() {
        return Recommendation.of(results());
    }

    private String last() {
        List<String> sentences = sentences();
        return sentences.get(sentences.size() - 1);
    }

    private String headline() {
        return new Recommendation(Results.of(results())).headline();
    }
}
