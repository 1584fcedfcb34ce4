package dev.tldr4j.learn.internal;

import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Some rows of others, drawn at random without repetition and kept in their order. */
public final class SampledVectors implements Vectors {
    private final Vectors all;
    private final int[] chosen;

    public SampledVectors(Vectors all, int count, long seed) {
        this.all = all;
        this.chosen = draw(all.rows(), count, new SplittableRandom(seed));
    }

    /** Floyd's way: no list of all rows is needed. */
    private static int[] draw(int rows, int count, SplittableRandom random) {
        java.util.Set<Integer> drawn = new java.util.HashSet<>();
        for (int last = rows - count; last < rows; last++) {
            int row = random.nextInt(last + 1);
            drawn.add(drawn.contains(row) ? last : row);
        }
        int[] sorted = drawn.stream().mapToInt(Integer::intValue).toArray();
        Arrays.sort(sorted);
        return sorted;
    }

    @Override
    public String name() {
        return all.name();
    }

    @Override
    public int rows() {
        return chosen.length;
    }

    @Override
    public int dims() {
        return all.dims();
    }

    @Override
    public ElementType type() {
        return all.type();
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        for (int i = from; i < from + count; i++) {
            all.read(chosen[i], 1, into);
        }
    }

    /** A row's number in a message is its number in the file. */
    @Override
    public void requireFinite(int from, int count) {
        for (int i = from; i < from + count; i++) {
            all.requireFinite(chosen[i], 1);
        }
    }
}
