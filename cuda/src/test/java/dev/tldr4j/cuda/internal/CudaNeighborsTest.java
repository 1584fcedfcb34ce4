package dev.tldr4j.cuda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against the CPU's exact search. */
class CudaNeighborsTest {

    @BeforeAll
    static void aCardIsHere() {
        Card.require();
    }

    @ParameterizedTest
    @CsvSource({"20, 7, 3, L2", "1000, 33, 5, L2", "5000, 128, 3, COSINE", "3000, 64, 10, DOT", "70000, 64, 3, L2"})
    void areTheNearestOnes(int rows, int dims, int k, Metric metric) {
        SplittableRandom random = new SplittableRandom(4);
        float[] values = new float[rows * dims];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (3 + random.nextGaussian());
        }
        Vectors vectors = Vectors.of(values, dims);
        int[] found;
        try (Gpu gpu = Gpu.open()) {
            found = new CudaNeighbors(gpu).nearest(vectors, k, metric, ProgressListener.SILENT);
        }
        NeighborGraph expected = new ExactSearch(metric, 4).graph(vectors, k, ProgressListener.SILENT);
        int same = 0;
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < k; i++) {
                same += found[row * k + i] == expected.neighbor(row, i) ? 1 : 0;
            }
        }
        assertThat(same).isGreaterThanOrEqualTo((int) (0.999 * rows * k));
    }
}
