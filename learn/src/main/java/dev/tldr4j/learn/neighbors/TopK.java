package dev.tldr4j.learn.neighbors;

import java.util.Arrays;

/**
 * The best k candidates of each of many rows. What is kept does not depend on the order in which candidates come: equal
 * scores are decided for the smaller number. Many threads may offer candidates at once. A threshold that is read meanwhile may
 * be an earlier, smaller one: it lets too much through, never too little.
 */
final class TopK {
    /** No candidate. */
    static final int NONE = Integer.MAX_VALUE;

    /** A power of two, and many more than threads. */
    private static final int LOCKS = 1024;

    private final Object[] locks = new Object[LOCKS];
    private final int k;
    /** For every row a heap with its worst candidate first. */
    private final float[] scores;

    private final int[] candidates;

    TopK(int rows, int k) {
        this(k, new float[Math.multiplyExact(rows, k)], new int[rows * k]);
        Arrays.fill(scores, Float.NEGATIVE_INFINITY);
        Arrays.fill(candidates, NONE);
    }

    /** As they were saved. */
    TopK(int k, float[] scores, int[] candidates) {
        this.k = k;
        this.scores = scores;
        this.candidates = candidates;
        Arrays.setAll(locks, i -> new Object());
    }

    int k() {
        return k;
    }

    /** A candidate with a smaller score will not be kept. */
    float threshold(int row) {
        return scores[row * k];
    }

    /** @param again whether the row may have the candidate already; it is kept once */
    void offer(int row, int candidate, float score, boolean again) {
        synchronized (locks[row & (LOCKS - 1)]) {
            if (!again || !has(row, candidate)) {
                offer(row, candidate, score);
            }
        }
    }

    private void offer(int row, int candidate, float score) {
        int root = row * k;
        if (!isWorse(scores[root], candidates[root], score, candidate)) {
            return;
        }
        // the new one takes the root's place and sinks to where both below it are better
        int hole = 0;
        while (true) {
            int child = 2 * hole + 1;
            if (child >= k) {
                break;
            }
            int other = child + 1;
            if (other < k
                    && isWorse(
                            scores[root + other],
                            candidates[root + other],
                            scores[root + child],
                            candidates[root + child])) {
                child = other;
            }
            if (!isWorse(scores[root + child], candidates[root + child], score, candidate)) {
                break;
            }
            scores[root + hole] = scores[root + child];
            candidates[root + hole] = candidates[root + child];
            hole = child;
        }
        scores[root + hole] = score;
        candidates[root + hole] = candidate;
    }

    private boolean has(int row, int candidate) {
        for (int i = row * k; i < (row + 1) * k; i++) {
            if (candidates[i] == candidate) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWorse(float score, int candidate, float otherScore, int otherCandidate) {
        return score < otherScore || (score == otherScore && candidate > otherCandidate);
    }

    /** The row's candidates, in no order; {@link #NONE} where fewer than k came. */
    int candidate(int row, int i) {
        return candidates[row * k + i];
    }

    /** The score of {@link #candidate}. */
    float score(int row, int i) {
        return scores[row * k + i];
    }

    /** All rows' candidates, each row's best first. */
    int[] bestFirst() {
        int[] ordered = new int[candidates.length];
        Arrays.fill(ordered, NONE);
        for (int root = 0; root < ordered.length; root += k) {
            for (int i = root; i < root + k; i++) {
                // how many are better than this one is its place
                int place = root;
                for (int j = root; j < root + k; j++) {
                    place += isWorse(scores[i], candidates[i], scores[j], candidates[j]) ? 1 : 0;
                }
                ordered[place] = candidates[i];
            }
        }
        return ordered;
    }

    /** All rows' candidates as they are now. */
    int[] candidates() {
        return candidates.clone();
    }

    /** All rows' scores as they are now. */
    float[] scores() {
        return scores.clone();
    }
}
