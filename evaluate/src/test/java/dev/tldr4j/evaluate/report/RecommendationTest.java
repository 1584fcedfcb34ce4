package dev.tldr4j.evaluate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Full vectors of 100 floats, 400 bytes, whose nDCG is .9: 99 % of it is .891. */
class RecommendationTest {
    private final List<Map<String, Object>> cells = new ArrayList<>();

    @Test
    void theFrontSaysWhatSoManyBytesKeepAndWhatOthersKeepInThem() {
        cell("pca", 8, "float", 0, 0.60, 32);
        cell("tldr", 16, "int8", 0, 0.855, 32);
        cell("full", 100, "bit", 0, 0.70, 29);
        cell("tldr", 32, "float", 0, 0.892, 128);
        cell("pca", 32, "float", 0, 0.86, 128);
        assertThat(sentences())
                .containsExactly(
                        "32 bytes, 12.5 times smaller, keep 95.0 % of the full ndcg@10 (0.8550 of 0.9000): tldr with 16"
                                + " dimensions stored as int8; full vectors 77.7 % (bit); PCA 66.6 % (pca with 8 dimensions"
                                + " stored as float).",
                        "128 bytes, 3.1 times smaller, keep 99.1 % of the full ndcg@10 (0.8920 of 0.9000): tldr with 32"
                                + " dimensions stored as float; full vectors 77.7 % (bit); PCA 95.5 % (pca with 32"
                                + " dimensions stored as float).");
        assertThat(headline()).isEqualTo("32 bytes keep 95.0 %, 128 bytes keep 99.1 %");
    }

    @Test
    void whatIsNotBetterThanSomethingSmallerIsNotOnTheFront() {
        cell("tldr", 8, "float", 0, 0.85, 32);
        cell("tldr", 16, "float", 0, 0.85, 64);
        cell("tldr", 32, "float", 0, 0.84, 128);
        assertThat(sentences()).hasSize(2).first().asString().startsWith("32 bytes");
    }

    @Test
    void ofEachDoublingOfBytesTheBestIsSaid() {
        cell("tldr", 8, "int8", 0, 0.70, 33);
        cell("tldr", 9, "int8", 0, 0.80, 64);
        cell("tldr", 10, "int8", 0, 0.81, 65);
        assertThat(sentences().subList(0, 2))
                .satisfiesExactly(first -> assertThat(first).startsWith("64 bytes"), second -> assertThat(second)
                        .startsWith("65 bytes"));
    }

    @Test
    void theMeanOverSeedsDecides() {
        cell("tldr", 8, "float", 0, 0.95, 32);
        cell("tldr", 8, "float", 1, 0.75, 32);
        cell("tldr", 16, "float", 0, 0.90, 64);
        cell("tldr", 16, "float", 1, 0.82, 64);
        assertThat(sentences().get(0)).startsWith("32 bytes").contains("94.4 %").contains("0.8500 of 0.9000");
        assertThat(headline()).isEqualTo("32 bytes keep 94.4 %, 64 bytes keep 95.5 %");
    }

    @Test
    void ofEquallySmallVectorsTheBetterOneIsTaken() {
        cell("lpp", 64, "pq16", 0, 0.892, 16);
        cell("tldr", 32, "pq16", 0, 0.899, 16);
        cell("ica", 32, "pq16", 0, 0.895, 16);
        assertThat(sentences().get(0)).contains("tldr with 32 dimensions stored as pq16");
    }

    @Test
    void whereTheChoiceIsPcaTheBestOtherIsBesideIt() {
        cell("pca:whitening=0.5", 16, "float", 0, 0.895, 64);
        cell("tldr", 16, "float", 0, 0.88, 64);
        assertThat(sentences().get(0))
                .contains("pca:whitening=0.5 with 16 dimensions stored as float; the best other 97.7 % (tldr with 16");
    }

    @Test
    void whereQuantizationAloneIsBestTheBestOtherIsBesideIt() {
        cell("full", 100, "int8", 0, 0.899, 116);
        cell("tldr", 16, "float", 0, 0.88, 64);
        assertThat(sentences().get(1))
                .isEqualTo(
                        "116 bytes, 3.4 times smaller, keep 99.8 % of the full ndcg@10 (0.8990 of 0.9000): full vectors"
                                + " stored as int8; the best other 97.7 % (tldr with 16 dimensions stored as float).");
    }

    @Test
    void differencesUpToThreeThousandthsAreNone() {
        cell("tldr", 16, "float", 0, 0.8935, 64);
        cell("pca", 16, "float", 0, 0.8908, 64); // .0027 less
        assertThat(sentences().get(0)).contains("; PCA as much: 98.9 %");
        cells.clear();
        cell("tldr", 16, "float", 0, 0.8935, 64);
        cell("pca", 16, "float", 0, 0.8901, 64); // .0034 less
        assertThat(sentences().get(0)).contains("; PCA 98.9 %");
    }

    @Test
    void differencesUpToOneStandardDeviationAreNone() {
        // deviation of .88 .89 .90 .91 .92 is .0158; PCA is .01 below their mean
        for (int seed = 0; seed < 5; seed++) {
            cell("tldr", 16, "float", seed, 0.88 + 0.01 * seed, 64);
        }
        cell("pca", 16, "float", 0, 0.89, 64);
        assertThat(sentences().get(0)).contains("; PCA as much: 98.8 %");
    }

    @Test
    void pcaMayUseOtherDimensionsInTheSameBytes() {
        cell("tldr", 16, "pq16", 0, 0.895, 16);
        cell("pca", 16, "pq16", 0, 0.80, 16);
        cell("pca", 32, "pq16", 0, 0.894, 16);
        assertThat(sentences().get(0)).contains("; PCA as much: 99.3 % (pca with 32 dimensions stored as pq16)");
    }

    @Test
    void aMethodWhoseNameMerelyBeginsLikePcaIsNotPca() {
        cell("pcaish", 16, "float", 0, 0.895, 64);
        assertThat(sentences()).noneMatch(sentence -> sentence.contains("PCA"));
    }

    @Test
    void whereNothingKeepsEnoughLargerVectorsAreTheNextToTry() {
        cell("tldr", 16, "float", 0, 0.8549, 64);
        assertThat(last())
                .isEqualTo(
                        "Nothing smaller than full vectors that was tried (16 dimensions, stored as float) keeps 99 %: try more"
                                + " than 64 bytes, by 32 dimensions or another storage.");
        assertThat(headline()).isEqualTo("64 bytes keep 94.9 %");
    }

    @Test
    void whereAllKeepEnoughSmallerVectorsAreTheNextToTry() {
        cell("tldr", 16, "float", 0, 0.895, 64);
        assertThat(last())
                .isEqualTo("All of these keep 99 %: try fewer than 64 bytes, by 8 dimensions or another storage.");
    }

    @Test
    void theSizesToTryBracketTheAnswer() {
        cell("tldr", 16, "float", 0, 0.85, 64);
        cell("tldr", 32, "float", 0, 0.88, 128);
        assertThat(nextDims()).as("nothing keeps 99 %").hasValue(64);
        cell("full", 100, "int8", 0, 0.9, 116);
        assertThat(nextDims()).as("nor does anything reduced").hasValue(64);
        cell("tldr", 64, "float", 0, 0.899, 256);
        assertThat(nextDims()).as("32 keep less, 64 more").isEmpty();
        cells.clear();
        cell("tldr", 16, "float", 0, 0.899, 64);
        assertThat(nextDims()).as("who knows how few would do").hasValue(8);
    }

    @Test
    void whatIsHardlySmallerThanFullVectorsAndWhatFailedIsNotTriedNext() {
        cell("tldr", 64, "float", 0, 0.85, 256);
        assertThat(nextDims()).as("128 of 100").isEmpty();
        cells.clear();
        cell("tldr", 8, "float", 0, 0.85, 32);
        cell("tldr", 16, "float", 0, 0.85, 64);
        cells.get(1).put("failed", "diverged");
        assertThat(nextDims()).hasValue(32);
        cells.remove(0);
        assertThat(nextDims()).as("nothing finished").isEmpty();
    }

    private OptionalInt nextDims() {
        return Recommendation.nextDims(results());
    }

    @Test
    void aVectorThatIsNoSmallerIsNoReduction() {
        cell("pca", 100, "float", 0, 0.9, 400);
        assertThat(sentences()).containsExactly("Nothing that was tried is smaller than full vectors.");
        assertThat(headline()).isEqualTo("No recommendation");
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
