package dev.tldr4j.baselines.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.baselines.Algebra;
import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.space.NeighborWhitening;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NeighborWhiteningMethodTest {
    private final float[][] points = Algebra.points(300, 6, 1);
    private final Method method = Methods.named("neighbor-whitening");

    @ParameterizedTest
    @EnumSource(Metric.class)
    void itGivesTheFirstComponentsWhateverTheMetric(Metric metric) throws IOException {
        TrainingContext material = new TrainingContext(Vectors.of(points), metric, 2);
        Encoder encoder = method.fit(material, 4, 0);

        NeighborWhitening whitening =
                NeighborWhitening.fit(material.vectors(), material.pca(), 2, ProgressListener.SILENT);
        assertThat(encoder.id()).isEqualTo(whitening.encoder(4).id());
        assertThat(encoder.metadata())
                .containsEntry("method", "neighbor-whitening")
                .containsEntry("ridge", "0.5")
                .doesNotContainKeys("seed", "metric");
    }

    @Test
    void neighboursAreLookedForOnceForAllDimensions() throws IOException {
        TrainingContext material = new TrainingContext(Vectors.of(points), Metric.L2, 1);
        Encoder four = method.fit(material, 4, 0);
        List<Progress> heard = new ArrayList<>();
        material.listener(heard::add);
        Encoder two = method.fit(material, 2, 0);

        assertThat(heard).isEmpty();
        assertThat(two.encode(points[5])).isEqualTo(Arrays.copyOf(four.encode(points[5]), 2));
    }

    @Test
    void itBringsItsOwnNeighbours() {
        assertThat(method.neighbors()).isZero();
        assertThat(method.whitenedNeighbors()).isZero();
    }

    @Test
    void rowsThatAreAllThereTwiceAreRefused() {
        float[][] twice = Arrays.copyOf(points, 600);
        System.arraycopy(points, 0, twice, 300, 300);
        TrainingContext material = new TrainingContext(Vectors.of(twice), Metric.L2, 1);

        assertThatThrownBy(() -> method.fit(material, 2, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("remove the copies");
    }
}
