package dev.tldr4j.evaluate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds the ranks of one query's relevant documents from its scores with all documents, without sorting or keeping those
 * scores. They are heard twice: the first time the scores of the relevant documents are picked out, the second time the
 * documents that are better are counted.
 *
 * <p>A larger score is better; of two equal scores the smaller row number is. One thread at a time.
 */
final class RelevantRanks {
    private final int[] relevant;
    private final float[] scores;
    /** Rows the counting passes over, ascending: excluded ones, and relevant ones, whose order is known without it. */
    private final int[] passedOver;
    /** Positions in {@link #relevant}, best first; null until the first hearing is over. */
    private int[] order;
    /** At place p: how many other documents are worse than all relevant ones before place p and better than that at p. */
    private final int[] better;

    /**
     * @param relevant rows of the relevant documents, ascending, none of them excluded
     * @param excluded rows to leave out of the ranking
     */
    RelevantRanks(int[] relevant, Iterable<Integer> excluded) {
        this.relevant = relevant;
        this.scores = new float[relevant.length];
        this.better = new int[relevant.length];
        TreeSet<Integer> both = new TreeSet<>();
        excluded.forEach(both::add);
        IntStream.of(relevant).forEach(both::add);
        this.passedOver = both.stream().mapToInt(Integer::intValue).toArray();
    }

    /** First hearing: the scores of the rows from {@code firstRow} on. */
    void pick(int firstRow, int count, float[] rowScores) {
        for (int i = lowerBound(relevant, firstRow); i < relevant.length && relevant[i] < firstRow + count; i++) {
            scores[i] = rowScores[relevant[i] - firstRow] + 0f; // + 0 makes -0 into 0, which Float.compare tells apart
        }
    }

    /** Between the hearings. */
    void endPicking() {
        order = IntStream.range(0, relevant.length)
                .boxed()
                // the sort is stable: equal scores stay in the order of their rows
                .sorted(Comparator.comparing((Integer i) -> scores[i], Comparator.reverseOrder()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Second hearing: the same scores again. */
    void count(int firstRow, int count, float[] rowScores) {
        int end = firstRow + count;
        int from = firstRow;
        for (int i = lowerBound(passedOver, firstRow); i < passedOver.length && passedOver[i] < end; i++) {
            countBetween(from, passedOver[i], firstRow, rowScores);
            from = passedOver[i] + 1;
        }
        countBetween(from, end, firstRow, rowScores);
    }

    private void countBetween(int from, int to, int firstRow, float[] rowScores) {
        float worst = scores[order[order.length - 1]];
        for (int row = from; row < to; row++) {
            float score = rowScores[row - firstRow];
            if (score >= worst) { // false for nearly every document
                int place = firstBeaten(row, score);
                if (place < better.length) {
                    better[place]++;
                }
            }
        }
    }

    /** The best relevant document that this one is better than, as a place in {@link #order}. */
    private int firstBeaten(int row, float score) {
        int low = 0;
        int high = order.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            float other = scores[order[middle]];
            boolean beats = score > other || score == other && row < relevant[order[middle]];
            if (beats) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** The ranks, from 1, in the order of the relevant rows. */
    int[] ranks() {
        int[] ranks = new int[relevant.length];
        int above = 0;
        for (int place = 0; place < order.length; place++) {
            above += better[place];
            ranks[order[place]] = above + place + 1;
        }
        return ranks;
    }

    private static int lowerBound(int[] ascending, int key) {
        int found = Arrays.binarySearch(ascending, key);
        return found >= 0 ? found : -found - 1;
    }
}
