package dev.tldr4j.evaluate.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.BestScores;
import dev.tldr4j.evaluate.Index;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StoragesTest {
    private static final Vectors DOCS = random(1500, 64, 1);
    private static final Vectors QUERIES = random(40, 64, 2);

    @ParameterizedTest
    @CsvSource({
        "float, 256, 0",
        "half, 128, 0",
        "int8, 80, 256", // with 16 bytes of corrections; the means of 64 dimensions, 4 bytes each
        "int4, 48, 256",
        "int2, 32, 256",
        "bit, 24, 256",
        "bit-rerank, 280, 256", // 24 bytes of bits and 256 of floats
        "pq8, 8, 65536", // 256 centroids of 64 floats
        "pq64, 64, 65536",
        "opq8, 8, 81920", // and a rotation of 64 × 64 floats
        "pq5, 5, 65536"
    })
    void everyByteIsCounted(String name, double bytesPerVector, long sharedBytes) {
        StoredVectors stored = store(name, Metric.L2);
        assertThat(stored.bytesPerVector()).isEqualTo(bytesPerVector);
        assertThat(stored.sharedBytes()).isEqualTo(sharedBytes);
        assertThat(stored.rows()).isEqualTo(1500);
        assertThat(stored.dims()).isEqualTo(64);
    }

    @Test
    void bitsFillWholeBytes() {
        StoredVectors stored = Storages.named("bit").store(random(10, 9, 1), Metric.L2, 1, 0, ProgressListener.SILENT);
        assertThat(stored.bytesPerVector()).isEqualTo(2 + 16);
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void theMoreBytesTheMoreOfTheNearestAreFound(Metric metric) {
        // random directions are as hard to store as vectors can be
        assertThat(found("half", metric)).isGreaterThan(0.99);
        assertThat(found("int8", metric)).isGreaterThan(0.95);
        double bit = found("bit", metric);
        assertThat(found("bit-rerank", metric)).isGreaterThan(1.5 * bit);
        assertThat(bit).isGreaterThan(0.1); // by chance it were 10 of 1,500
        assertThat(found("pq64", metric)).isGreaterThan(0.95);
        assertThat(found("opq8", metric)).isGreaterThan(0.1);
    }

    /** The share of the ten nearest that are found. */
    private static double found(String name, Metric metric) {
        int[] wanted = Index.of(DOCS, metric, 2).nearest(QUERIES, 10, ProgressListener.SILENT);
        int[] found = store(name, metric).nearest(QUERIES, 10, ProgressListener.SILENT);
        int kept = 0;
        for (int from = 0; from < wanted.length; from += 10) {
            Set<Integer> there = new HashSet<>();
            Arrays.stream(found, from, from + 10).forEach(there::add);
            kept += (int) Arrays.stream(wanted, from, from + 10)
                    .filter(there::contains)
                    .count();
        }
        return (double) kept / wanted.length;
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void rerankingAllIsASearchInFull(Metric metric) {
        Vectors docs = random(100, 16, 3); // a search takes at least 100 candidates
        Vectors queries = random(20, 16, 4);
        Index full = Index.of(docs, metric, 1);
        Index reranked = Storages.named("bit-rerank").store(docs, metric, 1, 0, ProgressListener.SILENT);
        for (int k : new int[] {1, 10, 11, 100}) {
            assertThat(reranked.nearest(queries, k, ProgressListener.SILENT))
                    .containsExactly(full.nearest(queries, k, ProgressListener.SILENT));
        }
        assertThat(best(reranked, queries, 100)).isDeepEqualTo(best(full, queries, 100));
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void theScoresOfRerankingGiveTheRankingThatASearchFinds(Metric metric) {
        StoredVectors stored = store("bit-rerank", metric);
        int[][] ranking = best(stored, QUERIES, 1500);
        for (int k : new int[] {1, 7, 10, 60, 100}) {
            int[] nearest = stored.nearest(QUERIES, k, ProgressListener.SILENT);
            for (int query = 0; query < QUERIES.rows(); query++) {
                assertThat(Arrays.copyOf(ranking[query], k))
                        .containsExactly(Arrays.copyOfRange(nearest, query * k, query * k + k));
            }
        }
        assertThat(best(stored, QUERIES, 1500)).as("heard again").isDeepEqualTo(ranking);
    }

    @Test
    void behindTheCandidatesTheOthersStayInTheOrderOfTheBits() {
        int[][] bits = best(store("bit", Metric.COSINE), QUERIES, 1500);
        int[][] reranked = best(store("bit-rerank", Metric.COSINE), QUERIES, 1500);
        for (int query = 0; query < QUERIES.rows(); query++) {
            Set<Integer> candidates = new HashSet<>();
            Arrays.stream(bits[query], 0, 1000).forEach(candidates::add);
            assertThat(Arrays.stream(reranked[query], 0, 1000)).allMatch(candidates::contains);
            int[] others = Arrays.copyOfRange(bits[query], 1000, 1500);
            int same = 0; // but for a few near ties, which a float cannot tell apart at the new height
            for (int i = 0; i < others.length; i++) {
                same += others[i] == reranked[query][1000 + i] ? 1 : 0;
            }
            assertThat(same).isGreaterThan(475);
        }
    }

    @Test
    void theFirstTenAreTheBestOfAHundredCandidates() {
        int[][] bits = best(store("bit", Metric.L2), QUERIES, 100);
        int[] nearest = store("bit-rerank", Metric.L2).nearest(QUERIES, 10, ProgressListener.SILENT);
        for (int query = 0; query < QUERIES.rows(); query++) {
            int[] candidates = Arrays.stream(bits[query]).sorted().toArray();
            int[] best = Index.of(DOCS.select(candidates), Metric.L2, 1)
                    .nearest(QUERIES.select(query), 10, ProgressListener.SILENT);
            int[] expected = Arrays.stream(best).map(i -> candidates[i]).toArray();
            assertThat(Arrays.copyOfRange(nearest, query * 10, query * 10 + 10)).containsExactly(expected);
        }
    }

    @Test
    void aZeroVectorHasNoAngleHoweverItIsStored() {
        float[][] rows = {{1, 2}, {0, 0}, {3, 1}};
        StoredVectors stored =
                Storages.named("bit-rerank").store(Vectors.of(rows), Metric.COSINE, 1, 0, ProgressListener.SILENT);
        assertThatThrownBy(() -> stored.nearest(Vectors.of(new float[][] {{1, 1}}), 1, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 1 is a zero vector");
    }

    @Test
    void aCodeLongerThanTheVectorIsRefused() {
        for (String name : new String[] {"pq64", "opq64"}) {
            assertThatThrownBy(() ->
                            Storages.named(name).store(random(300, 32, 1), Metric.L2, 1, 0, ProgressListener.SILENT))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(name + ": codes of 64 bytes need at least 64 dimensions")
                    .hasMessageContaining("the vectors to store have 32; take a shorter code");
        }
    }

    @Test
    void anUnknownFormListsTheKnownOnes() {
        for (String name : new String[] {"int3", "pq0", "pq", "PQ8", ""}) {
            assertThatThrownBy(() -> Storages.named(name))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("there is no storage " + name)
                    .hasMessageContaining("float, half, bit, int2, int4, int8, bit-rerank, pq8, pq16");
        }
        assertThat(Storages.names()).contains("float", "opq64").doesNotContain("pq5");
    }

    private static StoredVectors store(String name, Metric metric) {
        return Storages.named(name).store(DOCS, metric, 2, 0, ProgressListener.SILENT);
    }

    /** Every query's best rows by the scores heard, best first. */
    private static int[][] best(Index index, Vectors queries, int k) {
        BestScores[] best = new BestScores[queries.rows()];
        Arrays.setAll(best, i -> new BestScores(k));
        index.scores(
                queries,
                (query, firstRow, count, scores) -> best[query].hear(firstRow, count, scores),
                ProgressListener.SILENT);
        return Arrays.stream(best).map(b -> b.bestFirst().rows()).toArray(int[][]::new);
    }

    /** Not around zero, and further in some directions than in others. */
    private static Vectors random(int rows, int dims, long seed) {
        Random random = new Random(seed);
        float[] values = new float[rows * dims];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) ((random.nextGaussian() + 0.1) / (1 + i % dims % 4));
        }
        return Vectors.of(values, dims);
    }
}
