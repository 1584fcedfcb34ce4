package dev.tldr4j.baselines.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.baselines.manifold.FuzzyWeights;
import dev.tldr4j.baselines.manifold.MetricRows;
import dev.tldr4j.baselines.manifold.NeighborMatrix;
import dev.tldr4j.baselines.manifold.Neighborhoods;
import dev.tldr4j.baselines.manifold.PointTree;
import dev.tldr4j.baselines.manifold.UmapCurve;
import dev.tldr4j.learn.internal.DenseSymmetric;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What manifold methods are made of. */
class SpectralPartsTest {
    /** Row 0 names 1 and 2, row 1 names 2 and 0, row 2 names 1 and 3, row 3 names 2 and 1. */
    private static final Neighborhoods NEAR =
            new Neighborhoods(4, 2, new int[] {1, 2, 2, 0, 1, 3, 2, 1}, new float[] {1, 2, 1, 1, 1, 3, 3, 4});

    @Test
    void aPairHasOneValueWhicheverNamesTheOther() {
        NeighborMatrix matrix = NeighborMatrix.symmetric(NEAR, NEAR.distances(), (one, other) -> one + 10 * other);

        assertThat(matrix.starts()).containsExactly(0, 2, 5, 8, 10);
        assertThat(matrix.columns()).containsExactly(1, 2, 0, 2, 3, 0, 1, 3, 1, 2);
        assertThat(matrix.values()).containsExactly(11, 2, 11, 11, 40, 20, 11, 33, 4, 33);
    }

    @Test
    void shortestPathsAreThoseOfTryingAll() {
        int n = 40;
        Random random = new Random(2);
        int[] neighbors = new int[n * 3];
        float[] lengths = new float[n * 3];
        float[][] all = new float[n][n];
        for (int i = 0; i < n; i++) {
            java.util.Arrays.fill(all[i], Float.POSITIVE_INFINITY);
            all[i][i] = 0;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                int other = (i + 1 + random.nextInt(5) + 5 * j) % n;
                neighbors[3 * i + j] = other;
                lengths[3 * i + j] = 1 + random.nextInt(9);
                float longer = Math.max(lengths[3 * i + j], Float.isInfinite(all[i][other]) ? 0 : all[i][other]);
                all[i][other] = longer;
                all[other][i] = longer;
            }
        }
        for (int via = 0; via < n; via++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    all[i][j] = Math.min(all[i][j], all[i][via] + all[via][j]);
                }
            }
        }
        NeighborMatrix graph =
                NeighborMatrix.symmetric(new Neighborhoods(n, 3, neighbors, lengths), lengths, Math::max);
        ShortestPaths paths = new ShortestPaths(graph);
        for (int i = 0; i < n; i++) {
            assertThat(paths.from(i)).containsExactly(all[i]);
        }
    }

    @Test
    void theNearestHasFuzzyWeightOneAndAllAddUpToTheLogarithm() {
        Neighborhoods near = new Neighborhoods(1, 8, new int[8], new float[] {0.5f, 0.6f, 1, 1.5f, 2, 3, 4, 4.5f});
        float[] weights = FuzzyWeights.of(near, 2);

        assertThat(weights[0]).isEqualTo(1);
        double sum = 0;
        for (float weight : weights) {
            sum += weight;
        }
        assertThat(sum).isCloseTo(3, within(1e-4));
        assertThat(weights[6]).isLessThan(weights[5]).isPositive();
    }

    @Test
    void umapsCurveIsTheOneOfItsDocumentation() {
        UmapCurve curve = UmapCurve.of(0.1);

        assertThat(curve.a).isCloseTo(1.577f, within(0.005f));
        assertThat(curve.b).isCloseTo(0.895f, within(0.005f));
        // at distance 1: 2ab / (1 + a) towards, 2b / (1.001 (1 + a)) away
        assertThat(curve.attraction(1)).isCloseTo(2 * 1.577f * 0.895f / 2.577f, within(0.005f));
        assertThat(curve.repulsion(1)).isCloseTo(2 * 0.895f / 1.001f / 2.577f, within(0.005f));
        for (float squares : new float[] {1e-30f, 1e-6f, 0.3f, 7, 1e5f}) {
            double power = Math.pow(squares, curve.b);
            double exact = 2 * curve.a * curve.b * power / squares / (1 + curve.a * power);
            assertThat(curve.attraction(squares) / exact).isCloseTo(1, within(1e-3));
        }
    }

    @Test
    void theSmallestEigenvectorsAreThoseOfASolverForAll() {
        int n = 60;
        Random random = new Random(4);
        double[] factors = new double[n * n];
        for (int i = 0; i < factors.length; i++) {
            factors[i] = random.nextGaussian();
        }
        double[] product = new double[n * n];
        SmallestEigenvectors.Found found;
        try (DenseSymmetric matrix = new DenseSymmetric(n)) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    for (int c = 0; c < n; c++) {
                        product[i * n + j] += factors[i * n + c] * factors[j * n + c];
                    }
                    if (j <= i) {
                        matrix.add(i, j, product[i * n + j]);
                    }
                }
            }
            found = SmallestEigenvectors.of(matrix, 4, 2, ProgressListener.SILENT);
        }
        double[] values = OpenBlas.eigen(product, n, 1);
        for (int i = 0; i < 4; i++) {
            assertThat(found.values()[i]).isCloseTo(values[i], within(1e-6 * values[n - 1]));
            double cosine = 0;
            for (int c = 0; c < n; c++) {
                cosine += found.vectors()[i][c] * product[i * n + c];
            }
            assertThat(Math.abs(cosine)).isCloseTo(1, within(1e-6));
        }
    }

    @Test
    void theLargestEigenvectorsAreThoseOfASolverForAll() {
        int n = 80;
        Random random = new Random(5);
        double[] matrix = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                // two parts that know nothing of each other
                matrix[i * n + j] = (i - j) % 2 == 0 ? random.nextGaussian() : 0;
                matrix[j * n + i] = matrix[i * n + j];
            }
        }
        double[] all = matrix.clone();
        double[] values = OpenBlas.eigen(all, n, 1);
        for (int threads = 1; threads <= 2; threads++) {
            LargestEigenvectors.Found found = LargestEigenvectors.of(
                    (vector, from, to, product) -> {
                        for (int i = from; i < to; i++) {
                            for (int j = 0; j < n; j++) {
                                product[i] += matrix[i * n + j] * vector[j];
                            }
                        }
                    },
                    n,
                    4,
                    threads,
                    ProgressListener.SILENT);
            for (int i = 0; i < 4; i++) {
                assertThat(found.values()[i]).isCloseTo(values[n - 1 - i], within(1e-8));
                double cosine = 0;
                for (int c = 0; c < n; c++) {
                    cosine += found.vectors()[i][c] * all[(n - 1 - i) * n + c];
                }
                assertThat(Math.abs(cosine)).isCloseTo(1, within(1e-6));
            }
        }
    }

    @Test
    void aMatrixThatEndsWhatItsProductsShowIsSearchedOn() {
        // every product of the identity is the vector itself: nothing new, again and again
        LargestEigenvectors.Found found = LargestEigenvectors.of(
                (vector, from, to, product) -> System.arraycopy(vector, from, product, from, to - from),
                30,
                3,
                1,
                ProgressListener.SILENT);

        assertThat(found.values()).containsExactly(new double[] {1, 1, 1}, within(1e-12));
    }

    @Test
    void weightsPutARowTogetherFromItsNeighbours() {
        // a third of the way from (0, 0) to (3, 0); (0, 9) is no help
        MetricRows base = new MetricRows(Vectors.of(new float[][] {{0, 0}, {3, 0}, {0, 9}}), Metric.L2);
        MetricRows row = new MetricRows(Vectors.of(new float[][] {{1, 0}}), Metric.L2);
        Neighborhoods near = new Neighborhoods(1, 3, new int[] {0, 1, 2}, new float[3]);
        double[] weights = BarycentricWeights.of(row, base, near, 1);

        assertThat(weights[0] + weights[1] + weights[2]).isCloseTo(1, within(1e-12));
        assertThat(weights[0]).isCloseTo(2 / 3.0, within(0.03));
        assertThat(weights[1]).isCloseTo(1 / 3.0, within(0.03));
        assertThat(weights[2]).isCloseTo(0, within(0.03));
    }

    @Test
    void aTreeSumsTheForcesOfAllPoints() {
        for (int dims = 1; dims <= 3; dims++) {
            int rows = 500;
            Random random = new Random(dims);
            double[] points = new double[rows * dims];
            for (int i = 0; i < points.length; i++) {
                points[i] = i < 10 * dims ? 1 : 10 * random.nextGaussian(); // ten at one place
            }
            PointTree tree = new PointTree(points, dims);
            double[] forces = new double[points.length];
            for (int i = 0; i < rows; i++) {
                double[] exact = new double[dims];
                double sum = 0;
                double strength = 0;
                for (int j = 0; j < rows; j++) {
                    double squares = 0;
                    for (int c = 0; c < dims; c++) {
                        squares += Math.pow(points[i * dims + c] - points[j * dims + c], 2);
                    }
                    sum += j == i ? 0 : 1 / (1 + squares);
                    for (int c = 0; c < dims; c++) {
                        exact[c] += (points[i * dims + c] - points[j * dims + c]) / (1 + squares) / (1 + squares);
                    }
                    strength += Math.sqrt(squares) / (1 + squares) / (1 + squares);
                }
                assertThat(tree.repel(i, forces, tree.stack())).isCloseTo(sum, within(0.05 * sum));
                for (int c = 0; c < dims; c++) {
                    assertThat(forces[i * dims + c]).isCloseTo(exact[c], within(0.05 * strength));
                }
            }
        }
    }
}
