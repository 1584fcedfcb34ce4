package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;

/**
 * Classification by the vote of the k nearest training rows, each with one vote. A tie between labels goes to the
 * smallest of them, as in scikit-learn's {@code KNeighborsClassifier}; a tie between equally near rows goes to the
 * smaller row number.
 */
public final class KnnVote {
    /** The search keeps all neighbours, and some spare ones, in arrays, which hold no more than twice this. */
    private static final int MOST_NEIGHBORS = 1 << 30;

    private KnnVote() {}

    /**
     * The share of the test rows whose label the vote finds.
     *
     * @param trainLabels one label for each row of {@code train}
     * @param testLabels one label for each row of {@code test}
     * @throws InvalidInputException when the numbers of rows, labels and dimensions do not fit together, or k is below 1
     *     or above the number of training rows
     */
    public static double accuracy(
            Vectors train,
            IntRows trainLabels,
            Vectors test,
            IntRows testLabels,
            int k,
            Metric metric,
            int threads,
            ProgressListener listener) {
        return accuracy(Index.of(train, metric, threads), trainLabels, test, testLabels, k, listener);
    }

    /** The same, where the training rows are stored in some form, which knows the metric. */
    public static double accuracy(
            Index train, IntRows trainLabels, Vectors test, IntRows testLabels, int k, ProgressListener listener) {
        requireLabels(train.name(), train.rows(), trainLabels);
        requireLabels(test.name(), test.rows(), testLabels);
        Shapes.requireSameDims(train, test);
        if (k < 1 || k > train.rows()) {
            throw new InvalidInputException(
                    "k is " + k + "; it must be between 1 and the " + train.rows() + " rows of " + train.name());
        }
        if ((long) test.rows() * k > MOST_NEIGHBORS) {
            throw new InvalidInputException(test.name() + ": " + test.rows() + " rows with " + k
                    + " neighbours each are too many for one array; test at most " + MOST_NEIGHBORS / k + " rows");
        }
        int[] nearest = train.nearest(test, k, listener);
        return (double) countRight(nearest, k, trainLabels.values(), testLabels.values()) / test.rows();
    }

    /** How many of the test rows, each with k neighbours in turn, get their label. */
    static int countRight(int[] nearest, int k, int[] trainLabels, int[] testLabels) {
        int right = 0;
        int[] votes = new int[k];
        for (int row = 0; row < testLabels.length; row++) {
            for (int i = 0; i < k; i++) {
                votes[i] = trainLabels[nearest[row * k + i]];
            }
            if (winner(votes) == testLabels[row]) {
                right++;
            }
        }
        return right;
    }

    /** The label with most votes, the smallest such on a tie. Sorts the votes. */
    static int winner(int[] votes) {
        Arrays.sort(votes);
        int winner = votes[0];
        int most = 0;
        int run = 0;
        for (int i = 0; i < votes.length; i++) {
            run = i > 0 && votes[i] == votes[i - 1] ? run + 1 : 1;
            if (run > most) {
                most = run;
                winner = votes[i];
            }
        }
        return winner;
    }

    static void requireLabels(String vectors, int rows, IntRows labels) {
        if (labels.width() != 1) {
            throw new InvalidInputException(
                    labels.name() + ": has " + labels.width() + " numbers a row; labels are one number a row");
        }
        if (labels.rows() != rows) {
            throw new InvalidInputException(labels.name() + ": has " + labels.rows() + " labels, but " + vectors
                    + " has " + rows + " rows; give one label for each row");
        }
    }
}
