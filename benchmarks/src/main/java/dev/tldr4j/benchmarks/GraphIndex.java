package dev.tldr4j.benchmarks;

import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import io.github.jbellis.jvector.graph.GraphIndexBuilder;
import io.github.jbellis.jvector.graph.GraphSearcher;
import io.github.jbellis.jvector.graph.ImmutableGraphIndex;
import io.github.jbellis.jvector.graph.ListRandomAccessVectorValues;
import io.github.jbellis.jvector.graph.SearchResult;
import io.github.jbellis.jvector.graph.similarity.BuildScoreProvider;
import io.github.jbellis.jvector.graph.similarity.DefaultSearchScoreProvider;
import io.github.jbellis.jvector.util.Bits;
import io.github.jbellis.jvector.vector.VectorSimilarityFunction;
import io.github.jbellis.jvector.vector.VectorizationProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * The neighbour search by a forest beside a graph index, JVector's: built over all rows, then asked for every row's
 * neighbours. The asking is timed for some rows on one thread and counted for all of them on two.
 *
 * <p>Argument: the file.
 */
public final class GraphIndex {
    private static final int NEIGHBORS = 5;
    private static final int THREADS = 2;
    private static final int ASKED = 4000;
    private static final int DEGREE = 16;
    private static final int BEAM = 40;

    private GraphIndex() {}

    public static void main(String[] args) throws IOException {
        try (Vectors vectors = Vectors.open(Path.of(args[0]))) {
            for (int round = 0; round < 2; round++) { // the first is for the compiler
                long begin = System.nanoTime();
                NeighborSearch.Found found = new NeighborSearch(
                                Metric.L2, SearchMethod.FOREST, NeighborSearch.USUAL_RECALL, 16, THREADS, 0)
                        .graph(vectors, NEIGHBORS, ProgressListener.SILENT);
                System.out.printf("forest: %.1f s, recall %.3f%n", secondsSince(begin), found.recall());
            }
            ListRandomAccessVectorValues rows = ProductQuantizers.asJVectors(vectors);
            ForkJoinPool pool = new ForkJoinPool(THREADS);
            long begin = System.nanoTime();
            BuildScoreProvider scores =
                    BuildScoreProvider.randomAccessScoreProvider(rows, VectorSimilarityFunction.EUCLIDEAN);
            try (GraphIndexBuilder builder =
                    new GraphIndexBuilder(scores, vectors.dims(), DEGREE, BEAM, 1.2f, 1.2f, true, true, pool, pool)) {
                ImmutableGraphIndex graph = builder.build(rows);
                double building = secondsSince(begin);
                System.out.printf(
                        "JVector's graph, degree %d, beam %d, Java %s, %s: built in %.1f s%n",
                        DEGREE,
                        BEAM,
                        Runtime.version().feature(),
                        VectorizationProvider.getInstance().getClass().getSimpleName(),
                        building);
                int[] asked = new Random(1).ints(ASKED, 0, vectors.rows()).toArray();
                int[] truth = new ExactSearch(Metric.L2, THREADS)
                        .nearest(vectors, vectors.select(asked), NEIGHBORS + 1, ProgressListener.SILENT);
                ask(graph, rows, asked, truth, 10); // for the compiler
                for (int candidates : new int[] {6, 10, 20, 40, 80, 160}) {
                    long start = System.nanoTime();
                    double recall = ask(graph, rows, asked, truth, candidates);
                    double asking = secondsSince(start) / ASKED * vectors.rows() / THREADS;
                    System.out.printf(
                            "  %d candidates: recall %.3f, %.1f s with the building%n",
                            candidates, recall, building + asking);
                }
            }
        }
    }

    private static double ask(
            ImmutableGraphIndex graph, ListRandomAccessVectorValues rows, int[] asked, int[] truth, int candidates)
            throws IOException {
        int kept = 0;
        try (GraphSearcher searcher = new GraphSearcher(graph)) {
            for (int i = 0; i < asked.length; i++) {
                var score = DefaultSearchScoreProvider.exact(
                        rows.getVector(asked[i]), VectorSimilarityFunction.EUCLIDEAN, rows);
                SearchResult result = searcher.search(score, NEIGHBORS + 1, candidates, 0, 0, Bits.ALL);
                Set<Integer> found = new HashSet<>();
                Arrays.stream(result.getNodes()).forEach(node -> found.add(node.node));
                int self = asked[i];
                kept += (int) IntStream.range(i * (NEIGHBORS + 1), (i + 1) * (NEIGHBORS + 1))
                        .map(at -> truth[at])
                        .filter(row -> row != self)
                        .limit(NEIGHBORS)
                        .filter(found::contains)
                        .count();
            }
        }
        return (double) kept / (asked.length * NEIGHBORS);
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}
