package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;

/** Some rows of other vectors, in the order given. */
final class SelectedVectors implements Vectors {
    private final Vectors vectors;
    private final int[] selected;

    SelectedVectors(Vectors vectors, int[] selected) {
        this.vectors = vectors;
        this.selected = selected;
    }

    @Override
    public String name() {
        return vectors.name() + " (selected rows)";
    }

    @Override
    public int rows() {
        return selected.length;
    }

    @Override
    public int dims() {
        return vectors.dims();
    }

    @Override
    public ElementType type() {
        return vectors.type();
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        for (int i = from; i < from + count; i++) {
            vectors.read(selected[i], 1, into);
        }
    }

    /**
     * Refuses rows that cannot be searched for, by their number among all rows. The search would refuse them too, but by
     * their number among the selected ones.
     */
    void requireSearchable(Metric metric) {
        FloatBuffer buffer = FloatBuffer.allocate(dims());
        for (int row : selected) {
            vectors.read(row, 1, buffer.clear());
            boolean zero = true;
            for (float value : buffer.array()) {
                if (!Float.isFinite(value)) {
                    throw new InvalidInputException(
                            vectors.name() + ": row " + row + " holds " + value + "; remove or repair that row");
                }
                zero &= value == 0;
            }
            if (zero && metric == Metric.COSINE) {
                throw new InvalidInputException(vectors.name() + ": row " + row
                        + " is a zero vector, which has no cosine; remove it or use another metric");
            }
        }
    }
}
