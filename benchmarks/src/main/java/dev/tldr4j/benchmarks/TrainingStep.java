package dev.tldr4j.benchmarks;

import static org.bytedeco.openblas.global.openblas_full.CblasLeft;
import static org.bytedeco.openblas.global.openblas_full.CblasLower;
import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;
import static org.bytedeco.openblas.global.openblas_full.cblas_sgemm;
import static org.bytedeco.openblas.global.openblas_full.cblas_ssymm;
import static org.bytedeco.openblas.global.openblas_full.cblas_ssyrk;
import static org.bytedeco.openblas.global.openblas_full.openblas_set_num_threads;

import dev.tldr4j.learn.backend.Backend;
import dev.tldr4j.learn.backend.Matrix;
import dev.tldr4j.learn.backend.internal.CpuBackend;
import dev.tldr4j.learn.network.EncoderNetwork;
import dev.tldr4j.learn.network.Loss;
import dev.tldr4j.learn.network.ProjectorShape;
import dev.tldr4j.learn.network.TwinNetwork;
import dev.tldr4j.learn.training.Optimizer;
import dev.tldr4j.vectors.Vectors;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.FloatPointer;

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

    public static void main(String[] args) {
        int threads = 2;
        SplittableRandom random = new SplittableRandom(1);
        try (Backend backend = new CpuBackend(threads)) {
            Matrix twins = backend.matrix(ROWS, INPUTS);
            Vectors vectors = vectors();
            float[] rotation = new float[INPUTS * INPUTS];
            for (int i = 0; i < INPUTS; i++) {
                rotation[i * INPUTS + i] = 1;
            }
            EncoderNetwork encoder = EncoderNetwork.firstCoordinates(backend, ROWS, rotation, INPUTS, OUTPUTS, 1);
            TwinNetwork network = new TwinNetwork(
                    backend,
                    encoder,
                    ROWS,
                    OUTPUTS,
                    ProjectorShape.parse("mlp-2-" + WIDTH),
                    WIDTH,
                    Loss.barlowTwins(backend, WIDTH, 0.01f, 1),
                    random);
            Optimizer optimizer = Optimizer.adam(backend, network.parameters());
            Products products = new Products();
            Ratio.measure(
                    STEPS + " training steps, D " + INPUTS + ", d " + OUTPUTS + ", mlp-2-" + WIDTH + ", batch " + BATCH
                            + ", " + threads + " threads",
                    () -> {
                        for (int step = 0; step < STEPS; step++) {
                            gather(backend, vectors, twins, step);
                            network.lossAndGradients(twins);
                            optimizer.step(step, 1e-3);
                        }
                    },
                    "their matrix products alone (" + STEPS + " times " + Products.gigaflop() + " GFLOP)",
                    () -> {
                        for (int step = 0; step < STEPS; step++) {
                            products.run(threads);
                        }
                    },
                    ROUNDS,
                    1.15);
        }
    }

    private static Vectors vectors() {
        SplittableRandom random = new SplittableRandom(2);
        float[] values = new float[POOL * INPUTS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble();
        }
        return Vectors.of(values, INPUTS);
    }

    /** Scattered rows, as a batch of pairs has them. */
    private static void gather(Backend backend, Vectors vectors, Matrix twins, int step) {
        backend.fill(twins, (row, into) -> vectors.read((row * 7919 + step) % POOL, 1, into));
    }

    /** The products of a step, as plain calls. Both views go through each layer in one product. */
    private static final class Products {
        private final FloatPointer input = random(ROWS * INPUTS);
        private final FloatPointer code = random(ROWS * OUTPUTS);
        private final FloatPointer hidden = random(ROWS * WIDTH);
        private final FloatPointer other = random(ROWS * WIDTH);
        private final FloatPointer encoderWeight = random(OUTPUTS * INPUTS);
        private final FloatPointer firstWeight = random(WIDTH * OUTPUTS);
        private final FloatPointer weight = random(WIDTH * WIDTH);
        private final FloatPointer gradient = random(WIDTH * WIDTH);
        private final FloatPointer gram = random(BATCH * BATCH);

        void run(int threads) {
            openblas_set_num_threads(threads);
            product(ROWS, OUTPUTS, INPUTS, input, false, encoderWeight, true, code);
            product(OUTPUTS, INPUTS, ROWS, code, true, input, false, gradient);
            product(ROWS, WIDTH, OUTPUTS, code, false, firstWeight, true, hidden);
            product(WIDTH, OUTPUTS, ROWS, hidden, true, code, false, gradient);
            product(ROWS, OUTPUTS, WIDTH, hidden, false, firstWeight, false, code);
            for (int layer = 0; layer < 2; layer++) {
                product(ROWS, WIDTH, WIDTH, hidden, false, weight, true, other);
                product(WIDTH, WIDTH, ROWS, other, true, hidden, false, gradient);
                product(ROWS, WIDTH, WIDTH, other, false, weight, false, hidden);
            }
            for (int view = 0; view < 2; view++) {
                cblas_ssyrk(CblasRowMajor, CblasLower, CblasNoTrans, BATCH, WIDTH, 1, hidden, WIDTH, 0, gram, BATCH);
                cblas_ssymm(
                        CblasRowMajor,
                        CblasLeft,
                        CblasLower,
                        BATCH,
                        WIDTH,
                        1,
                        gram,
                        BATCH,
                        hidden,
                        WIDTH,
                        0,
                        other,
                        WIDTH);
            }
            openblas_set_num_threads(1);
        }

        private static void product(
                int m, int n, int k, FloatPointer a, boolean ta, FloatPointer b, boolean tb, FloatPointer c) {
            cblas_sgemm(
                    CblasRowMajor,
                    ta ? CblasTrans : CblasNoTrans,
                    tb ? CblasTrans : CblasNoTrans,
                    m,
                    n,
                    k,
                    1,
                    a,
                    ta ? m : k,
                    b,
                    tb ? k : n,
                    0,
                    c,
                    n);
        }

        static long gigaflop() {
            double encoder = 2 * (2.0 * ROWS * INPUTS * OUTPUTS);
            double first = 3 * (2.0 * ROWS * OUTPUTS * WIDTH);
            double others = 2 * 3 * (2.0 * ROWS * WIDTH * WIDTH);
            double loss = 2 * (1.0 * BATCH * BATCH * WIDTH + 2.0 * BATCH * BATCH * WIDTH);
            return Math.round((encoder + first + others + loss) / 1e9);
        }

        private static FloatPointer random(int size) {
            SplittableRandom random = new SplittableRandom(size);
            FloatPointer values = new FloatPointer(size);
            for (int i = 0; i < size; i++) {
                values.put(i, (float) random.nextDouble() - 0.5f);
            }
            return values;
        }
    }
}
