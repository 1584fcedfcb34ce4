package dev.tldr4j.spark.neighbors;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The nearest neighbours found so far of the rows of one partition. Which they are at the end does not depend on the order in
 * which they were offered: the nearer one counts, and of equally near ones that with the smaller id.
 */
public final class Neighbors implements Serializable {
    private static final long serialVersionUID = 1;
    public static final long NONE = -1;

    private final int partition;
    private final int k;
    private final long[] ids;
    private final double[] distances;

    Neighbors(int partition, int rows, int k) {
        this.partition = partition;
        this.k = k;
        this.ids = new long[Math.multiplyExact(rows, k)];
        this.distances = new double[ids.length];
        Arrays.fill(ids, NONE);
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
    }

    public int partition() {
        return partition;
    }

    public int rows() {
        return ids.length / k;
    }

    public int k() {
        return k;
    }

    /** The neighbour at a place from 0, nearest first, or {@link #NONE}. */
    public long id(int row, int place) {
        return ids[row * k + place];
    }

    void offer(int row, long id, double distance) {
        int from = row * k;
        int at = from + k;
        while (at > from && before(distance, id, at - 1)) {
            at--;
        }
        for (int i = from; i < from + k; i++) {
            if (ids[i] == id) {
                return;
            }
        }
        if (at < from + k) {
            System.arraycopy(ids, at, ids, at + 1, from + k - 1 - at);
            System.arraycopy(distances, at, distances, at + 1, from + k - 1 - at);
            ids[at] = id;
            distances[at] = distance;
        }
    }

    void offerAll(Neighbors other) {
        for (int i = 0; i < other.ids.length; i++) {
            if (other.ids[i] != NONE) {
                offer(i / k, other.ids[i], other.distances[i]);
            }
        }
    }

    /** A row's first neighbours without one of them, itself say. */
    long[] others(int row, long without, int most) {
        return Arrays.stream(ids, row * k, (row + 1) * k)
                .filter(id -> id != NONE && id != without)
                .limit(most)
                .toArray();
    }

    /** Those of the first rows alone. */
    Neighbors first(int count) {
        Neighbors first = new Neighbors(partition, Math.min(count, rows()), k);
        System.arraycopy(ids, 0, first.ids, 0, first.ids.length);
        System.arraycopy(distances, 0, first.distances, 0, first.ids.length);
        return first;
    }

    private boolean before(double distance, long id, int place) {
        return distance < distances[place]
                || distance == distances[place] && (ids[place] == NONE || Long.compareUnsigned(id, ids[place]) < 0);
    }
}
