package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.training.SharedState;
import dev.tldr4j.learn.training.SharedTraining;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.learn.training.TwinSource;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedFitTest {
    private final Vectors vectors = new Groups(30, 10, 1).vectors();

    private static Tldr.Builder quick() {
        return Tldr.builder()
                .dims(4)
                .neighbors(2)
                .projector("mlp-1-16")
                .steps(9)
                .batchSize(64)
                .threads(1)
                .fallback(Fallback.NONE);
    }

    /** Learns as a cluster of one would, from vectors in one place. */
    private record OneOfOne(Vectors vectors, int steps) implements FitExecutor {
        @Override
        public Vectors sample() {
            return vectors;
        }

        @Override
        public long rows() {
            return vectors.rows();
        }

        @Override
        public Trained train(TrainingPlan plan) throws IOException {
            try (Vectors rows = plan.space().encode(vectors, 1, null, ProgressListener.SILENT)) {
                NeighborGraph graph =
                        new ExactSearch(plan.metric(), 1).graph(rows, plan.neighbors(), ProgressListener.SILENT);
                Training training = plan.share(1, rows.rows());
                TwinSource pairs = new TwinSource(
                        rows,
                        plan.space().centre(),
                        plan.space().deviation(),
                        Twins.neighbors(graph, plan.neighbors()),
                        training.batchSize(),
                        training.seed());
                SharedTraining shared = new SharedTraining(training, plan.start());
                SharedState state = shared.begin(pairs);
                while (state.step() < training.steps()) {
                    state = shared.steps(pairs, state, steps);
                }
                int made = state.step();
                return new Trained(
                        shared.fold(pairs, state),
                        made,
                        made,
                        made,
                        training.batchSize(),
                        state.loss(),
                        Double.NaN,
                        Map.of());
            }
        }

        @Override
        public Vectors heldOut() {
            throw new UnsupportedOperationException("nothing is held out");
        }

        @Override
        public Vectors learned() {
            return vectors;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "flinear-1-12", "mlp-1-12"})
    void oneMachineThatSharesWithNobodyLearnsWhatAFitLearns(String shape) throws Exception {
        Encoder expected = quick().encoder(shape).fit(vectors);
        Encoder encoder = quick().encoder(shape).run(new OneOfOne(vectors, 2)).encoder();
        assertThat(encoder.id()).isEqualTo(expected.id());
        assertThat(encoder.metadata()).containsEntry("method", "neighborhood");
    }

    @Test
    void severalMachinesShareEpochsAndEachMakesAllSteps() {
        Training whole = new Training(EncoderShape.LINEAR, 4, ProjectorShape.NONE, null, null, null, 9, 64, 0, false);
        TrainingPlan steps = new TrainingPlan(null, whole, 0, null, null, null, 2, null, 0, Map.of());
        TrainingPlan epochs = new TrainingPlan(null, whole, 3, null, null, null, 2, null, 0, Map.of());
        assertThat(steps.share(4, 1000).steps()).isEqualTo(9);
        assertThat(epochs.share(4, 1000).steps()).isEqualTo(3);
        assertThat(epochs.share(4, 20).batchSize()).isEqualTo(20);
        assertThat(epochs.training(640).steps()).isEqualTo(30);
    }

    @Test
    void nothingIsHeldOutToMeasureOn() {
        assertThatThrownBy(() -> quick().earlyStop(true).run(new OneOfOne(vectors, 2)))
                .hasMessageContaining("holds no rows out");
    }

    @Test
    void theMeanOfTwoStatesIsBetweenThem() throws Exception {
        SharedState one = new SharedState(2, 1, new float[][] {{1, 2}});
        SharedState other = new SharedState(2, 3, new float[][] {{3, 6}});
        SharedState mean = one.plus(other).dividedBy(2);
        assertThat(mean.values()).isDeepEqualTo(new float[][] {{2, 4}});
        assertThat(mean.loss()).isEqualTo(2);
    }
}
