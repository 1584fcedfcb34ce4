package dev.tldr4j.learn.neighbors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.device.Blas;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.QuickSelect;
import dev.tldr4j.learn.internal.Workers;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NeighborSearchTest {
    private static final ProgressListener SILENT = ProgressListener.SILENT;

    /** Rows around many centres, as real ones are. */
    private static Vectors mixture(int rows, int dims, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] centres = new float[200][dims];
        for (float[] centre : centres) {
            for (int j = 0; j < dims; j++) {
                centre[j] = (float) random.nextGaussian();
            }
        }
        float[][] values = new float[rows][dims];
        for (float[] row : values) {
            float[] centre = centres[random.nextInt(centres.length)];
            for (int j = 0; j < dims; j++) {
                row[j] = centre[j] + 0.5f * (float) random.nextGaussian();
            }
        }
        return Vectors.of(values);
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void aForestReachesTheRecallItIsAskedFor(Metric metric) {
        Vectors vectors = mixture(12_000, 12, 1);
        NeighborSearch.Found found =
                new NeighborSearch(metric, SearchMethod.FOREST, 0.9, 16, 2, 5).graph(vectors, 4, SILENT);
        assertThat(found.recall()).isGreaterThanOrEqualTo(0.9);
        assertThat(recall(found.graph(), new ExactSearch(metric, 2).graph(vectors, 4, SILENT)))
                .as("over all rows")
                .isCloseTo(found.recall(), within(0.03));
    }

    private static double recall(NeighborGraph found, NeighborGraph exact) {
        int kept = 0;
        for (int row = 0; row < exact.rows(); row++) {
            Set<Integer> there = new HashSet<>();
            for (int i = 0; i < exact.k(); i++) {
                there.add(found.neighbor(row, i));
            }
            for (int i = 0; i < exact.k(); i++) {
                kept += there.contains(exact.neighbor(row, i)) ? 1 : 0;
            }
        }
        return kept / (double) (exact.rows() * exact.k());
    }

    @Test
    void theSameSeedAndThreadsGiveTheSameNeighbours() {
        Vectors vectors = mixture(5_000, 8, 2);
        for (int threads : new int[] {1, 2}) {
            NeighborSearch search = new NeighborSearch(Metric.L2, SearchMethod.FOREST, 0.9, 16, threads, 3);
            assertThat(search.graph(vectors, 3, SILENT).graph().fingerprint())
                    .isEqualTo(search.graph(vectors, 3, SILENT).graph().fingerprint());
        }
    }

    @Test
    void manyCopiesOfARowAreNeighboursOfEachOther() {
        float[][] values = new float[4_000][];
        for (int i = 0; i < values.length; i++) {
            values[i] = new float[] {i / 1000, 0.5f};
        }
        NeighborGraph graph = new NeighborSearch(Metric.L2, SearchMethod.FOREST, 0.5, 16, 2, 1)
                .graph(Vectors.of(values), 3, SILENT)
                .graph();
        for (int row = 0; row < values.length; row += 111) {
            for (int i = 0; i < 3; i++) {
                assertThat(graph.neighbor(row, i) / 1000).isEqualTo(row / 1000);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXACT", "FOREST", "PQ"})
    void anInterruptedSearchGoesOnToTheSameGraph(SearchMethod method, @TempDir Path folder) throws IOException {
        Vectors vectors = mixture(18_000, 32, 4);
        NeighborSearch search = new NeighborSearch(Metric.L2, method, 0.99, 16, 2, 3);
        List<Long> whole = new ArrayList<>();
        String expected =
                search.graph(vectors, 3, countTo(whole, Long.MAX_VALUE)).graph().fingerprint();
        long most = whole.size() * 19L / 20;
        Path states = folder.resolve("states");
        assertThatThrownBy(
                        () -> search.graph(vectors, 3, states, false, Duration.ZERO, countTo(new ArrayList<>(), most)))
                .isInstanceOf(CancellationException.class);
        assertThat(states.toFile().list()).anyMatch(name -> name.startsWith("step-"));

        List<Long> rest = new ArrayList<>();
        NeighborSearch.Found found =
                search.graph(vectors, 3, states, true, Duration.ZERO, countTo(rest, Long.MAX_VALUE));

        assertThat(found.graph().fingerprint()).isEqualTo(expected);
        assertThat(rest.size()).isLessThan(whole.size());
        assertThatThrownBy(() -> search.graph(vectors, 3, states, false, Duration.ZERO, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("resume");
        assertThatThrownBy(() -> search.graph(vectors, 4, states, true, Duration.ZERO, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("neighbors 3, not 4");
        assertThat(states.resolve("fit.json")).content().contains(Blas.kernels());
        Path newest = newest(states);
        Files.write(newest.resolve("candidates.npy"), new byte[50]);
        assertThatThrownBy(() -> search.graph(vectors, 3, states, true, Duration.ZERO, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(newest + ": is damaged", "candidates.npy", "delete this folder");
    }

    private static Path newest(Path states) throws IOException {
        try (Stream<Path> steps = Files.list(states)) {
            return steps.filter(path -> path.getFileName().toString().startsWith("step-"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    /** Remembers how far the search came, and ends it after so many steps. */
    private static ProgressListener countTo(List<Long> seen, long most) {
        return progress -> {
            if (progress.stage().equals("neighbours") || progress.stage().equals("searching")) {
                seen.add(progress.done());
                if (seen.size() >= most) {
                    throw new CancellationException();
                }
            }
        };
    }

    @Test
    void copiesBeyondCountEndTheSearchToo() {
        // no tree can bring ten thousand copies together, and only the first of them count as found
        float[][] values = new float[20_000][];
        for (int i = 0; i < values.length; i++) {
            values[i] = new float[] {i % 2, 1};
        }
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            NeighborGraph graph = new NeighborSearch(Metric.L2, SearchMethod.FOREST, 0.999, 16, 2, 1)
                    .graph(Vectors.of(values), 3, SILENT)
                    .graph();
            for (int row = 0; row < values.length; row += 1_111) {
                assertThat(graph.neighbor(row, 2) % 2).isEqualTo(row % 2);
            }
        });
    }

    @Test
    void whereTreesWouldTakeLongerEveryPairIsCompared(@TempDir Path folder) throws IOException {
        Vectors noise = noise(17_000, 24);
        NeighborSearch search = new NeighborSearch(Metric.L2, SearchMethod.FOREST, 0.999, 16, 2, 3);
        List<Long> whole = new ArrayList<>();
        NeighborSearch.Found found = search.graph(noise, 3, countTo(whole, Long.MAX_VALUE));
        assertThat(found.method()).isEqualTo(SearchMethod.EXACT);
        assertThat(found.recall()).isEqualTo(1);
        String exact = new ExactSearch(Metric.L2, 2).graph(noise, 3, SILENT).fingerprint();
        assertThat(found.graph().fingerprint()).isEqualTo(exact);

        // and it continues from there, too
        ProgressListener end = countTo(new ArrayList<>(), whole.size() - 2);
        assertThatThrownBy(() -> search.graph(noise, 3, folder, false, Duration.ZERO, end))
                .isInstanceOf(CancellationException.class);
        List<Long> rest = new ArrayList<>();
        found = search.graph(noise, 3, folder, true, Duration.ZERO, countTo(rest, Long.MAX_VALUE));
        assertThat(found.graph().fingerprint()).isEqualTo(exact);
        assertThat(rest.size()).isLessThan(whole.size() / 2);
    }

    /** Rows with nothing in common. */
    private static Vectors noise(int rows, int dims) {
        SplittableRandom random = new SplittableRandom(8);
        float[][] values = new float[rows][dims];
        for (float[] row : values) {
            for (int j = 0; j < dims; j++) {
                row[j] = (float) random.nextGaussian();
            }
        }
        return Vectors.of(values);
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void rowsHeldInMemoryAreTheSameRows(Metric metric) {
        Vectors vectors = mixture(2_500, 7, 5);
        int[] some = {0, 2_499, 1_024, 1_023};
        try (Workers workers = new Workers(2);
                ScoredRows rows = ScoredRows.of(vectors, metric, workers, SILENT);
                NativeMatrix before = new NativeMatrix(104, 7);
                NativeMatrix after = new NativeMatrix(104, 7)) {
            rows.load(some, before);
            rows.load(1_000, 100, before.rows(4, 100));
            rows.holdIfRoom(workers);
            rows.load(some, after);
            rows.load(1_000, 100, after.rows(4, 100));
            assertThat(after.buffer()).isEqualTo(before.buffer());
        }
    }

    @Test
    void codesOfAFewBytesFindMostNeighbours() {
        Vectors vectors = mixture(2_000, 24, 6);
        double before = 0;
        for (int bytes : new int[] {4, 12, 24}) {
            NeighborSearch search = new NeighborSearch(Metric.L2, SearchMethod.OPQ, 0.5, bytes, 2, 1);
            NeighborSearch.Found found = search.graph(vectors, 5, SILENT);
            assertThat(found.method()).isEqualTo(SearchMethod.OPQ);
            assertThat(found.recall()).isGreaterThan(before);
            before = found.recall();
        }
        assertThat(before).isGreaterThan(0.9);
    }

    @Test
    void fewRowsAreSearchedExactly() {
        NeighborSearch auto = new NeighborSearch(Metric.L2, SearchMethod.AUTO, 0.95, 16, 2, 0);
        NeighborSearch.Found found = auto.graph(mixture(500, 5, 3), 3, SILENT);
        assertThat(found.method()).isEqualTo(SearchMethod.EXACT);
        assertThat(found.recall()).isEqualTo(1);
        NeighborSearch all = new NeighborSearch(Metric.L2, SearchMethod.FOREST, 1, 16, 2, 0);
        assertThat(all.graph(mixture(500, 5, 3), 3, SILENT).method()).isEqualTo(SearchMethod.EXACT);
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> new NeighborSearch(Metric.L2, SearchMethod.AUTO, 0, 16, 2, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("recall");
        assertThatThrownBy(() -> new NeighborSearch(Metric.L2, SearchMethod.FOREST, 0.9, 16, 2, 0)
                        .graph(mixture(3, 2, 1), 3, SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at least 4 rows");
    }

    @Property(tries = 50)
    void aTreeCutsAllRowsIntoLeavesOfEqualSize(
            @ForAll @IntRange(min = 2, max = 300) int rows,
            @ForAll @IntRange(min = 2, max = 40) int leafSize,
            @ForAll long seed) {
        Vectors vectors = mixture(rows, 3, seed);
        try (Workers workers = new Workers(2)) {
            ScoredRows scored = ScoredRows.of(vectors, Metric.L2, workers, SILENT);
            PrincipalSketch sketch = PrincipalSketch.of(vectors, scored, 2, workers, 1);
            PartitionTree tree = PartitionTree.grow(sketch, rows, leafSize, seed, workers);
            int[] all = IntStream.range(0, tree.leaves())
                    .flatMap(leaf -> {
                        int[] members = tree.leaf(leaf);
                        assertThat(members.length).isBetween(Math.min(rows, leafSize / 2), leafSize);
                        return Arrays.stream(members);
                    })
                    .sorted()
                    .toArray();
            assertThat(all).isEqualTo(IntStream.range(0, rows).toArray());
        }
    }

    @Property(tries = 200)
    void selectionPutsTheSmallestFirst(
            @ForAll @IntRange(min = 1, max = 60) int size,
            @ForAll @IntRange(min = 1, max = 9) int different,
            @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] values = new float[size];
        int[] numbers = IntStream.range(0, size).toArray();
        for (int i = 0; i < size; i++) {
            values[i] = random.nextInt(different);
        }
        float[] before = values.clone();
        int middle = random.nextInt(size + 1);
        QuickSelect.partition(values, numbers, 0, middle, size);
        for (int i = 0; i < size; i++) {
            assertThat(values[i]).isEqualTo(before[numbers[i]]);
        }
        for (int i = 0; i < middle; i++) {
            for (int j = middle; j < size; j++) {
                assertThat(values[i]).isLessThanOrEqualTo(values[j]);
            }
        }
        assertThat(Arrays.stream(numbers).sorted().toArray())
                .isEqualTo(IntStream.range(0, size).toArray());
    }
}
