package dev.tldr4j.baselines.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.Notes;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RandomMethodTest {
    private static final int INPUTS = 300;
    private static final int OUTPUTS = 128;

    /** Johnson and Lindenstrauss: a squared distance is off by a factor of about 1 ± √(2/d), here 1 ± 0.125. */
    @Property(tries = 30)
    void distancesAreKeptOnAverage(@ForAll long seed) throws IOException {
        for (String name : List.of("random", "random-sparse", "random-sparse:density=0.3333")) {
            float[][] rows = rows(40);
            Encoder encoder =
                    Methods.named(name).fit(new TrainingContext(Vectors.of(rows), Metric.L2, 1), OUTPUTS, seed);
            double sum = 0;
            for (int i = 0; i < rows.length; i += 2) {
                double ratio = squaredDistance(encoder.encode(rows[i]), encoder.encode(rows[i + 1]))
                        / squaredDistance(rows[i], rows[i + 1]);
                assertThat(ratio).isBetween(0.3, 2.0);
                sum += ratio;
            }
            assertThat(sum / 20).isCloseTo(1, within(0.2));
        }
    }

    @Test
    void aSparseProjectionHasOneWeightInRootDUnlessToldOtherwise() throws IOException {
        assertThat(share("random-sparse", 400)).isCloseTo(1 / 20.0, within(0.005));
        assertThat(share("random-sparse:density=0.3", 400)).isCloseTo(0.3, within(0.01));
        assertThat(share("random", 400)).isEqualTo(1);
    }

    /** The share of weights other than 0. */
    private static double share(String name, int inputs) throws IOException {
        TrainingContext material = new TrainingContext(Vectors.of(new float[2 * inputs], inputs), Metric.L2, 1);
        float[] weight =
                Methods.named(name).fit(material, 100, 1).layers().get(0).weight();
        int count = 0;
        for (float value : weight) {
            count += value == 0 ? 0 : 1;
        }
        return count / (double) weight.length;
    }

    @Test
    void outputsWithoutAnyWeightAreNoted() throws IOException {
        List<String> notes = new ArrayList<>();
        TrainingContext material = new TrainingContext(Vectors.of(rows(2)), Metric.L2, 1);
        material.listener(new Notes(notes));
        Methods.named("random-sparse:density=0.001").fit(material, 50, 1);

        assertThat(notes).singleElement().asString().contains("of 50 outputs drew no weight");
    }

    private static float[][] rows(int count) {
        // another generator than the projections': of the same one, seed 9 would give rows that are its weights
        SplittableRandom random = new SplittableRandom(9);
        float[][] rows = new float[count][INPUTS];
        for (float[] row : rows) {
            for (int j = 0; j < INPUTS; j++) {
                row[j] = (float) random.nextGaussian();
            }
        }
        return rows;
    }

    private static double squaredDistance(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }
}
