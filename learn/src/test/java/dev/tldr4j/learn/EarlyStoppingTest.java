package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.progress.TrainingReport;
import dev.tldr4j.learn.selection.HeldOut;
import dev.tldr4j.learn.selection.HeldOutSearch;
import dev.tldr4j.learn.selection.NeighborRecall;
import dev.tldr4j.learn.selection.Validation;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Measuring while learning, and what follows from it. */
class EarlyStoppingTest {
    private static final Groups GROUPS = new Groups(40, 10, 1);

    private final List<TrainingReport> reports = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    @Test
    void neighboursKeptAreCountedRowByRow() {
        // 2 of 3, then 1 of 3; the order does not matter
        int[] wanted = {1, 2, 3, 4, 5, 6};
        int[] found = {3, 9, 1, 6, 7, 8};
        assertThat(NeighborRecall.shareKept(wanted, found, 3)).isEqualTo(0.5);
    }

    @Test
    void allNeighboursAreKeptWhereNothingIsReduced() throws IOException {
        HeldOut heldOut = HeldOut.draw(GROUPS.vectors(), 30, 5);
        float[] identity = new float[Groups.DIMS * Groups.DIMS];
        float[] first = new float[Groups.DIMS];
        first[0] = 1;
        for (int i = 0; i < Groups.DIMS; i++) {
            identity[i * Groups.DIMS + i] = 2;
        }
        Validation kept = new NeighborRecall(new HeldOutSearch(heldOut.rows(), heldOut.learned(), 2, 1), Metric.L2);
        assertThat(kept.score(Encoder.affine(identity, new float[Groups.DIMS], Map.of())))
                .isEqualTo(1);
        assertThat(kept.score(Encoder.affine(first, new float[1], Map.of()))).isBetween(0.01, 0.4);
    }

    @Test
    void heldOutRowsAreNotLearnedFrom() throws IOException {
        float[][] rows = GROUPS.values(1);
        // a held-out row far away from everything would draw the first principal component to itself
        for (int row : heldOutRows(40, 3)) {
            java.util.Arrays.fill(rows[row], 1e6f * (row % 2 == 0 ? 1 : -1));
        }
        Encoder encoder = quick().holdOut(40).seed(3).fit(Vectors.of(rows));
        assertThat(GROUPS.neighboursOfTheSameGroup(encoder)).isGreaterThan(0.5);
        assertThat(encoder.metadata()).containsEntry("held_out_rows", "40").containsEntry("training_rows", "360");
    }

    private static List<Integer> heldOutRows(int count, long seed) {
        HeldOut heldOut = HeldOut.draw(GROUPS.vectors(), count, seed);
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < 400; row++) {
            if (!heldOut.isLearned(row)) {
                rows.add(row);
            }
        }
        assertThat(rows).hasSize(count);
        return rows;
    }

    @Test
    void theStartAndSomeTwentyStepsAreMeasured() throws IOException {
        quick().holdOut(50).steps(40).fit(GROUPS.vectors());
        List<Integer> measured = reports.stream()
                .filter(report -> !Double.isNaN(report.score()))
                .map(TrainingReport::step)
                .toList();
        assertThat(measured).startsWith(0, 2, 4).endsWith(40).hasSize(21);
        assertThat(reports).hasSize(41);
        assertThat(reports.get(0).loss()).isNaN();
        TrainingReport last = reports.get(40);
        assertThat(last.loss()).isPositive();
        assertThat(last.learningRate()).isBetween(1e-6, 1e-4);
        assertThat(last.pairsPerSecond()).isPositive();
        assertThat(last.scoreName()).isEqualTo("neighbours kept");
        assertThat(last.score()).isBetween(0.4, 1.0);
    }

    @Test
    void withoutAWatchNothingIsMeasuredButEveryStepIsTold() throws IOException {
        quick().steps(3).fit(GROUPS.vectors());
        assertThat(reports).extracting(TrainingReport::step).containsExactly(1, 2, 3);
        assertThat(reports).extracting(TrainingReport::score).containsOnly(Double.NaN);
    }

    /** Says that what it sees at one call is best; remembers that encoder. */
    private static final class BestAtCall implements Validation {
        private final int best;
        private int calls;
        private Encoder encoder;

        BestAtCall(int best) {
            this.best = best;
        }

        @Override
        public String name() {
            return "a score of our own";
        }

        @Override
        public double score(Encoder measured) {
            if (calls == best) {
                encoder = measured;
            }
            return calls++ == best ? 2 : 1;
        }
    }

    @Test
    void earlyStopTakesTheBestAndEndsAQuarterOfTheStepsLater() throws IOException {
        BestAtCall validation = new BestAtCall(3);
        Encoder encoder =
                quick().steps(100).validation(validation).earlyStop(true).fit(GROUPS.vectors());
        // measured after every fifth step: the third after the start is step 15, and 25 steps later it is enough
        assertThat(reports.get(reports.size() - 1).step()).isEqualTo(40);
        assertThat(encoder.id()).isEqualTo(validation.encoder.id());
        assertThat(encoder.metadata())
                .containsEntry("steps", "15")
                .containsEntry("planned_steps", "100")
                .containsEntry("score", "2.0")
                .containsEntry("score_name", "a score of our own")
                .containsEntry("training_rows", "400");
        assertThat(notes).contains("the best encoder is that after 15 of 100 steps; training ended after 40");
    }

    @Test
    void whereTheStartIsBestItIsTaken() throws IOException {
        Encoder encoder =
                quick().steps(40).validation(new BestAtCall(0)).earlyStop(true).fit(GROUPS.vectors());
        assertThat(encoder.metadata()).containsEntry("steps", "0");
        assertThat(reports.get(reports.size() - 1).step()).isEqualTo(10);
    }

    @Test
    void earlyStopHoldsOutRowsOfItself() throws IOException {
        Encoder encoder = quick().earlyStop(true).fit(GROUPS.vectors());
        assertThat(encoder.metadata()).containsEntry("held_out_rows", "40");
        assertThat(Double.parseDouble(encoder.metadata().get("score")))
                .isCloseTo(
                        reports.stream()
                                .mapToDouble(TrainingReport::score)
                                .filter(score -> !Double.isNaN(score))
                                .max()
                                .orElseThrow(),
                        within(0.0));
    }

    private Tldr.Builder quick() {
        return Tldr.builder()
                .dims(Groups.SIGNALS)
                .projector("mlp-1-32")
                .batchSize(100)
                .steps(60)
                .threads(2)
                .listener(new ProgressListener() {
                    @Override
                    public void progress(Progress progress) {}

                    @Override
                    public void trained(TrainingReport report) {
                        reports.add(report);
                    }

                    @Override
                    public void note(String message) {
                        notes.add(message);
                    }
                });
    }
}
