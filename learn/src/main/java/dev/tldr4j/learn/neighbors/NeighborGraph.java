package dev.tldr4j.learn.neighbors;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** For every row, the row numbers of its k nearest neighbours, nearest first. Immutable. */
public final class NeighborGraph {
    private final IntRows neighbors;

    /** Refuses row numbers that do not exist, and rows that are their own neighbour. */
    public NeighborGraph(IntRows neighbors) {
        this.neighbors = neighbors;
        for (int row = 0; row < rows(); row++) {
            for (int i = 0; i < k(); i++) {
                int neighbor = neighbor(row, i);
                if (neighbor < 0 || neighbor >= rows()) {
                    throw new InvalidInputException(neighbors.name() + ": row " + row + " names row " + neighbor
                            + " as a neighbour, but the graph has rows 0 to " + (rows() - 1)
                            + "; build it again with tldr4j neighbors");
                }
                if (neighbor == row) {
                    throw new InvalidInputException(neighbors.name() + ": row " + row
                            + " is its own neighbour; leave every row out of its own list");
                }
            }
        }
    }

    /** The neighbours that were found for all rows, one row's after the other's. */
    static NeighborGraph of(Vectors vectors, int k, int[] neighbors) {
        return new NeighborGraph(new IntRows("neighbours of " + vectors.name(), vectors.rows(), k, neighbors));
    }

    /** Reads a graph as {@link #save} writes it: .npy of whole numbers (n × k) or .ivecs. */
    public static NeighborGraph load(Path file) throws IOException {
        return new NeighborGraph(IntRows.read(file));
    }

    /** Writes the graph as .npy (int32, n × k) or .ivecs, by the file's name. */
    public void save(Path file) throws IOException {
        neighbors.write(file);
    }

    /** Tells these neighbours from others. */
    public String fingerprint() {
        return rows() + "x" + k() + "-" + Integer.toHexString(Arrays.hashCode(neighbors.values()));
    }

    public String name() {
        return neighbors.name();
    }

    public int rows() {
        return neighbors.rows();
    }

    public int k() {
        return neighbors.width();
    }

    /** The row number of the {@code i}-th nearest neighbour, from 0. */
    public int neighbor(int row, int i) {
        return neighbors.values()[row * k() + i];
    }
}
