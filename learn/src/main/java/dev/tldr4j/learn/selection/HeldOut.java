package dev.tldr4j.learn.selection;

import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Rows set aside to measure on.
 *
 * @param learned what is left to learn from
 * @param rows those set aside, or null where there are none
 * @param learnedRows the numbers of the learned ones, or null where these are all
 */
public record HeldOut(Vectors learned, Vectors rows, int[] learnedRows, BitSet aside) {

    public static HeldOut draw(Vectors vectors, int count, long seed) {
        BitSet aside = new BitSet();
        if (count == 0) {
            return new HeldOut(vectors, null, null, aside);
        }
        int[] drawn = RandomRows.draw(vectors.rows(), count, seed);
        Arrays.stream(drawn).forEach(aside::set);
        int[] others = IntStream.range(0, vectors.rows())
                .filter(row -> !aside.get(row))
                .toArray();
        return new HeldOut(vectors.select(others), vectors.select(drawn), others, aside);
    }

    /** The number of the i-th row to learn from among all. */
    public int learnedRow(int i) {
        return learnedRows == null ? i : learnedRows[i];
    }

    public boolean isLearned(int row) {
        return !aside.get(row);
    }
}
