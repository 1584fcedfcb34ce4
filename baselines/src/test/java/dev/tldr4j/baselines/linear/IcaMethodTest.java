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
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IcaMethodTest {
    private static final int ROWS = 20_000;
    private static final int SOURCES = 3;

    private final float[][] sources = sources();
    private final float[][] mixed = mix(sources);
    private final List<String> notes = new ArrayList<>();

    /** Uniform, two-sided exponential, and one of two values with a little noise. */
    private static float[][] sources() {
        Random random = new Random(4);
        float[][] sources = new float[ROWS][];
        for (int i = 0; i < ROWS; i++) {
            double exponential = -Math.log(1 - random.nextDouble());
            sources[i] = new float[] {
                (float) random.nextDouble(),
                (float) (random.nextBoolean() ? exponential : -exponential),
                (float) ((random.nextBoolean() ? 2 : -1) + 0.1 * random.nextGaussian())
            };
        }
        return sources;
    }

    private static float[][] mix(float[][] sources) {
        double[][] mixing = {{1, 2, -1}, {0.5, -1, 2}, {-2, 1, 1}, {3, 0, 1}, {1, 1, 1}};
        float[][] mixed = new float[sources.length][mixing.length];
        for (int i = 0; i < mixed.length; i++) {
            for (int j = 0; j < mixing.length; j++) {
                double sum = 10 * j;
                for (int s = 0; s < SOURCES; s++) {
                    sum += mixing[j][s] * sources[i][s];
                }
                mixed[i][j] = (float) sum;
            }
        }
        return mixed;
    }

    private Encoder fit(String name) throws IOException {
        TrainingContext material = new TrainingContext(Vectors.of(mixed), Metric.L2, 2);
        material.listener(new Notes(notes));
        return Methods.named(name).fit(material, SOURCES, 5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ica", "ica:sample=4000"})
    void independentSourcesAreFoundInTheirMixture(String name) throws IOException {
        float[][] outputs = fit(name).encodeAll(mixed);

        boolean[] taken = new boolean[SOURCES];
        for (int s = 0; s < SOURCES; s++) {
            int best = 0;
            for (int j = 1; j < SOURCES; j++) {
                best = correlation(s, outputs, j) > correlation(s, outputs, best) ? j : best;
            }
            assertThat(correlation(s, outputs, best)).isGreaterThan(0.99);
            assertThat(taken[best]).isFalse();
            taken[best] = true;
        }
    }

    /** Without its sign, which is not known from a mixture. */
    private double correlation(int source, float[][] outputs, int output) {
        double[] x = Arrays.stream(sources).mapToDouble(row -> row[source]).toArray();
        double[] y = Arrays.stream(outputs).mapToDouble(row -> row[output]).toArray();
        double meanX = Arrays.stream(x).average().orElseThrow();
        double meanY = Arrays.stream(y).average().orElseThrow();
        double xy = 0;
        double xx = 0;
        double yy = 0;
        for (int i = 0; i < ROWS; i++) {
            xy += (x[i] - meanX) * (y[i] - meanY);
            xx += (x[i] - meanX) * (x[i] - meanX);
            yy += (y[i] - meanY) * (y[i] - meanY);
        }
        return Math.abs(xy) / Math.sqrt(xx * yy);
    }

    @Test
    void outputsHaveMeanZeroAndVarianceOne() throws IOException {
        float[][] outputs = fit("ica").encodeAll(mixed);

        for (int j = 0; j < SOURCES; j++) {
            int column = j;
            double mean = Arrays.stream(outputs)
                    .mapToDouble(row -> row[column])
                    .average()
                    .orElseThrow();
            double square = Arrays.stream(outputs)
                    .mapToDouble(row -> row[column] * row[column])
                    .average()
                    .orElseThrow();
            assertThat(mean).isCloseTo(0, within(1e-4));
            assertThat(square).isCloseTo(1, within(1e-3));
        }
    }

    @Test
    void itSaysWhenItHasNotConvergedAndWhenItTookASample() throws IOException {
        assertThat(fit("ica").metadata()).containsEntry("converged", "true");
        assertThat(notes).isEmpty();

        Encoder encoder = fit("ica:iterations=1,sample=500");
        assertThat(encoder.metadata()).containsEntry("converged", "false").containsEntry("iterations", "1");
        assertThat(notes)
                .hasSize(2)
                .anySatisfy(note -> assertThat(note).contains("has not converged after 1 iterations"))
                .anySatisfy(note -> assertThat(note).contains("a sample of 500 rows"));
    }
}
