package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NeighborOverlapTest {

    @Test
    void countsTheNeighboursThatAreKept() {
        // in the full space the two nearest neighbours are: of 0: 1 2, of 1: 0 2, of 2: 1 3, of 3: 2 1, of 4: 3 2
        Vectors full = column(0, 1, 2.4f, 4, 9);
        // in the reduced one, of 0: 1 4, of 1: 0 4, of 2: 3 1, of 3: 2 1, of 4: 0 1: kept are 1, 1, 2, 2 and 0 of 2
        Vectors reduced = column(0, 1, 4, 5.5f, -1.5f);
        assertThat(overlap(full, 2).share(Index.of(reduced, Metric.L2, 1), reduced, ProgressListener.SILENT))
                .isEqualTo(6 / 10.0);
    }

    @Test
    void nothingIsLostWhereNothingChanges() {
        Vectors rows = random(1500, 8);
        NeighborOverlap overlap = overlap(rows, 10);
        assertThat(overlap.queries()).isEqualTo(1000);
        assertThat(overlap.share(Index.of(rows, Metric.L2, 2), rows, ProgressListener.SILENT))
                .isEqualTo(1);
    }

    @Test
    void aRowIsNeverItsOwnNeighbour() {
        // with one neighbour and no relation between the spaces, next to nothing is kept: itself would be 1
        Vectors full = random(300, 8);
        Vectors other = Vectors.of(values(300, 3, 99), 3);
        assertThat(overlap(full, 1).share(Index.of(other, Metric.L2, 1), other, ProgressListener.SILENT))
                .isLessThan(0.05);
    }

    @Test
    void duplicatesAreNeighboursLikeAnyOthers() {
        // rows 0, 1, 2 are equal, so the row itself may come anywhere among them, or not at all
        Vectors rows = column(5, 5, 5, 7, 8);
        assertThat(overlap(rows, 2).share(Index.of(rows, Metric.L2, 1), rows, ProgressListener.SILENT))
                .isEqualTo(1);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        Vectors five = column(1, 2, 3, 4, 5);
        assertThatThrownBy(() -> overlap(five, 5))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("k is 5; it must be at least 1 and below the 5 rows");
        assertThatThrownBy(() -> overlap(five, 0)).isInstanceOf(InvalidInputException.class);
        Vectors four = column(1, 2, 3, 4);
        assertThatThrownBy(() -> overlap(five, 2).share(Index.of(four, Metric.L2, 1), four, ProgressListener.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("has 4 rows, but")
                .hasMessageContaining("has 5");
    }

    private static NeighborOverlap overlap(Vectors full, int k) {
        return new NeighborOverlap(full, k, Metric.L2, 2, 0, ProgressListener.SILENT);
    }

    private static Vectors column(float... values) {
        return Vectors.of(values, 1);
    }

    private static Vectors random(int rows, int dims) {
        return Vectors.of(values(rows, dims, 1), dims);
    }

    private static float[] values(int rows, int dims, long seed) {
        Random random = new Random(seed);
        float[] values = new float[rows * dims];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }
}
