package dev.tldr4j.baselines.spectral;

import dev.tldr4j.baselines.manifold.NeighborMatrix;
import java.util.Arrays;

/** The lengths of the shortest paths from one row to all others in a graph of distances, by Dijkstra's way. */
public final class ShortestPaths {
    private final NeighborMatrix graph;
    private final int[] heap;
    private final int[] placeInHeap;
    private int size;
    private float[] lengths;

    public ShortestPaths(NeighborMatrix graph) {
        this.graph = graph;
        this.heap = new int[graph.rows()];
        this.placeInHeap = new int[graph.rows()];
    }

    /** Infinite where there is no path. */
    public float[] from(int row) {
        lengths = new float[graph.rows()];
        Arrays.fill(lengths, Float.POSITIVE_INFINITY);
        Arrays.fill(placeInHeap, -1);
        lengths[row] = 0;
        size = 0;
        rise(row, size++);
        while (size > 0) {
            int nearest = takeFirst();
            for (int at = graph.starts()[nearest]; at < graph.starts()[nearest + 1]; at++) {
                int other = graph.columns()[at];
                float length = lengths[nearest] + graph.values()[at];
                if (length < lengths[other]) {
                    lengths[other] = length;
                    rise(other, placeInHeap[other] < 0 ? size++ : placeInHeap[other]);
                }
            }
        }
        return lengths;
    }

    /** Puts a row at a place of the heap, or above it as long as it is nearer than what is there. */
    private void rise(int row, int place) {
        int at = place;
        while (at > 0 && lengths[heap[(at - 1) / 2]] > lengths[row]) {
            put(heap[(at - 1) / 2], at);
            at = (at - 1) / 2;
        }
        put(row, at);
    }

    private int takeFirst() {
        int first = heap[0];
        int last = heap[--size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            child += child + 1 < size && lengths[heap[child + 1]] < lengths[heap[child]] ? 1 : 0;
            if (lengths[heap[child]] >= lengths[last]) {
                break;
            }
            put(heap[child], at);
            at = child;
        }
        put(last, at);
        return first;
    }

    private void put(int row, int place) {
        heap[place] = row;
        placeInHeap[row] = place;
    }
}
