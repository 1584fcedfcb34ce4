package dev.tldr4j.baselines.manifold;

import java.util.Arrays;

/**
 * Points in cells that are halved along every dimension until each holds one, to sum up forces from many points that are
 * far away as one (Barnes and Hut, 1986).
 */
public final class PointTree {
    /** A cell is far when it is smaller than this part of its distance. */
    private static final double ANGLE = 0.5;

    /** Points that are still in one cell after so many halvings are taken for one. */
    private static final int DEEPEST = 48;

    private final double[] points;
    private final int dims;
    private final int branches;
    private final double[] low;
    private final double width;

    /** Of every cell: the number of its points, the sum of their coordinates, then their mean. */
    private int[] counts;

    private double[] centres;

    /** The square of the distance from which on a cell is far. */
    private double[] reach;

    /** Of every cell and branch: the cell there, or 0 for none. The first cell is nobody's branch. */
    private int[] children;

    /** The one point of a cell without branches, or -1. */
    private int[] single;

    private int cells;
    private int deepest;

    public PointTree(double[] points, int dims) {
        this.points = points;
        this.dims = dims;
        this.branches = 1 << dims;
        this.low = new double[dims];
        double widest = Double.MIN_NORMAL;
        for (int c = 0; c < dims; c++) {
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            for (int i = c; i < points.length; i += dims) {
                least = Math.min(least, points[i]);
                most = Math.max(most, points[i]);
            }
            low[c] = least;
            widest = Math.max(widest, most - least);
        }
        this.width = widest * (1 + 1e-9); // the largest coordinate is inside, too
        int rows = points.length / dims;
        grow(2 * rows + branches);
        newCell(width);
        for (int i = 0; i < rows; i++) {
            insert(i);
        }
        for (int cell = 0; cell < cells; cell++) {
            for (int c = 0; c < dims; c++) {
                centres[cell * dims + c] /= counts[cell];
            }
        }
    }

    private void grow(int size) {
        counts = counts == null ? new int[size] : Arrays.copyOf(counts, size);
        centres = centres == null ? new double[size * dims] : Arrays.copyOf(centres, size * dims);
        reach = reach == null ? new double[size] : Arrays.copyOf(reach, size);
        children = children == null ? new int[size * branches] : Arrays.copyOf(children, size * branches);
        single = single == null ? new int[size] : Arrays.copyOf(single, size);
    }

    private int newCell(double cellWidth) {
        if (cells == counts.length) {
            grow(2 * cells);
        }
        reach[cells] = cellWidth * cellWidth / (ANGLE * ANGLE);
        single[cells] = -1;
        return cells++;
    }

    private void insert(int point) {
        int cell = 0;
        double cellWidth = width;
        double[] corner = low.clone();
        for (int depth = 0; ; depth++) {
            deepest = Math.max(deepest, depth);
            boolean empty = counts[cell]++ == 0;
            for (int c = 0; c < dims; c++) {
                centres[cell * dims + c] += points[point * dims + c];
            }
            if (empty) {
                single[cell] = point;
                return;
            }
            if (depth == DEEPEST) {
                return;
            }
            cellWidth /= 2;
            int here = single[cell];
            if (here >= 0) {
                // the point that was alone moves down
                single[cell] = -1;
                int branch = newCell(cellWidth);
                children[cell * branches + branch(here, corner, cellWidth)] = branch;
                counts[branch] = 1;
                single[branch] = here;
                System.arraycopy(points, here * dims, centres, branch * dims, dims);
            }
            int branch = branch(point, corner, cellWidth);
            for (int c = 0; c < dims; c++) {
                corner[c] += (branch >> c & 1) * cellWidth;
            }
            int at = cell * branches + branch;
            if (children[at] == 0) {
                int made = newCell(cellWidth); // may replace the array
                children[at] = made;
            }
            cell = children[at];
        }
    }

    private int branch(int point, double[] corner, double half) {
        int branch = 0;
        for (int c = 0; c < dims; c++) {
            branch |= points[point * dims + c] >= corner[c] + half ? 1 << c : 0;
        }
        return branch;
    }

    /** Memory for {@link #repel}. */
    public int[] stack() {
        return new int[(deepest + 2) * branches];
    }

    /** Adds the forces of all others on a point; returns the sum of 1 / (1 + squared distance) over them. */
    public double repel(int point, double[] into, int[] stack) {
        int at = point * dims;
        double sum = 0;
        int waiting = 1;
        stack[0] = 0;
        while (waiting > 0) {
            int cell = stack[--waiting];
            double squares = 0;
            for (int c = 0; c < dims; c++) {
                double difference = points[at + c] - centres[cell * dims + c];
                squares += difference * difference;
            }
            boolean leaf = true;
            if (reach[cell] >= squares) {
                for (int branch = cell * branches; branch < (cell + 1) * branches; branch++) {
                    if (children[branch] != 0) {
                        stack[waiting++] = children[branch];
                        leaf = false;
                    }
                }
            }
            if (leaf) {
                double near = 1 / (1 + squares);
                double force = counts[cell] * near;
                sum += force;
                for (int c = 0; c < dims; c++) {
                    into[at + c] += force * near * (points[at + c] - centres[cell * dims + c]);
                }
            }
        }
        return sum - 1; // itself, at no distance
    }
}
