package dev.tldr4j.baselines.spectral;

import dev.tldr4j.baselines.manifold.NeighborMatrix;
import dev.tldr4j.baselines.manifold.Neighborhoods;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Joins the parts of a graph of distances that nothing joins: each to the largest part, by the two rows nearest to each other.
 * Between parts that are not joined no path is measured, and no eigenvector says how they lie to each other.
 */
final class Bridges {
    /** Of a part, at most so many rows look for the nearest of the largest part. */
    private static final int LOOKING = 1000;

    private Bridges() {}

    static NeighborMatrix join(TrainingContext material, NeighborMatrix graph) {
        int[] part = new int[graph.rows()];
        int parts = number(graph, part);
        if (parts == 1) {
            return graph;
        }
        material.listener()
                .note("the graph of neighbours falls into " + parts + " parts, which were joined by their nearest rows;"
                        + " more neighbours make it one");
        int[][] members = members(part, parts);
        Arrays.sort(members, (one, other) -> Integer.compare(other.length, one.length));
        Vectors vectors = material.vectors();
        Vectors largest = vectors.select(members[0]);
        List<int[]> pairs = new ArrayList<>();
        List<Float> distances = new ArrayList<>();
        for (int[] rows : Arrays.asList(members).subList(1, parts)) {
            int[] looking = rows.length <= LOOKING
                    ? rows
                    : Arrays.stream(RandomRows.draw(rows.length, LOOKING, 0))
                            .map(i -> rows[i])
                            .toArray();
            Neighborhoods near = Neighborhoods.among(
                    largest,
                    vectors.select(looking),
                    1,
                    material.metric(),
                    material.threads(),
                    ProgressListener.SILENT);
            int best = 0;
            for (int i = 1; i < looking.length; i++) {
                best = near.distances()[i] < near.distances()[best] ? i : best;
            }
            pairs.add(new int[] {looking[best], members[0][near.neighbors()[best]]});
            distances.add(near.distances()[best]);
        }
        return withPairs(graph, pairs, distances);
    }

    /** Gives every row the number of its part; returns how many there are. */
    private static int number(NeighborMatrix graph, int[] part) {
        Arrays.fill(part, -1);
        int[] waiting = new int[part.length];
        int parts = 0;
        for (int first = 0; first < part.length; first++) {
            if (part[first] >= 0) {
                continue;
            }
            int count = 1;
            waiting[0] = first;
            part[first] = parts;
            while (count > 0) {
                int row = waiting[--count];
                for (int at = graph.starts()[row]; at < graph.starts()[row + 1]; at++) {
                    int other = graph.columns()[at];
                    if (part[other] < 0) {
                        part[other] = parts;
                        waiting[count++] = other;
                    }
                }
            }
            parts++;
        }
        return parts;
    }

    private static int[][] members(int[] part, int parts) {
        int[] sizes = new int[parts];
        for (int each : part) {
            sizes[each]++;
        }
        int[][] members = new int[parts][];
        for (int i = 0; i < parts; i++) {
            members[i] = new int[sizes[i]];
        }
        for (int row = part.length - 1; row >= 0; row--) {
            members[part[row]][--sizes[part[row]]] = row;
        }
        return members;
    }

    private static NeighborMatrix withPairs(NeighborMatrix graph, List<int[]> pairs, List<Float> distances) {
        int rows = graph.rows();
        int[] more = new int[rows];
        for (int[] pair : pairs) {
            more[pair[0]]++;
            more[pair[1]]++;
        }
        int[] starts = new int[rows + 1];
        int[] columns = new int[graph.columns().length + 2 * pairs.size()];
        float[] values = new float[columns.length];
        int[] next = new int[rows];
        for (int i = 0; i < rows; i++) {
            int begin = graph.starts()[i];
            int count = graph.starts()[i + 1] - begin;
            System.arraycopy(graph.columns(), begin, columns, starts[i], count);
            System.arraycopy(graph.values(), begin, values, starts[i], count);
            next[i] = starts[i] + count;
            starts[i + 1] = next[i] + more[i];
        }
        for (int i = 0; i < pairs.size(); i++) {
            int[] pair = pairs.get(i);
            for (int side = 0; side < 2; side++) {
                columns[next[pair[side]]] = pair[1 - side];
                values[next[pair[side]]++] = distances.get(i);
            }
        }
        return new NeighborMatrix(starts, columns, values);
    }
}
