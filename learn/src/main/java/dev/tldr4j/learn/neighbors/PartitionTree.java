package dev.tldr4j.learn.neighbors;

import dev.tldr4j.learn.internal.QuickSelect;
import dev.tldr4j.learn.internal.Workers;
import java.util.SplittableRandom;

/**
 * Rows cut into leaves of almost equal size such that near rows are often in one leaf: each node is halved at the median
 * along the line through two of its rows, drawn at random (as in Annoy, but balanced). Another seed gives another tree, in
 * which other neighbours meet.
 */
final class PartitionTree {
    private static final int RANGE = 4096;

    private final int rows;
    private final int levels;
    /** The rows, leaf after leaf. */
    private final int[] order;

    private PartitionTree(int rows, int levels, int[] order) {
        this.rows = rows;
        this.levels = levels;
        this.order = order;
    }

    /** @param leafSize the most rows in a leaf; there are at least half as many */
    static PartitionTree grow(PrincipalSketch sketch, int rows, int leafSize, long seed, Workers workers) {
        int levels = 0;
        while (((rows - 1) >> levels) >= leafSize) {
            levels++;
        }
        PartitionTree tree = new PartitionTree(rows, levels, new int[rows]);
        for (int i = 0; i < rows; i++) {
            tree.order[i] = i;
        }
        float[] values = new float[rows];
        for (int level = 0; level < levels; level++) {
            tree.split(sketch, level, values, seed, workers);
        }
        return tree;
    }

    private void split(PrincipalSketch sketch, int level, float[] values, long seed, Workers workers) {
        int nodes = 1 << level;
        float[][] directions = new float[nodes][];
        for (int node = 0; node < nodes; node++) {
            int from = begin(node, level);
            int size = begin(node + 1, level) - from;
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + (nodes + node));
            int one = random.nextInt(size);
            int other = (one + 1 + random.nextInt(size - 1)) % size;
            directions[node] = sketch.difference(order[from + one], order[from + other]);
        }
        workers.runRanges(rows, RANGE, (from, to) -> {
            int node = nodeOf(from, level);
            int end = begin(node + 1, level);
            for (int i = from; i < to; i++) {
                while (i >= end) {
                    node++;
                    end = begin(node + 1, level);
                }
                values[i] = sketch.dot(order[i], directions[node]);
            }
        });
        workers.run(
                nodes,
                node -> QuickSelect.partition(
                        values, order, begin(node, level), begin(2 * node + 1, level + 1), begin(node + 1, level)));
    }

    /** Where a node of a level begins in the order. */
    private int begin(int node, int level) {
        return (int) ((long) rows * node >> level);
    }

    private int nodeOf(int position, int level) {
        int node = (int) (((long) position << level) / rows);
        while (begin(node + 1, level) <= position) {
            node++;
        }
        return node;
    }

    int leaves() {
        return 1 << levels;
    }

    /** The rows of a leaf. */
    int[] leaf(int leaf) {
        return java.util.Arrays.copyOfRange(order, begin(leaf, levels), begin(leaf + 1, levels));
    }
}
