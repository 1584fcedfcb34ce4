package dev.tldr4j.baselines.linear;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class TruncateMethodTest {
    @Test
    void outputsAreTheFirstNumbersToTheBit() throws IOException {
        // the second column is constant: to cut vectors, they need not vary
        float[][] rows = {{1.1f, 7, 3e-30f, -2}, {0.1f, 7, -3e30f, 9}};
        TrainingContext material = new TrainingContext(Vectors.of(rows), Metric.L2, 1);
        Encoder encoder = Methods.named("truncate").fit(material, 3, 0);

        assertThat(encoder.encode(rows[0])).containsExactly(1.1f, 7, 3e-30f);
        assertThat(encoder.encode(rows[1])).containsExactly(0.1f, 7, -3e30f);
        assertThat(encoder.metadata()).containsEntry("method", "truncate").doesNotContainKey("seed");
        assertThat(Methods.named("truncate").fit(material, 4, 0).encode(rows[0]))
                .containsExactly(rows[0]);
    }
}
