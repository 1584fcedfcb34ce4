package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.neighbors.ExactSearch;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.learn.training.SharedState;
import dev.tldr4j.learn.training.SharedTraining;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.learn.training.TwinSource;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.Vectors;
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

    private NeighborGraph neighbors(TrainingPlan plan) throws Exception {
        if (plan.neighborSpace().isEmpty()) {
            return new ExactSearch(plan.metric(), 1).graph(vectors, 2, ProgressListener.SILENT);
        }
        BatchEncoder space = new BatchEncoder(plan.neighborSpace().get(), 1);
        try (Vectors there = space.encode(vectors, ProgressListener.SILENT)) {
            return new ExactSearch(Metric.L2, 1).graph(there, 2, ProgressListener.SILENT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "flinear-1-12", "mlp-1-12"})
    void oneMachineThatSharesWithNobodyLearnsWhatAFitLearns(String shape) throws Exception {
        Encoder expected = quick().encoder(shape).fit(vectors);
        TrainingPlan plan = quick().encoder(shape).plan(vectors, vectors.rows());
        NeighborGraph graph = neighbors(plan);
        Training training = plan.share(1, vectors.rows());
        TwinSource pairs = new TwinSource(
                vectors,
                plan.beginning().mean(),
                plan.deviation(),
                Twins.neighbors(graph, 2),
                training.batchSize(),
                plan.seed());
        SharedTraining shared = new SharedTraining(training, plan.beginning());
        SharedState state = shared.begin(pairs);
        while (state.step() < training.steps()) {
            state = shared.steps(pairs, state, 2);
        }
        Encoder encoder = plan.encoder(shared.fold(pairs, state), Map.of());
        assertThat(encoder.id()).isEqualTo(expected.id());
        assertThat(encoder.metadata()).containsEntry("method", "neighborhood");
    }

    @Test
    void severalMachinesShareTheSteps() throws Exception {
        TrainingPlan plan = quick().plan(vectors, 1_000_000);
        assertThat(plan.training().steps()).isEqualTo(9);
        assertThat(plan.share(4, 1000).steps()).isEqualTo(3);
        assertThat(plan.share(4, 20).batchSize()).isEqualTo(20);
        assertThat(Tldr.builder()
                        .dims(4)
                        .epochs(2)
                        .batchSize(100)
                        .fallback(Fallback.NONE)
                        .plan(vectors, 1_000_000)
                        .training()
                        .steps())
                .isEqualTo(20_000);
    }

    @Test
    void nothingIsHeldOut() throws Exception {
        assertThatThrownBy(() -> quick().earlyStop(true).plan(vectors, 300)).hasMessageContaining("holds no rows out");
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
