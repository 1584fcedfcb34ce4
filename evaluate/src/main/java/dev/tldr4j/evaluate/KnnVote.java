package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Classification by the vote of the k nearest training rows: each has one vote, or one of the weight of its similarity. A
 * tie between labels goes to the smallest of them, as in scikit-learn's {@code KNeighborsClassifier}; a tie between equally
 * near rows goes to the smaller row number.
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
        requireFit(train, trainLabels, test, testLabels, k);
        if ((long) test.rows() * k > MOST_NEIGHBORS) {
            throw new InvalidInputException(test.name() + ": " + test.rows() + " rows with " + k
                    + " neighbours each are too many for one array; test at most " + MOST_NEIGHBORS / k + " rows");
        }
        int[] nearest = train.nearest(test, k, listener);
        return (double) countRight(nearest, k, trainLabels.values(), testLabels.values()) / test.rows();
    }

    /**
     * The share of the test rows whose label is found by a vote in which a neighbour of cosine similarity s has the weight
     * exp(s / temperature), as for ImageNet with DINO (Caron et al., 2021, after Wu et al., 2018; k 20, temperature 0.07).
     *
     * @param train an index whose scores are cosines: one by {@link Metric#COSINE}
     * @param temperature above 0; the smaller, the more the nearest count
     */
    public static double weightedAccuracy(
            Index train,
            IntRows trainLabels,
            Vectors test,
            IntRows testLabels,
            int k,
            double temperature,
            ProgressListener listener) {
        requireFit(train, trainLabels, test, testLabels, k);
        if (!(temperature > 0) || Double.isInfinite(temperature)) {
            throw new InvalidInputException("temperature is " + temperature + "; it must be above 0");
        }
        int[] labels = trainLabels.values();
        BestScores[] best = new BestScores[test.rows()]; // of those rows only that are being compared
        LongAdder right = new LongAdder();
        train.scores(
                test,
                (row, firstRow, count, scores) -> {
                    if (firstRow == 0) {
                        best[row] = new BestScores(k);
                    }
                    best[row].hear(firstRow, count, scores);
                    if (firstRow + count == train.rows()) {
                        BestScores.Best nearest = best[row].bestFirst();
                        int[] votes = Arrays.stream(nearest.rows())
                                .map(i -> labels[i])
                                .toArray();
                        if (weightedWinner(votes, nearest.scores(), temperature)
                                == testLabels.values()[row]) {
                            right.increment();
                        }
                        best[row] = null;
                    }
                },
                listener);
        return (double) right.sum() / test.rows();
    }

    /** @param similarities of the voters, the largest first */
    static int weightedWinner(int[] votes, float[] similarities, double temperature) {
        Map<Integer, Double> weights = new TreeMap<>();
        for (int i = 0; i < votes.length; i++) {
            // against the nearest, which changes no ratio: a small temperature would overflow
            double weight = Math.exp(((double) similarities[i] - similarities[0]) / temperature);
            weights.merge(votes[i], weight, Double::sum);
        }
        int winner = votes[0];
        double most = -1;
        for (Map.Entry<Integer, Double> label : weights.entrySet()) {
            if (label.getValue() > most) {
                most = label.getValue();
                winner = label.getKey();
            }
        }
        return winner;
    }

    private static void requireFit(Index train, IntRows trainLabels, Vectors test, IntRows testLabels, int k) {
        requireLabels(train.name(), train.rows(), trainLabels);
        requireLabels(test.name(), test.rows(), testLabels);
        Shapes.requireSameDims(train, test);
        if (k < 1 || k > train.rows()) {
            throw new InvalidInputException(
                    "k is " + k + "; it must be between 1 and the " + train.rows() + " rows of " + train.name());
        }
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
