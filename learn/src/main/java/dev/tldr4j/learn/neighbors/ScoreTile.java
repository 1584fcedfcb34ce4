package dev.tldr4j.learn.neighbors;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;

/** One thread's two blocks of rows and the scores between them. */
final class ScoreTile implements Workers.Scratch {
    private final NativeMatrix left;
    private final NativeMatrix right;
    private final NativeMatrix products;
    private final float[] leftPenalty;
    private final float[] rightPenalty;
    private final float[] line;
    private int[] ownRows;
    private int leftFirst = -1;
    private int leftCount;
    private int rightFirst;
    private int rightCount;

    ScoreTile(int dims, int leftRows, int rightRows) {
        left = new NativeMatrix(leftRows, dims);
        right = new NativeMatrix(rightRows, dims);
        products = new NativeMatrix(leftRows, rightRows);
        leftPenalty = new float[leftRows];
        rightPenalty = new float[rightRows];
        line = new float[rightRows];
    }

    void loadLeft(ScoredRows rows, int first, int count) {
        if (first != leftFirst) {
            rows.load(first, count, left);
            for (int i = 0; i < count; i++) {
                leftPenalty[i] = rows.penalty(first + i);
            }
            leftFirst = first;
            leftCount = count;
        }
    }

    void loadRight(ScoredRows rows, int first, int count) {
        rows.load(first, count, right);
        for (int i = 0; i < count; i++) {
            rightPenalty[i] = rows.penalty(first + i);
        }
        rightFirst = first;
        rightCount = count;
    }

    /** Loads some rows as both sides. */
    void loadBoth(ScoredRows rows, int[] numbers) {
        rows.load(numbers, left);
        for (int i = 0; i < numbers.length; i++) {
            leftPenalty[i] = rows.penalty(numbers[i]);
        }
        ownRows = numbers;
    }

    /** Compares the rows loaded as both sides with each other; any of them may know another already. */
    void offerAmongBoth(TopK top) {
        int count = ownRows.length;
        OpenBlas.lowerDots(left.rows(0, count), products);
        float[] thresholds = new float[count];
        for (int i = 0; i < count; i++) {
            thresholds[i] = top.threshold(ownRows[i]);
        }
        for (int i = 1; i < count; i++) {
            products.get(i, 0, line, 0, i);
            float penalty = leftPenalty[i];
            float threshold = thresholds[i];
            for (int j = 0; j < i; j++) {
                if (line[j] - leftPenalty[j] >= threshold) {
                    top.offerOnce(ownRows[i], ownRows[j], line[j] - leftPenalty[j]);
                    threshold = top.threshold(ownRows[i]);
                }
                if (line[j] - penalty >= thresholds[j]) {
                    top.offerOnce(ownRows[j], ownRows[i], line[j] - penalty);
                    thresholds[j] = top.threshold(ownRows[j]);
                }
            }
            thresholds[i] = threshold;
        }
    }

    void multiply() {
        OpenBlas.dots(left.rows(0, leftCount), right.rows(0, rightCount), products);
    }

    /** For rows with themselves: only the products of a row with those before it are computed, and only they count. */
    void multiplyWithItself() {
        OpenBlas.lowerDots(left.rows(0, leftCount), products);
    }

    /** Tells every left row's scores with all right rows. */
    void visitLeft(ExactSearch.ScoreVisitor visitor) {
        for (int i = 0; i < leftCount; i++) {
            float[] scores = line(i);
            for (int j = 0; j < rightCount; j++) {
                scores[j] -= rightPenalty[j];
            }
            visitor.scores(leftFirst + i, rightFirst, rightCount, scores);
        }
    }

    private float[] line(int row) {
        products.get(row, 0, line, 0, rightCount);
        return line;
    }

    /** How many of the right rows a left one is compared with. */
    private int countFor(int leftRow) {
        return leftFirst == rightFirst ? leftRow : rightCount;
    }

    void offerRightToLeft(TopK top) {
        for (int i = 0; i < leftCount; i++) {
            int row = leftFirst + i;
            int count = countFor(i);
            float[] scores = line(i);
            float threshold = top.threshold(row);
            for (int j = 0; j < count; j++) {
                float score = scores[j] - rightPenalty[j];
                if (score >= threshold) {
                    top.offer(row, rightFirst + j, score);
                    threshold = top.threshold(row);
                }
            }
        }
    }

    void offerLeftToRight(TopK top) {
        float[] thresholds = new float[rightCount];
        for (int j = 0; j < rightCount; j++) {
            thresholds[j] = top.threshold(rightFirst + j);
        }
        for (int i = 0; i < leftCount; i++) {
            int count = countFor(i);
            float[] scores = line(i);
            float penalty = leftPenalty[i];
            for (int j = 0; j < count; j++) {
                float score = scores[j] - penalty;
                if (score >= thresholds[j]) {
                    top.offer(rightFirst + j, leftFirst + i, score);
                    thresholds[j] = top.threshold(rightFirst + j);
                }
            }
        }
    }

    @Override
    public void close() {
        left.close();
        right.close();
        products.close();
    }
}
