package dev.tldr4j.cuda.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Backend.LarsSettings;
import dev.tldr4j.learn.backend.Backend.ScaleShift;
import dev.tldr4j.learn.backend.Backend.Statistics;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.device.Precision;
import dev.tldr4j.learn.network.EncoderNetwork;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.Head;
import dev.tldr4j.learn.network.Loss;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.network.TwinNetwork;
import dev.tldr4j.learn.training.Optimizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every operation against the CPU's, on random numbers. */
class CudaBackendTest {

    @BeforeAll
    static void aCardIsHere() {
        Card.require();
    }

    @ParameterizedTest
    @CsvSource({
        "3, 5, 7, FP32, 1e-5",
        "64, 33, 129, FP32, 1e-5",
        "1024, 2048, 512, FP32, 1e-5",
        "300, 700, 1000, TF32, 2e-3",
        "301, 703, 999, BF16, 1e-2",
        "1024, 2048, 512, BF16, 1e-2"
    })
    void products(int m, int n, int k, Precision precision, double tolerance) {
        for (boolean transposeA : new boolean[] {false, true}) {
            for (boolean transposeB : new boolean[] {false, true}) {
                compare(precision, tolerance, backend -> {
                    Matrix a = random(backend, transposeA ? k : m, transposeA ? m : k, 1);
                    Matrix b = random(backend, transposeB ? n : k, transposeB ? k : n, 2);
                    Matrix c = random(backend, m, n, 3);
                    backend.multiply(a, transposeA, b, transposeB, c);
                    return results(backend, a, b, c);
                });
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 7, 5", "2, 64, 33", "2, 1024, 2048", "2, 100, 31"})
    void batchNormalisationAndItsGradient(int views, int rows, int cols) {
        for (String form : List.of("bare", "scaled", "relu")) {
            compare(Precision.FP32, 1e-4, backend -> {
                Matrix x = random(backend, views * rows, cols, 1);
                Statistics statistics = new Statistics(backend.matrix(views, cols), backend.matrix(views, cols));
                Matrix output = backend.matrix(views * rows, cols);
                ScaleShift after = form.equals("bare")
                        ? null
                        : new ScaleShift(
                                random(backend, 1, cols, 2),
                                random(backend, 1, cols, 3),
                                backend.matrix(1, cols),
                                backend.matrix(1, cols),
                                output,
                                form.equals("relu"));
                backend.batchNorm(x, statistics, after);
                Matrix gradient = random(backend, views * rows, cols, 4);
                float[] normalized = backend.get(x);
                float[] out = backend.get(output);
                backend.batchNormGradient(gradient, x, statistics, after);
                Matrix running = random(backend, 2, cols, 5);
                backend.average(running, statistics, 0.1f);
                List<float[]> results = new ArrayList<>(
                        results(backend, gradient, statistics.mean(), statistics.inverseDeviation(), running));
                results.add(normalized);
                results.add(out);
                if (after != null) {
                    results.add(backend.get(after.scaleGradient()));
                    results.add(backend.get(after.shiftGradient()));
                }
                return results;
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "barlow, 64, 33", "barlow, 33, 64", "barlow, 1024, 2048", "barlow, 1024, 512",
        "reconstruction, 64, 33", "reconstruction, 1024, 384", "contrastive, 33, 17", "contrastive, 1024, 300"
    })
    void losses(String loss, int batch, int cols) {
        compare(Precision.FP32, 1e-4, backend -> {
            Matrix views = random(backend, 2 * batch, cols, 1);
            Matrix targets = random(backend, 2 * batch, cols, 2);
            Matrix gradient = random(backend, 2 * batch, cols, 3);
            double[] values = run(backend, 3, steps -> {
                switch (loss) {
                    case "barlow" -> backend.barlowTwins(views, 0.01f, 2, gradient, steps);
                    case "reconstruction" -> backend.reconstruction(views, targets, 0.5f, 3, gradient, steps);
                    default -> backend.contrastive(views, 20, gradient, steps);
                }
            });
            List<float[]> results = new ArrayList<>(results(backend, gradient));
            for (double value : values) {
                results.add(new float[] {(float) value});
            }
            return results;
        });
    }

    /** While the temperature of outputs is learned: a recorded step sees what it has become. */
    @ParameterizedTest
    @CsvSource({
        "5, 3, 2, FP32",
        "33, 17, 24, FP32",
        "64, 8, 384, FP32",
        "64, 128, 50, FP32",
        "1024, 8, 50, FP32",
        "1024, 128, 384, FP32",
        "1024, 128, 384, TF32",
        "1024, 128, 384, BF16"
    })
    void neighborhoods(int batch, int cols, int targetCols, Precision precision) {
        neighborhoods(batch, new int[] {cols}, targetCols, precision);
    }

    /** By a single number the gradient is 0, but for rounding: where one of many rows is near 0, there is nothing to compare. */
    @ParameterizedTest
    @CsvSource({"33, 17, 24, 1, FP32", "64, 128, 50, 1, FP32", "1024, 128, 384, 2, FP32", "1024, 128, 384, 2, BF16"})
    void neighborhoodsOfPrefixes(int batch, int cols, int targetCols, int shortest, Precision precision) {
        neighborhoods(batch, new int[] {shortest, cols / 2, cols}, targetCols, precision);
    }

    private static void neighborhoods(int batch, int[] prefixes, int targetCols, Precision precision) {
        int count = prefixes.length;
        int cols = prefixes[count - 1];
        compare(precision, 1e-4, backend -> {
            Matrix outputs = random(backend, 2 * batch, cols, 1);
            Matrix targets = backend.matrix(2 * batch, targetCols);
            backend.set(targets, valuesWithCopies(2 * batch, targetCols, 2));
            Matrix gradient = random(backend, 2 * batch, cols, 3);
            Matrix logTemperature = backend.matrix(1, count);
            float[] first = new float[count];
            Arrays.fill(first, (float) Math.log(0.3));
            backend.set(logTemperature, first);
            Matrix logTemperatureGradient = backend.matrix(1, count);
            Matrix mean = backend.matrix(1, count);
            Matrix meanSquare = backend.matrix(1, count);
            double[] values = run(backend, 5, steps -> {
                backend.neighborhoods(
                        outputs,
                        prefixes,
                        targets,
                        batch / 4,
                        0.1f,
                        logTemperature,
                        logTemperatureGradient,
                        gradient,
                        steps);
                backend.adam(logTemperature, logTemperatureGradient, mean, meanSquare, 5, steps);
            });
            List<float[]> results = new ArrayList<>(results(backend, gradient, logTemperature, logTemperatureGradient));
            for (double value : values) {
                results.add(new float[] {(float) value});
            }
            return results;
        });
    }

    /** Nothing to tell apart: there is no divergence, and nothing moves. */
    @Test
    void aBatchOfCopiesHasNoNeighborhoods() {
        try (Gpu gpu = Gpu.open();
                Backend backend = new CudaBackend(gpu, Precision.FP32, 0)) {
            Matrix outputs = random(backend, 16, 4, 1);
            Matrix targets = backend.matrix(16, 3);
            float[] same = new float[16 * 3];
            Arrays.fill(same, 0.7f);
            backend.set(targets, same);
            Matrix gradient = random(backend, 16, 4, 3);
            Matrix logTemperature = backend.matrix(1, 1);
            Matrix logTemperatureGradient = random(backend, 1, 1, 4);
            double[] losses = run(
                    backend,
                    2,
                    steps -> backend.neighborhoods(
                            outputs,
                            new int[] {4},
                            targets,
                            0,
                            0.1f,
                            logTemperature,
                            logTemperatureGradient,
                            gradient,
                            steps));
            assertThat(losses).containsOnly(0);
            assertThat(backend.get(gradient)).containsOnly(0);
            assertThat(backend.get(logTemperatureGradient)).containsOnly(0);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "7, 13", "512, 1025"})
    void optimizers(int rows, int cols) {
        for (String name : List.of("adam", "lars", "lars without adapting")) {
            compare(Precision.FP32, 1e-5, backend -> {
                Matrix p = random(backend, rows, cols, 1);
                Matrix g = random(backend, rows, cols, 2);
                Matrix m = backend.matrix(rows, cols);
                Matrix v = backend.matrix(rows, cols);
                run(backend, 5, steps -> {
                    if (name.equals("adam")) {
                        backend.adam(p, g, m, v, 0.7f, steps);
                    } else {
                        backend.lars(p, g, v, new LarsSettings(0.9f, 1e-3f, 0.01f), 0.7f, name.equals("lars"), steps);
                    }
                });
                return results(backend, p, m, v);
            });
        }
    }

    /** Of what a product wrote; more rows, too, than a thread keeps. */
    @ParameterizedTest
    @CsvSource({"1, 7, 8", "2, 64, 40", "2, 100, 24", "2, 1024, 512", "2, 1500, 72"})
    void batchNormalisationOfBfloat16(int views, int rows, int cols) {
        for (String form : List.of("bare", "scaled", "relu")) {
            // near 0 a number may be rounded to the other side, which the ReLU sees
            compareAll(Precision.BF16, form.equals("relu") ? 0.06 : 0.01, backend -> {
                Matrix x = product(backend, views * rows, cols, 1);
                Statistics statistics = new Statistics(backend.matrix(views, cols), backend.matrix(views, cols));
                ScaleShift after = form.equals("bare")
                        ? null
                        : new ScaleShift(
                                random(backend, 1, cols, 2),
                                random(backend, 1, cols, 3),
                                backend.matrix(1, cols),
                                backend.matrix(1, cols),
                                backend.matrix(views * rows, cols),
                                form.equals("relu"));
                backend.batchNorm(x, statistics, after);
                Matrix gradient = product(backend, views * rows, cols, 4);
                backend.batchNormGradient(gradient, x, statistics, after);
                List<float[]> results = new ArrayList<>(
                        results(backend, x, gradient, statistics.mean(), statistics.inverseDeviation()));
                if (after != null) {
                    results.addAll(results(backend, after.output(), after.scaleGradient(), after.shiftGradient()));
                }
                return results;
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"64, 40", "33, 64", "256, 1024", "256, 72"})
    void barlowTwinsOfBfloat16(int batch, int cols) {
        compareAll(Precision.BF16, 0.01, backend -> {
            Matrix views = product(backend, 2 * batch, cols, 1);
            Matrix gradient = random(backend, 2 * batch, cols, 3);
            double[] values = run(backend, 3, steps -> backend.barlowTwins(views, 0.01f, 2, gradient, steps));
            List<float[]> results = new ArrayList<>(results(backend, gradient));
            for (double value : values) {
                results.add(new float[] {(float) value});
            }
            return results;
        });
    }

    /** Other losses want floats of what products wrote. */
    @Test
    void lossesOfBfloat16() {
        for (String loss : List.of("reconstruction", "contrastive", "neighborhoods")) {
            compareAll(Precision.BF16, 1e-4, backend -> {
                Matrix views = product(backend, 2 * 33, 24, 1);
                Matrix targets = random(backend, 2 * 33, 24, 2);
                Matrix gradient = backend.matrix(2 * 33, 24);
                Matrix logTemperature = random(backend, 1, 1, 4);
                Matrix logTemperatureGradient = backend.matrix(1, 1);
                double[] values = run(backend, 3, steps -> {
                    switch (loss) {
                        case "reconstruction" -> backend.reconstruction(views, targets, 0.5f, 3, gradient, steps);
                        case "contrastive" -> backend.contrastive(views, 20, gradient, steps);
                        default ->
                            backend.neighborhoods(
                                    views,
                                    new int[] {24},
                                    targets,
                                    7,
                                    0.1f,
                                    logTemperature,
                                    logTemperatureGradient,
                                    gradient,
                                    steps);
                    }
                });
                return List.of(backend.get(gradient), new float[] {(float) values[2]});
            });
        }
    }

    /** Gradients as products write them; only the norms of LARS see weights that were rounded. */
    @ParameterizedTest
    @CsvSource({"1, 8", "7, 16", "512, 1032"})
    void optimizersOfBfloat16(int rows, int cols) {
        for (String name : List.of("adam", "lars", "lars without adapting")) {
            compareAll(Precision.BF16, name.equals("lars") ? 2e-3 : 1e-5, backend -> {
                Matrix p = random(backend, rows, cols, 1);
                Matrix g = product(backend, rows, cols, 2);
                Matrix m = backend.matrix(rows, cols);
                Matrix v = backend.matrix(rows, cols);
                run(backend, 5, steps -> {
                    if (name.equals("adam")) {
                        backend.adam(p, g, m, v, 0.7f, steps);
                    } else {
                        backend.lars(p, g, v, new LarsSettings(0.9f, 0.5f, 0.01f), 0.7f, name.equals("lars"), steps);
                    }
                });
                // products read the weights that were written
                Matrix moved = backend.matrix(rows, cols);
                backend.multiply(p, false, identity(backend, cols), false, moved);
                List<float[]> results = new ArrayList<>(results(backend, p, m, v));
                float[] seen = backend.get(moved);
                float[] written = backend.get(p);
                for (int i = 0; i < seen.length; i++) {
                    assertThat((double) seen[i]).isCloseTo(written[i], within(0.005 * Math.abs(written[i])));
                }
                return results;
            });
        }
    }

    /** What is read between repeated steps is what the last of them wrote. */
    @Test
    void aResultIsReadAnewAfterEveryStep() {
        compareAll(Precision.BF16, 0.01, backend -> {
            Matrix batch = backend.matrix(16, 24);
            Matrix weight = random(backend, 8, 24, 2);
            Matrix result = backend.matrix(16, 8);
            Steps steps = backend.steps(
                    batch,
                    (step, row, into) -> into.put(values(24, 100L * step + row)),
                    now -> backend.multiply(batch, false, weight, true, result));
            List<float[]> results = new ArrayList<>();
            for (int step = 0; step < 5; step++) {
                steps.run(step, new double[] {0});
                results.add(backend.get(result));
            }
            return results;
        });
    }

    /** Losses and gradients of one step, in full precision. */
    @ParameterizedTest
    @CsvSource({"linear, mlp-2-64", "mlp-1-48, mlp-1-300", "linear, none"})
    void aStep(String encoderShape, String projectorShape) {
        int batch = 100;
        int inputs = 50;
        int outputs = 16;
        compare(Precision.FP32, 1e-4, backend -> {
            SplittableRandom random = new SplittableRandom(5);
            EncoderNetwork encoder = EncoderNetwork.random(
                    backend, EncoderShape.parse(encoderShape), 2 * batch, inputs, outputs, random);
            ProjectorShape shape = ProjectorShape.parse(projectorShape);
            int width = shape.width() > 0 ? shape.width() : outputs;
            Loss loss = Loss.barlowTwins(backend, width, 0.01f, 1);
            Head head = new Head(backend, 2, batch, outputs, shape, width, loss, random);
            TwinNetwork network = new TwinNetwork(encoder, head);
            Matrix twins = backend.matrix(2 * batch, inputs);
            Steps steps = backend.steps(
                    twins,
                    (step, row, into) -> into.put(values(inputs, row)),
                    now -> network.lossAndGradients(twins, now));
            double[] losses = steps.run(0, new double[] {0});
            List<float[]> results = new ArrayList<>();
            results.add(new float[] {(float) losses[0]});
            network.parameters().forEach(each -> results.add(backend.get(each.gradient())));
            return results;
        });
    }

    /** A few steps of a whole training: recorded ones, too. */
    @ParameterizedTest
    @CsvSource({
        "barlow, linear, mlp-2-64, FP32, 1e-3",
        "barlow, mlp-1-48, mlp-1-300, FP32, 1e-3",
        "barlow, linear, mlp-2-512, BF16, 0.1",
        "barlow, linear, mlp-2-512, TF32, 0.02",
        "neighborhood, linear, none, FP32, 1e-3",
        "neighborhood, mlp-1-48, mlp-1-300, FP32, 1e-3",
        "neighborhood, linear, none, BF16, 0.1",
        "neighborhood, linear, none, TF32, 0.02"
    })
    void aTraining(String loss, String encoderShape, String projectorShape, Precision precision, double tolerance) {
        compare(precision, tolerance, backend -> training(backend, loss, encoderShape, projectorShape));
    }

    @ParameterizedTest
    @CsvSource({
        "barlow, linear, mlp-2-512, BF16",
        "neighborhood, linear, none, FP32",
        "neighborhood, mlp-1-48, mlp-1-300, TF32",
        "neighborhood, linear, none, BF16"
    })
    void aTrainingGivesTheSameBitsAgain(String loss, String encoderShape, String projectorShape, Precision precision) {
        List<float[]> once = onCard(precision, backend -> training(backend, loss, encoderShape, projectorShape));
        List<float[]> again = onCard(precision, backend -> training(backend, loss, encoderShape, projectorShape));
        assertThat(again).usingElementComparator(Arrays::compare).containsExactlyElementsOf(once);
    }

    private static List<float[]> training(Backend backend, String loss, String encoderShape, String projectorShape) {
        int batch = 128;
        int inputs = 60;
        int outputs = 16;
        SplittableRandom random = new SplittableRandom(5);
        EncoderNetwork encoder =
                EncoderNetwork.random(backend, EncoderShape.parse(encoderShape), 2 * batch, inputs, outputs, random);
        ProjectorShape shape = ProjectorShape.parse(projectorShape);
        int width = shape.width() > 0 ? shape.width() : outputs;
        Loss ofOutputs = loss.equals("barlow")
                ? Loss.barlowTwins(backend, width, 0.01f, 1)
                : Loss.neighborhoods(backend, List.of(width), 0.1, 0);
        Head head = new Head(backend, 2, batch, outputs, shape, width, ofOutputs, random);
        TwinNetwork network = new TwinNetwork(encoder, head);
        Optimizer optimizer = Optimizer.adam(backend, network.parameters());
        Matrix twins = backend.matrix(2 * batch, inputs);
        Steps steps = backend.steps(twins, (step, row, into) -> into.put(values(inputs, 1000L * step + row)), now -> {
            network.lossAndGradients(twins, now);
            optimizer.step(now);
        });
        double[] losses = steps.run(0, new double[] {1e-3, 1e-3, 1e-3, 1e-3});
        List<float[]> results = new ArrayList<>();
        for (double each : losses) {
            results.add(new float[] {(float) each});
        }
        results.add(encoder.fold().get(0).weight());
        return results;
    }

    private static double[] run(Backend backend, int count, Steps.Step step) {
        Matrix batch = backend.matrix(1, 1);
        Steps steps = backend.steps(batch, (number, row, into) -> into.put(0), step);
        double[] rates = new double[count];
        for (int i = 0; i < count; i++) {
            rates[i] = 0.01 * (i + 1);
        }
        return steps.run(0, rates);
    }

    private static void compare(Precision precision, double tolerance, Function<Backend, List<float[]>> work) {
        for (Result result : onBoth(precision, work)) {
            float largest = 1e-20f;
            for (float value : result.expected) {
                largest = Math.max(largest, Math.abs(value));
            }
            assertThat(largestDifference(result.actual, result.expected))
                    .as(result.name)
                    .isLessThanOrEqualTo(tolerance * largest);
        }
    }

    /** What one work gives on the card and, expected, on the CPU. */
    private record Result(String name, float[] actual, float[] expected) {}

    private static List<Result> onBoth(Precision precision, Function<Backend, List<float[]>> work) {
        List<float[]> expected;
        try (Backend cpu = new CpuBackend(2)) {
            expected = work.apply(cpu);
        }
        List<float[]> actual = onCard(precision, work);
        assertThat(actual).hasSameSizeAs(expected);
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            results.add(new Result("result " + i, actual.get(i), expected.get(i)));
        }
        return results;
    }

    private static List<float[]> onCard(Precision precision, Function<Backend, List<float[]>> work) {
        try (Gpu gpu = Gpu.open();
                Backend backend = new CudaBackend(gpu, precision, 0)) {
            return work.apply(backend);
        }
    }

    /** More than any bound where one has a number that is none. */
    private static double largestDifference(float[] actual, float[] expected) {
        assertThat(actual).hasSameSizeAs(expected);
        double largest = 0;
        for (int i = 0; i < expected.length; i++) {
            double difference = Math.abs((double) actual[i] - expected[i]);
            largest = Double.isNaN(difference) ? Double.POSITIVE_INFINITY : Math.max(largest, difference);
        }
        return largest;
    }

    /** The same by Euclidean distance, in which a few numbers may be further off. */
    private static void compareAll(Precision precision, double tolerance, Function<Backend, List<float[]>> work) {
        for (Result result : onBoth(precision, work)) {
            double length = distance(new float[result.expected.length], result.expected);
            assertThat(distance(result.actual, result.expected))
                    .as(result.name)
                    .isLessThanOrEqualTo(tolerance * length + 1e-20);
        }
    }

    private static double distance(float[] a, float[] b) {
        assertThat(a).hasSameSizeAs(b);
        double squares = 0;
        for (int i = 0; i < a.length; i++) {
            squares += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
        }
        return Math.sqrt(squares);
    }

    /** Numbers that bfloat16 holds, as a product's result. */
    private static Matrix product(Backend backend, int rows, int cols, long seed) {
        float[] values = values(rows * cols, seed);
        for (int i = 0; i < values.length; i++) {
            values[i] = Float.intBitsToFloat(Float.floatToRawIntBits(values[i]) & 0xffff0000);
        }
        Matrix given = backend.matrix(rows, cols);
        backend.set(given, values);
        Matrix result = backend.matrix(rows, cols);
        backend.multiply(given, false, identity(backend, cols), false, result);
        return result;
    }

    private static Matrix identity(Backend backend, int size) {
        float[] values = new float[size * size];
        for (int i = 0; i < size; i++) {
            values[i * size + i] = 1;
        }
        Matrix identity = backend.matrix(size, size);
        backend.set(identity, values);
        return identity;
    }

    private static List<float[]> results(Backend backend, Matrix... matrices) {
        return List.of(matrices).stream().map(backend::get).toList();
    }

    private static Matrix random(Backend backend, int rows, int cols, long seed) {
        Matrix matrix = backend.matrix(rows, cols);
        backend.set(matrix, values(rows * cols, seed));
        return matrix;
    }

    private static float[] values(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    /** Some rows are others again, longer; one has no length. */
    private static float[] valuesWithCopies(int rows, int cols, long seed) {
        float[] values = values(rows * cols, seed);
        for (int row = 1; row < rows; row += 5) {
            int other = (row * 7 + 2) % rows;
            for (int j = 0; j < cols; j++) {
                values[row * cols + j] = 3 * values[other * cols + j];
            }
        }
        Arrays.fill(values, 0, cols, 0);
        return values;
    }
}
