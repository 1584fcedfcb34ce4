package dev.tldr4j.evaluate;

import java.util.Arrays;

/**
 * The best of one query's scores, picked out as they are heard; of equal scores those of the smaller row numbers. One
 * thread at a time.
 */
public final class BestScores {
    /** A heap: nothing is better than what is at half its place, so the worst kept comes first. */
    private final float[] scores;

    private final int[] rows;
    private int size;

    /** @param most how many to keep */
    public BestScores(int most) {
        this.scores = new float[most];
        this.rows = new int[most];
    }

    /** Hears the scores of consecutive rows; rows must come in ascending order. */
    public void hear(int firstRow, int count, float[] heard) {
        int i = 0;
        for (; i < count && size < scores.length; i++) {
            rise(size++, firstRow + i, heard[i]);
        }
        for (; i < count; i++) {
            if (heard[i] > scores[0]) { // an equal one has the larger row number, and so is worse
                sink(firstRow + i, heard[i]);
            }
        }
    }

    private void rise(int place, int row, float score) {
        int at = place;
        while (at > 0 && isWorse(row, score, (at - 1) / 2)) {
            move((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        put(at, row, score);
    }

    /** Puts another in the place of the worst. */
    private void sink(int row, float score) {
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isWorse(rows[child + 1], scores[child + 1], child)) {
                child++;
            }
            if (isWorse(row, score, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, row, score);
    }

    private boolean isWorse(int row, float score, int place) {
        return score < scores[place] || score == scores[place] && row > rows[place];
    }

    private void move(int from, int to) {
        put(to, rows[from], scores[from]);
    }

    private void put(int at, int row, float score) {
        rows[at] = row;
        scores[at] = score;
    }

    /** What was kept: fewer than asked for only if there were no more. */
    public Best bestFirst() {
        long[] keys = new long[size];
        for (int i = 0; i < size; i++) {
            keys[i] = key(rows[i], scores[i]);
        }
        Arrays.sort(keys);
        int[] bestRows = new int[size];
        float[] bestScores = new float[size];
        for (int i = 0; i < size; i++) {
            bestRows[i] = (int) keys[i];
            bestScores[i] = Float.intBitsToFloat(ordered(~(int) (keys[i] >> 32)));
        }
        return new Best(bestRows, bestScores);
    }

    /** A number that is the smaller, the better: the score's order in its upper half, the row in its lower. */
    private static long key(int row, float score) {
        return (long) ~ordered(Float.floatToIntBits(score + 0f)) << 32 | row; // + 0 makes -0 into 0
    }

    /** A float's bits as an integer of the same order, and back. */
    private static int ordered(int bits) {
        return bits ^ bits >> 31 & Integer.MAX_VALUE;
    }

    /** Rows and their scores, best first. */
    public record Best(int[] rows, float[] scores) {}
}
