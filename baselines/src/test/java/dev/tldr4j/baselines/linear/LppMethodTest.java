package dev.tldr4j.baselines.linear;

import static dev.tldr4j.baselines.Algebra.dot;
import static dev.tldr4j.baselines.Algebra.mean;
import static dev.tldr4j.baselines.Algebra.points;
import static dev.tldr4j.baselines.Algebra.squaredDistance;
import static dev.tldr4j.baselines.Algebra.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.Method;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LppMethodTest {

    @Test
    void aWorkedExample() throws IOException {
        // the corners of a rectangle, 4 wide and 2 high, around (10, 20); each names the other end of its short side,
        // so
        // that along x neighbours do not differ at all: λ is 0 there
        Vectors vectors = Vectors.of(new float[][] {{8, 19}, {8, 21}, {12, 19}, {12, 21}});
        TrainingContext material = new TrainingContext(vectors, Metric.L2, 1);
        Encoder encoder = Methods.named("lpp:neighbors=1").fit(material, 2, 0);

        // both pairs name each other and count once: every degree is 1, so outputs have variance 1
        assertThat(encoder.encode(new float[] {12, 21})).containsExactly(new float[] {1, 1}, within(1e-5f));
        assertThat(encoder.encode(new float[] {8, 21})).containsExactly(new float[] {-1, 1}, within(1e-5f));
    }

    /** All solutions of the dense problem, whose matrices are put together here from their definition. */
    @ParameterizedTest
    @ValueSource(strings = {"lpp:neighbors=3", "lpp:neighbors=3,weights=heat", "lpp:neighbors=3,weights=heat,t=4"})
    void everyDirectionSolvesTheGeneralisedEigenproblem(String name) throws IOException {
        int n = 60;
        int dims = 5;
        float[][] x = points(n, dims, 8);
        TrainingContext material = new TrainingContext(Vectors.of(x), Metric.L2, 2);
        NeighborGraph graph = material.neighbors(3);
        double[][] w = weights(x, graph, name.contains("heat") ? (name.endsWith("t=4") ? 4 : 1) : 0);
        double[][] a = new double[dims][dims];
        double[][] b = new double[dims][dims];
        double[] mean = mean(x);
        double total = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                total += w[i][j];
                for (int p = 0; p < dims; p++) {
                    for (int q = 0; q < dims; q++) {
                        double xp = x[i][p] - mean[p];
                        b[p][q] += w[i][j] * xp * (x[i][q] - mean[q]);
                        a[p][q] += w[i][j] * xp * (x[i][q] - mean[q]) - w[i][j] * xp * (x[j][q] - mean[q]);
                    }
                }
            }
        }

        float[] weight =
                Methods.named(name).fit(material, dims, 0).layers().get(0).weight();

        double previous = 0;
        for (int i = 0; i < dims; i++) {
            double[] direction = new double[dims];
            for (int j = 0; j < dims; j++) {
                direction[j] = weight[i * dims + j];
            }
            double[] left = times(a, direction);
            double[] right = times(b, direction);
            double lambda = dot(direction, left) / dot(direction, right);
            assertThat(lambda).isGreaterThan(previous);
            previous = lambda;
            assertThat(dot(direction, right) / total).as("variance").isCloseTo(1, within(1e-4));
            double size = Math.sqrt(dot(right, right));
            for (int j = 0; j < dims; j++) {
                assertThat(left[j]).isCloseTo(lambda * right[j], within(1e-4 * size));
            }
        }
    }

    /** Symmetric; 1, or with a width above 0 as heat spreads over squared distances in units of their mean. */
    private static double[][] weights(float[][] x, NeighborGraph graph, double width) {
        int n = x.length;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                sum += squaredDistance(x[i], x[graph.neighbor(i, j)]);
            }
        }
        double t = width * sum / (3 * n);
        double[][] w = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                int other = graph.neighbor(i, j);
                w[i][other] = width == 0 ? 1 : Math.exp(-squaredDistance(x[i], x[other]) / t);
                w[other][i] = w[i][other];
            }
        }
        return w;
    }

    @Test
    void twoChainsAreToldApartThoughTheyAreLongerThanTheyAreApart() throws IOException {
        int length = 200;
        float[][] x = new float[2 * length][];
        for (int i = 0; i < length; i++) {
            x[i] = new float[] {i * 0.1f, 0, (i * 7 % 10) * 0.01f};
            x[length + i] = new float[] {i * 0.1f, 3, (i * 3 % 10) * 0.01f};
        }
        TrainingContext material = new TrainingContext(Vectors.of(x), Metric.L2, 1);
        float[][] outputs = Methods.named("lpp").fit(material, 1, 0).encodeAll(x);

        float sign = Math.signum(outputs[0][0]);
        for (int i = 0; i < length; i++) {
            assertThat(sign * outputs[i][0]).isGreaterThan(0.9f);
            assertThat(sign * outputs[length + i][0]).isLessThan(-0.9f);
        }
    }

    @Test
    void byCosineOutputsHaveLengthOneAsThoseOfTldr() throws IOException {
        Encoder encoder =
                Methods.named("lpp").fit(new TrainingContext(Vectors.of(points(50, 4, 8)), Metric.COSINE, 1), 2, 0);

        assertThat(encoder.isNormalized()).isTrue();
        assertThat(encoder.metadata()).containsEntry("metric", "cosine").containsEntry("neighbors", "5");
    }

    @Test
    void rowsWhoseNeighboursAreAllDuplicatesTellNothing() {
        float[][] x = points(40, 4, 8);
        for (int i = 0; i < 40; i++) {
            x[i] = x[i / 8 * 8];
        }
        Method method = Methods.named("lpp");
        assertThatThrownBy(() -> method.fit(new TrainingContext(Vectors.of(x), Metric.L2, 1), 2, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("duplicates");
    }

    @Test
    void moreNeighboursThanOtherRowsAreRefused() {
        Method method = Methods.named("lpp:neighbors=9");
        assertThatThrownBy(() -> method.fit(new TrainingContext(Vectors.of(points(9, 2, 8)), Metric.L2, 1), 1, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("ask for fewer neighbours");
    }

    @Test
    void aGraphOfOtherRowsIsRefused() {
        TrainingContext material = new TrainingContext(Vectors.of(points(9, 2, 8)), Metric.L2, 1);
        NeighborGraph graph = new NeighborGraph(new IntRows("graph.npy", 2, 1, new int[] {1, 0}));
        assertThatThrownBy(() -> material.graph(graph))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("graph.npy has the neighbours of 2 rows");
    }
}
