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
    /** Or null. */
    private final QueryAnchors queries;
    /** How many of a batch's pairs begin with a row: all but the queries'. */
    private final int ownPairs;

    /**
     * @param centre taken off every row: it does not change the loss, but keeps the numbers small
     * @param deviation the root of the mean variance of the dimensions: the unit of the rows
     */
    public TwinSource(Vectors vectors, double[] centre, double deviation, Twins twins, int batchSize, long seed) {
        this(vectors, centre, deviation, twins, batchSize, seed, null);
    }

    /** @param queries that begin some of a batch's pairs, or null */
    public TwinSource(
            Vectors vectors,
            double[] centre,
            double deviation,
            Twins twins,
            int batchSize,
            long seed,
            QueryAnchors queries) {
        this.vectors = vectors;
        this.centre = new float[centre.length];
        for (int j = 0; j < centre.length; j++) {
            this.centre[j] = (float) centre[j];
        }
        this.deviation = deviation;
        this.twins = twins;
        this.batchSize = batchSize;
        this.seed = seed;
        this.queries = queries;
        this.ownPairs = batchSize - queries();
    }

    /** How many pairs of a batch begin with a query: its last ones. */
    int queries() {
        return queries == null ? 0 : queries.perBatch();
    }

    /** How many numbers a row has. */
    int dims() {
        return centre.length;
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
        float[] values = new float[centre.length];
        int place = row % batchSize;
        if (place >= ownPairs) {
            readNumber(number(step, row), values);
        } else if (row < batchSize) {
            vectors.read(anchor(step, place), 1, FloatBuffer.wrap(values));
        } else {
            int anchor = anchor(step, place);
            twins.read(anchor, draw(step, anchor), vectors, values);
        }
        put(values, into);
    }

    /** Queries are numbered after the rows. */
    private int number(int step, int row) {
        int place = row % batchSize;
        if (place >= ownPairs) {
            int query = queries.query(step, place - ownPairs, seed);
            return row < batchSize ? vectors.rows() + query : queries.twin(query, draw(step, vectors.rows() + query));
        }
        int anchor = anchor(step, place);
        return row < batchSize ? anchor : twins.twin(anchor, draw(step, anchor));
    }

    private void readNumber(int number, float[] into) {
        if (number < vectors.rows()) {
            vectors.read(number, 1, FloatBuffer.wrap(into));
        } else {
            queries.read(number - vectors.rows(), into);
        }
    }

    private int anchor(int step, int place) {
        RowOrder order = new RowOrder(twins.rows(), RowOrder.mix(seed, step / batches()));
        return twins.row(order.at(step % batches() * ownPairs + place));
    }

    /** How many batches an epoch has. */
    private int batches() {
        return Math.max(1, twins.rows() / ownPairs);
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
            return vectors.rows() + (queries == null ? 0 : queries.queries().rows());
        }

        @Override
        public void readVector(int number, FloatBuffer into) {
            float[] values = new float[centre.length];
            readNumber(number, values);
            put(values, into);
        }

        @Override
        public int number(int step, int row) {
            return TwinSource.this.number(step, row);
        }
    }
}
