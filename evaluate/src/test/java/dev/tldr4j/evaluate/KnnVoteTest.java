package dev.tldr4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import org.junit.jupiter.api.Test;

class KnnVoteTest {

    @Test
    void theLabelWithMostVotesWins() {
        assertThat(KnnVote.winner(new int[] {7, 3, 7, 1, 7, 3})).isEqualTo(7);
        assertThat(KnnVote.winner(new int[] {5})).isEqualTo(5);
    }

    @Test
    void aTieGoesToTheSmallestLabelWhicheverIsNearest() {
        assertThat(KnnVote.winner(new int[] {9, 9, 2, 2, 1})).isEqualTo(2);
        assertThat(KnnVote.winner(new int[] {3, 2, 1})).isEqualTo(1);
        assertThat(KnnVote.winner(new int[] {4, -4})).isEqualTo(-4);
    }

    @Test
    void aNearNeighbourOutweighsTwoThatAreFurther() {
        // at temperature 0.1: exp(9) = 8103 for label 3, exp(8) + exp(7.9) = 2981 + 2697 = 5678 for label 1
        assertThat(KnnVote.weightedWinner(new int[] {3, 1, 1}, new float[] {0.9f, 0.8f, 0.79f}, 0.1))
                .isEqualTo(3);
        // at temperature 1: exp(0.9) = 2.46 against exp(0.8) + exp(0.79) = 4.43
        assertThat(KnnVote.weightedWinner(new int[] {3, 1, 1}, new float[] {0.9f, 0.8f, 0.79f}, 1))
                .isEqualTo(1);
    }

    @Test
    void equalWeightsAreATieWhichTheSmallestLabelWins() {
        assertThat(KnnVote.weightedWinner(new int[] {9, 2}, new float[] {0.5f, 0.5f}, 0.07))
                .isEqualTo(2);
    }

    @Test
    void theColdestVoteIsThatOfTheNearest() {
        // exp(0.9 / 1e-4) is beyond any double
        assertThat(KnnVote.weightedWinner(new int[] {3, 1, 1}, new float[] {0.9f, 0.8f, 0.8f}, 1e-4))
                .isEqualTo(3);
    }

    @Test
    void theWeightedVoteGoesByTheAngle() {
        // from (2, 0.5) the angles to the six are 14, 14, 4, 76, 76 and 31 degrees: the nearest three have label 0;
        // from (0, 1.4) they are 90, 90, 72, 0, 0 and 45: two of label 1 and the stray; from (9, 8), 42, 42, 23, 48, 48
        // and 3: the stray, then label 0 twice; from (1, 0.1), 6, 6, 13, 84, 84 and 39: label 0, though it should be 1.
        // Cold, the stray wins for (9, 8): right in three of four. Warm, label 0 does, with two votes of nearly its
        // weight.
        assertThat(weighted(3, 0.07)).isEqualTo(3 / 4.0);
        assertThat(weighted(3, 10)).isEqualTo(2 / 4.0);
    }

    @Test
    void aTemperatureMustBeAboveZero() {
        for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> weighted(3, wrong))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("temperature is " + wrong);
        }
        assertThatThrownBy(() -> weighted(7, 0.07)).hasMessageContaining("k is 7");
    }

    private static double weighted(int k, double temperature) {
        return KnnVote.weightedAccuracy(
                Index.of(TRAIN, Metric.COSINE, 2),
                TRAIN_LABELS,
                TEST,
                TEST_LABELS,
                k,
                temperature,
                ProgressListener.SILENT);
    }

    @Test
    void eachTestRowIsJudgedByItsOwnNeighbours() {
        int[] trainLabels = {0, 0, 1, 1};
        int[] nearest = {
            0, 1, 2, // votes 0 0 1: right
            3, 2, 1, // votes 1 1 0: right
            0, 2, 3 // votes 0 1 1: the label is 0, so wrong
        };
        assertThat(KnnVote.countRight(nearest, 3, trainLabels, new int[] {0, 1, 0}))
                .isEqualTo(2);
    }

    /** Two groups: label 0 along the first axis, label 1 along the second; the last row is a stray. */
    private static final Vectors TRAIN = Vectors.of(new float[][] {{1, 0}, {2, 0}, {3, 1}, {0, 1}, {0, 2}, {9, 9}});

    private static final IntRows TRAIN_LABELS = labels("train-labels.npy", 0, 0, 0, 1, 1, 5);

    private static final Vectors TEST = Vectors.of(new float[][] {{2, 0.5f}, {0, 1.4f}, {9, 8}, {1, 0.1f}});
    private static final IntRows TEST_LABELS = labels("test-labels.npy", 0, 1, 5, 1);

    @Test
    void accuracyIsTheShareOfTestRowsThatGetTheirLabel() {
        // k 1: row 2 finds the stray; the last row is near label 0 but has label 1
        assertThat(accuracy(1, Metric.L2)).isEqualTo(3 / 4.0);
        // k 3: row 2 has the stray and, of (3,1), (2,0), (0,2), … at 85, 113, 117: votes 5 0 0, so it is wrong too
        assertThat(accuracy(3, Metric.L2)).isEqualTo(2 / 4.0);
    }

    @Test
    void theMetricMatters() {
        // by inner product the longest row, the stray, is nearest to all
        assertThat(accuracy(1, Metric.DOT)).isEqualTo(1 / 4.0);
    }

    @Test
    void allTrainingRowsMayVote() {
        // three votes for 0, two for 1, one for 5
        assertThat(accuracy(6, Metric.L2)).isEqualTo(1 / 4.0);
    }

    @Test
    void moreVotesThanTrainingRowsAreRefused() {
        assertThatThrownBy(() -> accuracy(7, Metric.L2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("k is 7; it must be between 1 and the 6 rows of " + TRAIN.name());
        assertThatThrownBy(() -> accuracy(0, Metric.L2)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void everyRowNeedsOneLabel() {
        IntRows few = labels("few.npy", 0, 1, 5);
        assertThatThrownBy(() -> accuracy(TRAIN, TRAIN_LABELS, TEST, few))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("few.npy: has 3 labels, but " + TEST.name() + " has 4 rows");
        assertThatThrownBy(() -> accuracy(TRAIN, few, TEST, TEST_LABELS))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("few.npy: has 3 labels, but " + TRAIN.name() + " has 6 rows");
        IntRows pairs = new IntRows("pairs.npy", 4, 2, new int[8]);
        assertThatThrownBy(() -> accuracy(TRAIN, TRAIN_LABELS, TEST, pairs))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("pairs.npy: has 2 numbers a row");
    }

    @Test
    void trainingAndTestRowsMustHaveTheSameDimensions() {
        Vectors wide = Vectors.of(new float[4 * 3], 3);
        assertThatThrownBy(() -> accuracy(TRAIN, TRAIN_LABELS, wide, TEST_LABELS))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("has 2 dimensions")
                .hasMessageContaining("has 3");
    }

    private static double accuracy(int k, Metric metric) {
        return KnnVote.accuracy(TRAIN, TRAIN_LABELS, TEST, TEST_LABELS, k, metric, 1, ProgressListener.SILENT);
    }

    private static double accuracy(Vectors train, IntRows trainLabels, Vectors test, IntRows testLabels) {
        return KnnVote.accuracy(train, trainLabels, test, testLabels, 1, Metric.L2, 1, ProgressListener.SILENT);
    }

    private static IntRows labels(String name, int... labels) {
        return new IntRows(name, labels.length, 1, labels);
    }
}
