package dev.tldr4j.evaluate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class IndexVerdictTest {
    /** By hand: 64 numbers of 4 bits are 32 bytes, with 16 of corrections 48; 384 bits are 48, with corrections 64. */
    @Test
    void theBestOfEachBudgetIsNamedWithItsPriceBesideFullVectorsAndPca() {
        List<String> verdict = IndexVerdict.of(SampleIndexes.mixed());

        assertThat(verdict)
                .containsExactly(
                        "48 bytes a vector keep 99 %: neighborhood 64 as int4 (30 re-ranked by full vectors)",
                        "32 bytes a vector: nothing that was tried is as small.",
                        "64 bytes a vector: neighborhood 64 as int4 (30 re-ranked by full vectors) keeps 99.0 % of ndcg@10 in"
                                + " 48 bytes (0.70 × the time of full vectors, 348 bytes on disk);"
                                + " full 384 as bit (30 re-ranked by full vectors) 98.0 % in 64 bytes (0.90 × the time of full"
                                + " vectors, 1,644 bytes on disk);"
                                + " pca 64 as int4 (30 re-ranked by full vectors) 97.0 % in 48 bytes (0.70 × the time of full"
                                + " vectors, 348 bytes on disk).",
                        "Without re-ranking, 64 bytes a vector: neighborhood 64 as int4 keeps 96.0 % of ndcg@10 in 48"
                                + " bytes (0.60 × the time of full vectors, 348 bytes on disk);"
                                + " full 384 as bit 94.0 % in 64 bytes (0.80 × the time of full vectors, 1,644 bytes on"
                                + " disk);"
                                + " pca 64 as int4 88.0 % in 48 bytes (0.60 × the time of full vectors, 348 bytes on"
                                + " disk).",
                        "The bytes are codes and Lucene's corrections. The graph takes 44 more for every vector: pca 64"
                                + " as int4 has 32 bytes of codes, 16 of corrections and, with the graph, 92.");
    }

    @Test
    void itSaysWhereQuantizationAloneIsEnough() {
        List<String> verdict = IndexVerdict.of(new SampleIndexes()
                .add("full", 384, null, "bit", "none", 0.4798, 0.8)
                .add("pca", 64, null, "int4", "none", 0.47, 0.6)
                .add("neighborhood", 64, null, "int4", "none", 0.48, 0.6)
                .results(64));

        assertThat(verdict.get(1))
                .startsWith(
                        "64 bytes a vector: quantization alone is enough: full 384 as bit keeps 95.9 % of ndcg@10 in"
                                + " 64 bytes (0.80 × the time of full vectors")
                .contains("; pca 64 as int4 94.0 % in 48 bytes (0.60 ×")
                .contains("; neighborhood 64 as int4 96.0 % in 48 bytes (0.60 ×");
    }

    @Test
    void wherePcaIsTheBestTheOthersStandBesideIt() {
        List<String> verdict = IndexVerdict.of(new SampleIndexes()
                .add("full", 384, null, "bit", "none", 0.45, 0.8)
                .add("pca", 64, null, "int4", "none", 0.48, 0.6)
                .add("neighborhood", 64, null, "int4", "none", 0.47, 0.6)
                .results(64));

        assertThat(verdict.get(1))
                .startsWith("64 bytes a vector: pca 64 as int4 keeps 96.0 %")
                .containsSubsequence("; full 384 as bit 90.0 %", "; neighborhood 64 as int4 94.0 %");
    }

    @Test
    void ofThoseThatKeepAsMuchTheFasterIsTheBest() {
        List<String> verdict = IndexVerdict.of(new SampleIndexes()
                .add("neighborhood", 48, null, "int8", "none", 0.4802, 0.7)
                .add("neighborhood", 64, null, "int4", "none", 0.48, 0.6)
                .results(64));

        assertThat(verdict.get(1)).startsWith("64 bytes a vector: neighborhood 64 as int4 keeps 96.0 %");
    }

    @Test
    void aShortlistIsNamedWithItsPrefix() {
        assertThat(IndexVerdict.of(new SampleIndexes()
                                .add("neighborhood-nested", 128, 32, "int8", "whole", 0.499, 0.5)
                                .results(64))
                        .get(0))
                .isEqualTo(
                        "48 bytes a vector keep 99 %: neighborhood-nested 128 by 32 as int8 (30 re-ranked by whole outputs)");
    }

    @Test
    void aSearchForFewerCandidatesSaysSo() {
        var results = new SampleIndexes()
                .add("neighborhood", 64, null, "int4", "none", 0.48, 0.6)
                .results(64);
        SampleIndexes.cell(results, 1).put("candidates", 30);

        assertThat(IndexVerdict.of(results).get(1))
                .startsWith("64 bytes a vector: neighborhood 64 as int4 (30 candidates) keeps");
    }

    @Test
    void judgmentsThatDoNotBelongToTheVectorsAreNoVerdict() {
        var results = new SampleIndexes().results(64);
        SampleIndexes.cell(results, 0).put("ndcg@10", 0.0);

        assertThat(IndexVerdict.of(results).get(0)).isEqualTo("Full vectors find nothing that is relevant");
    }
}
