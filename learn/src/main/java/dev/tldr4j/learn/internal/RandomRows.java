package dev.tldr4j.learn.internal;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/** Row numbers drawn at random. */
public final class RandomRows {
    private RandomRows() {}

    /** So many of the numbers 0 to {@code rows - 1}, none twice, ascending. */
    public static int[] draw(int rows, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        // Floyd's way: no list of all rows is needed
        Set<Integer> drawn = new HashSet<>();
        for (int last = rows - count; last < rows; last++) {
            int row = random.nextInt(last + 1);
            drawn.add(drawn.contains(row) ? last : row);
        }
        return drawn.stream().mapToInt(Integer::intValue).sorted().toArray();
    }
}
