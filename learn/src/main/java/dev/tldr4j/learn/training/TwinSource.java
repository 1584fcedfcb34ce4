package dev.tldr4j.learn.training;

import dev.tldr4j.learn.backend.BatchSource;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Optional;

/**
 * Batches of twins: in every epoch each row that has a twin comes up once, in a random order. A batch depends on the seed and
 * its number alone. What is left of an epoch after its last whole batch is left out; another epoch's order will bring it up.
 */
public final class TwinSource implements BatchSource {
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

    /** Of a batch of twice the batch size: rows of the first view, then their twins in the same order. */
    @Override
    public void read(int step, int row, FloatBuffer into) {
        int anchor = anchor(step, row);
        float[] values = new float[centre.length];
        if (row < batchSize) {
            vectors.read(anchor, 1, FloatBuffer.wrap(values));
        } else {
            twins.read(anchor, draw(step, anchor), vectors, values);
        }
        put(values, into);
    }

    private int anchor(int step, int row) {
        RowOrder order = new RowOrder(twins.rows(), RowOrder.mix(seed, step / batches()));
        return twins.row(order.at(step % batches() * batchSize + row % batchSize));
    }

    /** How many batches an epoch has. */
    private int batches() {
        return Math.max(1, twins.rows() / batchSize);
    }

    /** The same for a row in an epoch, whichever thread asks. */
    private long draw(int step, int anchor) {
        return RowOrder.mix(seed ^ 0x7477696E73L, (long) (step / batches()) << 32 | anchor);
    }

    private void put(float[] values, FloatBuffer into) {
        for (int j = 0; j < values.length; j++) {
            values[j] -= centre[j];
        }
        into.put(values);
    }

    @Override
    public Optional<Numbered> numbered() {
        return twins.areRows() ? Optional.of(new NumberedTwins()) : Optional.empty();
    }

    private final class NumberedTwins implements Numbered {
        @Override
        public int vectors() {
            return vectors.rows();
        }

        @Override
        public void readVector(int number, FloatBuffer into) {
            float[] values = new float[centre.length];
            vectors.read(number, 1, FloatBuffer.wrap(values));
            put(values, into);
        }

        @Override
        public int number(int step, int row) {
            int anchor = anchor(step, row);
            return row < batchSize ? anchor : twins.twin(anchor, draw(step, anchor));
        }
    }
}
