package dev.tldr4j.evaluate.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Judgments;
import dev.tldr4j.evaluate.engine.SearchTimes.Contender;
import dev.tldr4j.evaluate.engine.SearchTimes.Figures;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SearchTimesTest {
    private final SearchTask task = SearchTask.judged(
            Vectors.of(new float[] {1, 2}, 1),
            Judgments.of(Map.of(0, Map.of(3, 1), 1, Map.of(4, 1))),
            Exclusions.none());

    @Test
    void theScoreIsTheMeanOverQueriesHoweverOftenTheyAreAsked() throws IOException {
        // finds document 3 for whatever is asked: right for one of two queries
        List<Figures> figures = new SearchTimes(task)
                .measure(
                        List.of(
                                new Contender(new Fake(false), 50, Reranking.NONE),
                                new Contender(new Fake(true), 50, Reranking.FULL)),
                        ProgressListener.SILENT);

        assertThat(figures).extracting(each -> each.scores().get("ndcg@10")).containsExactly(0.5, 0.5);
    }

    @Test
    void aSlowerIndexHasLargerTimes() throws IOException {
        List<Figures> figures = new SearchTimes(task)
                .measure(
                        List.of(
                                new Contender(new Fake(true), 50, Reranking.NONE),
                                new Contender(new Fake(false), 50, Reranking.NONE)),
                        ProgressListener.SILENT);

        assertThat(figures.get(0).median())
                .isGreaterThan(20)
                .isGreaterThan(figures.get(1).median());
        assertThat(figures.get(0).p99()).isGreaterThanOrEqualTo(figures.get(0).median());
        assertThat(figures.get(0).perSecond())
                .isLessThan(figures.get(1).perSecond())
                .isBetween(1.0, 50_000.0);
    }

    @Test
    void visitedVectorsAreAveragedOverQueries() throws IOException {
        List<Figures> figures = new SearchTimes(task)
                .measure(List.of(new Contender(new Fake(false), 50, Reranking.NONE)), ProgressListener.SILENT);

        assertThat(figures.get(0).visited()).isEqualTo(80);
    }

    @Test
    void noOneWaitsForItsTurnLong() throws IOException {
        List<String> turns = new ArrayList<>();
        EngineIndex first = new Fake(false) {
            @Override
            public int[] search(float[] query, int candidates, int k, Reranking reranking) {
                turns.add("first");
                return new int[0];
            }
        };
        EngineIndex second = new Fake(false) {
            @Override
            public int[] search(float[] query, int candidates, int k, Reranking reranking) {
                turns.add("second");
                return new int[0];
            }
        };
        new SearchTimes(task)
                .measure(
                        List.of(new Contender(first, 50, Reranking.NONE), new Contender(second, 50, Reranking.NONE)),
                        ProgressListener.SILENT);

        // 1,000 to warm up each, then turns of 100; the one that began last time comes second
        assertThat(turns).hasSize(2 * (1_000 + 2_000));
        assertThat(turns.subList(0, 1_000)).containsOnly("first");
        assertThat(turns.subList(1_000, 2_000)).containsOnly("second");
        assertThat(turns.subList(2_000, 2_100)).containsOnly("first");
        assertThat(turns.subList(2_100, 2_300)).containsOnly("second");
        assertThat(turns.subList(2_300, 2_500)).containsOnly("first");
    }

    @Test
    void percentilesAreValuesThatOccurred() {
        assertThat(SearchTimes.percentile(new long[] {1, 2, 3, 4}, 0.5)).isEqualTo(2);
        assertThat(SearchTimes.percentile(new long[] {1, 2, 3, 4}, 0.99)).isEqualTo(4);
        assertThat(SearchTimes.percentile(new long[] {7}, 0.5)).isEqualTo(7);
    }

    private static class Fake implements EngineIndex {
        private final boolean slow;

        Fake(boolean slow) {
            this.slow = slow;
        }

        @Override
        public int[] search(float[] query, int candidates, int k, Reranking reranking) {
            assertThat(candidates).isEqualTo(50);
            assertThat(k).isEqualTo(10);
            long end = System.nanoTime() + (slow ? 20_000 : 0);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            return new int[] {3};
        }

        @Override
        public long visited(float[] query, int candidates) {
            return query[0] == 1 ? 70 : 90;
        }

        @Override
        public double indexSeconds() {
            return 0;
        }

        @Override
        public double mergeSeconds() {
            return 0;
        }

        @Override
        public int segments() {
            return 1;
        }

        @Override
        public Map<String, Long> bytesByPart() {
            return Map.of();
        }

        @Override
        public long columnBytes() {
            return 0;
        }

        @Override
        public Memory memory() {
            return new Memory(0, 0, 0);
        }

        @Override
        public Set<Reranking> rerankings() {
            return Set.of(Reranking.NONE, Reranking.FULL);
        }

        @Override
        public void close() {}
    }
}
