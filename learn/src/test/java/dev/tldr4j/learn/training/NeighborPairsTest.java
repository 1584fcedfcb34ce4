package dev.tldr4j.learn.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NeighborPairsTest {
    private static final int ROWS = 20;

    @Test
    void inAnEpochEveryRowComesOnceWithOneOfItsNeighboursLessTheCentre() {
        // row i is (i, −i); its neighbours are the next two rows, round the corner
        float[][] values = new float[ROWS][];
        int[] neighbors = new int[ROWS * 3];
        for (int i = 0; i < ROWS; i++) {
            values[i] = new float[] {i, -i};
            for (int j = 0; j < 3; j++) {
                neighbors[i * 3 + j] = (i + j + 1) % ROWS;
            }
        }
        NeighborGraph graph = new NeighborGraph(new IntRows("graph", ROWS, 3, neighbors));
        NeighborPairs pairs = new NeighborPairs(Vectors.of(values), graph, 2, new double[] {100, 200}, 5, 1);
        Set<Integer> anchors = new HashSet<>();
        Set<Integer> steps = new HashSet<>();
        try (Backend backend = new CpuBackend(2);
                Matrix twins = backend.matrix(10, 2)) {
            assertThat(pairs.batchesPerEpoch()).isEqualTo(4);
            for (int batch = 0; batch < 4; batch++) {
                pairs.fill(backend, twins, 0, batch);
                float[] filled = backend.get(twins);
                for (int i = 0; i < 5; i++) {
                    int anchor = Math.round(filled[2 * i] + 100);
                    int twin = Math.round(filled[2 * (i + 5)] + 100);
                    assertThat(filled[2 * i + 1]).isEqualTo(-anchor - 200f);
                    anchors.add(anchor);
                    steps.add(Math.floorMod(twin - anchor, ROWS));
                }
            }
        }
        assertThat(anchors).hasSize(ROWS);
        assertThat(steps).as("only the first two neighbours, both of them").containsExactlyInAnyOrder(1, 2);
    }
}
