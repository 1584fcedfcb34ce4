package dev.tldr4j.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.recipe.LossKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Loss and every gradient of the float network against a double-precision reference and its finite differences. Tolerance:
 * 0.2 % of the parameter's largest gradient, what float rounding over these sizes leaves. A shift that another batch
 * normalisation takes off again, in a factorised linear encoder, has gradient zero: there, 0.00001.
 */
class TwinNetworkTest {
    private static final int INPUTS = 7;
    private static final int OUTPUTS = 3;

    // a batch of 5 is smaller than width 9 (loss by rows), one of 16 is larger (loss by columns)
    @ParameterizedTest
    @CsvSource({
        "barlow, linear, none, 16",
        "barlow, linear, mlp-0-9, 16",
        "barlow, linear, mlp-0-9, 5",
        "barlow, linear, mlp-1-9, 16",
        "barlow, linear, mlp-1-9, 5",
        "barlow, linear, mlp-2-9, 16",
        "barlow, linear, mlp-2-9, 5",
        "barlow, linear, mlp-3-6, 16",
        "barlow, flinear-1-5, none, 16",
        "barlow, flinear-2-5, mlp-1-9, 16",
        "barlow, mlp-1-5, none, 16",
        "barlow, mlp-2-5, mlp-1-9, 16",
        "barlow, mlp-1-8, mlp-2-9, 16",
        "barlow, mlp-1-8, mlp-1-9, 5",
        "barlow, flinear-1-20, mlp-1-9, 16",
        "mse, linear, mlp-0-9, 16",
        "mse, linear, mlp-2-9, 16",
        "mse, mlp-1-8, mlp-1-9, 5",
        "contrastive, linear, none, 16",
        "contrastive, linear, mlp-1-9, 16",
        "contrastive, mlp-1-8, none, 5",
        "neighborhood, linear, none, 16",
        "neighborhood, linear, none, 5",
        "neighborhood, linear, mlp-1-9, 16",
        "neighborhood, flinear-1-5, none, 16",
        "neighborhood, mlp-1-8, none, 16",
        "nested neighborhood, linear, none, 16",
        "nested neighborhood, linear, none, 5",
        "nested neighborhood, mlp-1-8, none, 16"
    })
    void lossAndGradientsAreThoseOfTheReference(String loss, String encoder, String projector, int batch) {
        // a seed for which no ReLU stands so near its kink that a finite difference would cross it
        SplittableRandom random = new SplittableRandom(43);
        double[][] twins = random(random, 2 * batch, INPUTS);
        ProjectorShape shape = ProjectorShape.parse(projector);
        boolean nested = loss.startsWith("nested ");
        LossKind kind = LossKind.valueOf(loss.replace("nested ", "").toUpperCase(Locale.ROOT));
        int outputs = kind == LossKind.MSE ? INPUTS : shape.width() > 0 ? shape.width() : OUTPUTS;
        List<Integer> prefixes = nested ? List.of(1, 2, outputs) : List.of(outputs);
        try (Backend backend = new CpuBackend(2);
                Matrix input = backend.matrix(2 * batch, INPUTS);
                TwinNetwork network = network(
                        backend,
                        EncoderNetwork.random(backend, EncoderShape.parse(encoder), 2 * batch, INPUTS, OUTPUTS, random),
                        loss(kind, backend, outputs, prefixes),
                        shape,
                        outputs,
                        2 * batch,
                        random);
                Steps steps = backend.steps(
                        input,
                        (step, row, into) -> into.put(flat(new double[][] {twins[row]})),
                        now -> network.lossAndGradients(input, now))) {
            List<double[][]> parameters = new ArrayList<>();
            for (Parameter parameter : network.parameters()) {
                // away from the special values 0 and 1 where some errors would not show
                double[][] value = random(
                        random, parameter.value().rows(), parameter.value().cols());
                backend.set(parameter.value(), flat(value));
                parameters.add(value);
            }
            ReferenceNetwork reference = new ReferenceNetwork(EncoderShape.parse(encoder), shape, kind, prefixes);

            double value = steps.run(0, new double[] {1})[0];

            assertThat(value).isCloseTo(reference.loss(twins, parameters), within(1e-4 * Math.abs(value)));
            for (int i = 0; i < parameters.size(); i++) {
                double[][] expected = reference.gradient(twins, parameters, i);
                float[] actual = backend.get(network.parameters().get(i).gradient());
                assertClose(actual, expected, "parameter " + i);
            }
        }
    }

    private static TwinNetwork network(
            Backend backend,
            EncoderNetwork encoder,
            Loss loss,
            ProjectorShape shape,
            int outputs,
            int rows,
            SplittableRandom random) {
        return new TwinNetwork(encoder, new Head(backend, 2, rows / 2, OUTPUTS, shape, outputs, loss, random));
    }

    private static Loss loss(LossKind kind, Backend backend, int outputs, List<Integer> prefixes) {
        return switch (kind) {
            case BARLOW -> Loss.barlowTwins(backend, outputs, (float) ReferenceNetwork.LAMBDA, 1);
            case MSE -> Loss.reconstruction(backend, ReferenceNetwork.UNIT);
            case CONTRASTIVE -> Loss.contrastive(backend, (float) ReferenceNetwork.MARGIN);
            case NEIGHBORHOOD ->
                Loss.neighborhoods(backend, prefixes, ReferenceNetwork.TEMPERATURE, ReferenceNetwork.QUERIES);
        };
    }

    private static void assertClose(float[] actual, double[][] expected, String what) {
        double largest = 0;
        for (double[] row : expected) {
            for (double value : row) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        int cols = expected[0].length;
        for (int i = 0; i < actual.length; i++) {
            assertThat((double) actual[i])
                    .as(what + " at " + i / cols + ", " + i % cols)
                    .isCloseTo(expected[i / cols][i % cols], within(Math.max(2e-3 * largest, 1e-5)));
        }
    }

    private static double[][] random(SplittableRandom random, int rows, int cols) {
        double[][] values = new double[rows][cols];
        for (double[] row : values) {
            for (int j = 0; j < cols; j++) {
                row[j] = (float) (random.nextDouble() * 2 - 0.7);
            }
        }
        return values;
    }

    private static float[] flat(double[][] values) {
        float[] flat = new float[values.length * values[0].length];
        for (int i = 0; i < flat.length; i++) {
            flat[i] = (float) values[i / values[0].length][i % values[0].length];
        }
        return flat;
    }
}
