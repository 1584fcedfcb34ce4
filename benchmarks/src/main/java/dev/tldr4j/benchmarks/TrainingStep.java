package dev.tldr4j.benchmarks;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.network.EncoderNetwork;
import dev.tldr4j.learn.network.EncoderShape;
import dev.tldr4j.learn.network.Head;
import dev.tldr4j.learn.network.Loss;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.network.TwinNetwork;
import dev.tldr4j.learn.training.Optimizer;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One training step, beside the matrix products that no implementation of it can do without, made by the same OpenBLAS with
 * threads of its own. Both are measured in turn, so that a noisy machine disturbs both alike.
 */
public final class TrainingStep {
    private static final int INPUTS = 2048;
    private static final int OUTPUTS = 128;
    private static final int WIDTH = 2048;
    private static final int BATCH = 1024;
    private static final int ROWS = 2 * BATCH;
    private static final int POOL = 16_384;
    private static final int ROUNDS = 7;
    private static final int STEPS = 4;

    private TrainingStep() {}

    /** Takes the encoder's shape: linear unless given. */
    public static void main(String[] args) {
        int threads = 2;
        EncoderShape shape = EncoderShape.parse(args.length == 0 ? "linear" : args[0]);
        SplittableRandom random = new SplittableRandom(1);
        try (Backend backend = new CpuBackend(threads)) {
            Matrix twins = backend.matrix(ROWS, INPUTS);
            Vectors vectors = vectors();
            EncoderNetwork encoder = EncoderNetwork.random(backend, shape, ROWS, INPUTS, OUTPUTS, random);
            Head head = new Head(
                    backend,
                    2,
                    BATCH,
                    OUTPUTS,
                    ProjectorShape.parse("mlp-2-" + WIDTH),
                    WIDTH,
                    Loss.barlowTwins(backend, WIDTH, 0.01f, 1),
                    random);
            TwinNetwork network = new TwinNetwork(encoder, head);
            Optimizer optimizer = Optimizer.adam(backend, network.parameters());
            StepProducts products = new StepProducts(ROWS, widths(shape));
            double[] rates = new double[STEPS];
            Arrays.fill(rates, 1e-3);
            // scattered rows, as a batch of pairs has them
            Steps steps = backend.steps(
                    twins, (step, row, into) -> vectors.read((row * 7919 + step) % POOL, 1, into), now -> {
                        network.lossAndGradients(twins, now);
                        optimizer.step(now);
                    });
            Ratio.measure(
                    STEPS + " training steps, encoder " + shape + ", D " + INPUTS + ", d " + OUTPUTS + ", mlp-2-"
                            + WIDTH + ", batch " + BATCH + ", " + threads + " threads",
                    (double) STEPS * products.gigaflop(),
                    threads,
                    () -> steps.run(0, rates),
                    "their matrix products alone (" + STEPS + " times " + products.gigaflop() + " GFLOP)",
                    () -> {
                        for (int step = 0; step < STEPS; step++) {
                            products.run(threads);
                        }
                    },
                    ROUNDS,
                    1.2);
        }
    }

    /** The widths of all layers' inputs and outputs, in order: encoder, then projector. */
    private static int[] widths(EncoderShape shape) {
        IntStream.Builder widths = IntStream.builder();
        widths.add(INPUTS);
        for (int i = 0; i < shape.hiddenLayers(); i++) {
            widths.add(shape.width());
        }
        return widths.add(OUTPUTS).add(WIDTH).add(WIDTH).add(WIDTH).build().toArray();
    }

    private static Vectors vectors() {
        SplittableRandom random = new SplittableRandom(2);
        float[] values = new float[POOL * INPUTS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble();
        }
        return Vectors.of(values, INPUTS);
    }
}
