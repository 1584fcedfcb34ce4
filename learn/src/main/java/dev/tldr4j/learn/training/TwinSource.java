package dev.tldr4j.learn.training;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/**
 * Batches of twins: in every epoch each row that has a twin comes up once, in a random order. A batch depends on the seed and
 * its number alone. What is left of an epoch after its last whole batch is left out; another epoch's order will bring it up.
 */
public final class TwinSource {
    private final Vectors vectors;
    private final float[] centre;
    private final double deviation;
    private final Twins twins;
    private final int batchSize;
    private final long seed;

    /**
     * @param centre taken off every row: it does not change the loss, but keeps the numbers small
     * @param deviation the root of the mean variance of the dimensions: the unit of the vectors
     */
    public TwinSource(Vectors vectors, double[] centre, double deviation, Twins twins, int batchSize, long seed) {
        this.vectors = vectors;
        this.centre = new float[centre.length];
        for (int j = 0; j < centre.length; j++) {
            this.centre[j] = (float) centre[j];
        }
        this.deviation = deviation;
        this.twins = twins;
        this.batchSize = batchSize;
        this.seed = seed;
    }

    /** How many rows have a twin. */
    int rows() {
        return twins.rows();
    }

    double deviation() {
        return deviation;
    }

    /** Fills a matrix of twice the batch size: rows of the first view, then their twins in the same order. */
    void fill(Backend backend, Matrix batch, int epoch, int number) {
        RowOrder order = new RowOrder(twins.rows(), RowOrder.mix(seed, epoch));
        backend.fill(batch, (row, into) -> {
            int anchor = twins.row(order.at(number * batchSize + row % batchSize));
            float[] values = new float[centre.length];
            if (row < batchSize) {
                vectors.read(anchor, 1, FloatBuffer.wrap(values));
            } else {
                // the same draw for a row in an epoch, whichever thread asks
                twins.read(anchor, RowOrder.mix(seed ^ 0x7477696E73L, (long) epoch << 32 | anchor), vectors, values);
            }
            for (int j = 0; j < values.length; j++) {
                values[j] -= centre[j];
            }
            into.put(values);
        });
    }
}
