package dev.tldr4j.spark.rows;

import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Objects;

/** Vectors in memory, one array for each: together they may be more than one array holds. */
public record HeapVectors(String name, float[][] values, int dims) implements Vectors {
    @Override
    public int rows() {
        return values.length;
    }

    @Override
    public ElementType type() {
        return ElementType.F4;
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        Objects.checkFromIndexSize(from, count, values.length);
        for (int row = from; row < from + count; row++) {
            into.put(values[row]);
        }
    }
}
