package dev.tldr4j.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargeFileTest {

    @Test
    void theGraphItWritesIsThatOfASearch(@TempDir Path folder) throws Exception {
        LargeFile.main(new String[] {folder.toString(), "400", "32"});
        NeighborGraph written = NeighborGraph.load(folder.resolve("graph.npy"));
        try (Vectors vectors = Vectors.open(folder.resolve("vectors.npy"))) {
            NeighborGraph searched = new ExactSearch(Metric.L2, 2).graph(vectors, 3, ProgressListener.SILENT);
            for (int row = 0; row < 400; row++) {
                assertThat(neighbors(written, row)).as("row " + row).isEqualTo(neighbors(searched, row));
            }
        }
    }

    private static Set<Integer> neighbors(NeighborGraph graph, int row) {
        return IntStream.range(0, graph.k())
                .mapToObj(i -> graph.neighbor(row, i))
                .collect(Collectors.toSet());
    }
}
