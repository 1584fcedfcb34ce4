package dev.tldr4j.learn.training;

import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/**
 * Sample queries that are anchors of a batch beside its rows: each with one of its nearest rows, by chance, as its twin. Queries
 * come up in a random order, all of them before one comes up again.
 *
 * @param nearest the numbers of the rows that are nearest to each query, query after query
 * @param perBatch how many of a batch's anchors are queries: its last ones
 */
public record QueryAnchors(Vectors queries, int[] nearest, int perBatch) {

    /** Which query is at this place, from 0, of a batch's queries. */
    int query(int step, int place, long seed) {
        long asked = (long) step * perBatch + place;
        RowOrder order = new RowOrder(queries.rows(), RowOrder.mix(seed ^ 0x71756572L, asked / queries.rows()));
        return order.at((int) (asked % queries.rows()));
    }

    /** The row that is the query's twin. */
    int twin(int query, long draw) {
        int k = nearest.length / queries.rows();
        return nearest[query * k + (int) Long.remainderUnsigned(draw, k)];
    }

    void read(int query, float[] into) {
        queries.read(query, 1, FloatBuffer.wrap(into));
    }
}
