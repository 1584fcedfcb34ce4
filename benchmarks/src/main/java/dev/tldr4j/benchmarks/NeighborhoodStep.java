package dev.tldr4j.benchmarks;

import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;
import static org.bytedeco.openblas.global.openblas_full.cblas_sgemm;
import static org.bytedeco.openblas.global.openblas_full.openblas_set_num_threads;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.Steps;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.network.EncoderNetwork;
import dev.tldr4j.learn.network.Head;
import dev.tldr4j.learn.network.Loss;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.network.TwinNetwork;
import dev.tldr4j.learn.training.Optimizer;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.FloatPointer;

/**
 * A training step of the default recipe, D 768, d 64, batch 1024, beside its matrix products, made by the same OpenBLAS with threads of
 * its own, and beside what the cores can do at best: the products and, for each of 2 · B · 2B exponentials, fourteen operations.
 */
public final class NeighborhoodStep {
    private static final int INPUTS = 768;
    private static final int OUTPUTS = 64;
    private static final int BATCH = 1024;
    private static final int ROWS = 2 * BATCH;
    private static final int POOL = 16_384;
    private static final int STEPS = 20;
    private static final int THREADS = 2;
    private static final int OF_AN_EXPONENTIAL = 14;

    /** Rows, columns and depth of every product: outputs, cosines of both kinds, gradients. */
    private static final int[][] PRODUCTS = {
        {ROWS, OUTPUTS, INPUTS},
        {BATCH, ROWS, INPUTS},
        {BATCH, ROWS, OUTPUTS},
        {ROWS, OUTPUTS, BATCH},
        {BATCH, OUTPUTS, ROWS},
        {OUTPUTS, INPUTS, ROWS}
    };

    private NeighborhoodStep() {}

    public static void main(String[] args) {
        Vectors vectors = Vectors.of(RandomFloats.of(POOL * INPUTS), INPUTS);
        FloatPointer a = new FloatPointer(RandomFloats.of(ROWS * ROWS));
        FloatPointer b = new FloatPointer(RandomFloats.of(ROWS * ROWS));
        FloatPointer c = new FloatPointer((long) ROWS * ROWS);
        double[] rates = new double[STEPS];
        Arrays.fill(rates, 1e-3);
        SplittableRandom random = new SplittableRandom(1);
        try (Backend backend = new CpuBackend(THREADS)) {
            Matrix twins = backend.matrix(ROWS, INPUTS);
            EncoderNetwork encoder = EncoderNetwork.linear(backend, ROWS, INPUTS, RandomFloats.of(OUTPUTS * INPUTS));
            Loss loss = Loss.neighborhoods(backend, List.of(OUTPUTS), 0.1, 0);
            Head head = new Head(backend, 2, BATCH, OUTPUTS, ProjectorShape.parse("none"), OUTPUTS, loss, random);
            TwinNetwork network = new TwinNetwork(encoder, head);
            Optimizer optimizer = Optimizer.adam(backend, network.parameters());
            Steps steps = backend.steps(
                    twins, (step, row, into) -> vectors.read((row * 7919 + step) % POOL, 1, into), now -> {
                        network.lossAndGradients(twins, now);
                        optimizer.step(now);
                    });
            Ratio.measure(
                    STEPS + " steps of the default recipe, D " + INPUTS + ", d " + OUTPUTS + ", batch " + BATCH,
                    STEPS * (gigaflop() + 2.0 * BATCH * ROWS * OF_AN_EXPONENTIAL / 1e9),
                    THREADS,
                    () -> steps.run(0, rates),
                    "their matrix products alone",
                    () -> products(a, b, c),
                    7,
                    1.3);
        }
    }

    private static double gigaflop() {
        return Arrays.stream(PRODUCTS)
                .mapToDouble(shape -> 2e-9 * shape[0] * shape[1] * shape[2])
                .sum();
    }

    private static void products(FloatPointer a, FloatPointer b, FloatPointer c) {
        openblas_set_num_threads(THREADS);
        for (int step = 0; step < STEPS; step++) {
            for (int[] shape : PRODUCTS) {
                cblas_sgemm(
                        CblasRowMajor,
                        CblasNoTrans,
                        CblasTrans,
                        shape[0],
                        shape[1],
                        shape[2],
                        1,
                        a,
                        shape[2],
                        b,
                        shape[2],
                        0,
                        c,
                        shape[1]);
            }
        }
        openblas_set_num_threads(1);
    }
}
