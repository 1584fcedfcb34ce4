package dev.tldr4j.learn.training;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/**
 * Twins for training: in every epoch each row comes up once, in a random order, with one of its k nearest neighbours drawn at
 * random. A batch depends on the seed and its number alone.
 */
final class NeighborPairs {
    private final Vectors vectors;
    private final NeighborGraph graph;
    private final int k;
    private final float[] centre;
    private final int batchSize;
    private final long seed;

    /** @param centre taken off every row: it does not change the loss, but keeps the numbers small */
    NeighborPairs(Vectors vectors, NeighborGraph graph, int k, double[] centre, int batchSize, long seed) {
        this.vectors = vectors;
        this.graph = graph;
        this.k = k;
        this.centre = new float[centre.length];
        for (int j = 0; j < centre.length; j++) {
            this.centre[j] = (float) centre[j];
        }
        this.batchSize = batchSize;
        this.seed = seed;
    }

    /** What is left of an epoch after its last whole batch is left out; another epoch's order will bring it up. */
    int batchesPerEpoch() {
        return vectors.rows() / batchSize;
    }

    /** Fills a matrix of twice the batch size: rows of the first view, then their twins in the same order. */
    void fill(Backend backend, Matrix twins, int epoch, int batch) {
        RowOrder order = new RowOrder(vectors.rows(), RowOrder.mix(seed, epoch));
        backend.fill(twins, (row, into) -> {
            int anchor = order.at(batch * batchSize + row % batchSize);
            int chosen = row < batchSize ? anchor : twin(anchor, epoch);
            int begin = into.position();
            vectors.read(chosen, 1, into);
            centre(into, begin);
        });
    }

    private int twin(int anchor, int epoch) {
        long draw = RowOrder.mix(seed ^ 0x7477696E73L, (long) epoch << 32 | anchor);
        return graph.neighbor(anchor, (int) Long.remainderUnsigned(draw, k));
    }

    private void centre(FloatBuffer buffer, int begin) {
        float[] row = new float[centre.length];
        buffer.get(begin, row);
        for (int j = 0; j < row.length; j++) {
            row[j] -= centre[j];
        }
        buffer.put(begin, row);
    }
}
