package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.learn.backend.Backend.LarsSettings;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.Workers;
import java.nio.FloatBuffer;

/** One step of an optimizer over one parameter. */
final class OptimizerKernels {
    /** Numbers handled at a time: a few arrays of them fit the first-level cache. */
    private static final int CHUNK = 2048;

    /** Chunks in a task: enough work to be worth handing to a thread. */
    private static final int CHUNKS = 32;

    private static final float BETA1 = 0.9f;
    private static final float BETA2 = 0.999f;
    private static final float EPSILON = 1e-8f;

    private final Workers workers;

    OptimizerKernels(Workers workers) {
        this.workers = workers;
    }

    void adam(
            NativeMatrix parameter,
            NativeMatrix gradient,
            NativeMatrix mean,
            NativeMatrix meanSquare,
            float learningRate,
            int step) {
        // both bias corrections, folded into the step length and the denominator
        float correction = (float) Math.sqrt(1 - Math.pow(BETA2, step));
        float rate = (float) (learningRate * correction / (1 - Math.pow(BETA1, step)));
        float epsilon = EPSILON * correction;
        inChunks(parameter, () -> {
            float[] p = new float[CHUNK];
            float[] g = new float[CHUNK];
            float[] m = new float[CHUNK];
            float[] v = new float[CHUNK];
            return (at, count) -> {
                parameter.buffer().get(at, p, 0, count);
                gradient.buffer().get(at, g, 0, count);
                mean.buffer().get(at, m, 0, count);
                meanSquare.buffer().get(at, v, 0, count);
                adam(p, g, m, v, count, rate, epsilon);
                parameter.buffer().put(at, p, 0, count);
                mean.buffer().put(at, m, 0, count);
                meanSquare.buffer().put(at, v, 0, count);
            };
        });
    }

    private static void adam(float[] p, float[] g, float[] m, float[] v, int count, float rate, float epsilon) {
        for (int i = 0; i < count; i++) {
            m[i] = BETA1 * m[i] + (1 - BETA1) * g[i];
            v[i] = BETA2 * v[i] + (1 - BETA2) * g[i] * g[i];
            p[i] -= rate * m[i] / ((float) Math.sqrt(v[i]) + epsilon);
        }
    }

    void lars(
            NativeMatrix parameter,
            NativeMatrix gradient,
            NativeMatrix velocity,
            LarsSettings settings,
            float learningRate,
            boolean adapt) {
        float decay = adapt ? settings.weightDecay() : 0;
        float scale = adapt ? trustRatio(parameter, gradient, decay, settings.trust()) : 1;
        float momentum = settings.momentum();
        inChunks(parameter, () -> {
            float[] p = new float[CHUNK];
            float[] g = new float[CHUNK];
            float[] v = new float[CHUNK];
            return (at, count) -> {
                parameter.buffer().get(at, p, 0, count);
                gradient.buffer().get(at, g, 0, count);
                velocity.buffer().get(at, v, 0, count);
                for (int i = 0; i < count; i++) {
                    v[i] = momentum * v[i] + scale * (g[i] + decay * p[i]);
                    p[i] -= learningRate * v[i];
                }
                parameter.buffer().put(at, p, 0, count);
                velocity.buffer().put(at, v, 0, count);
            };
        });
    }

    /** {@code trust · ‖p‖ / ‖g + decay · p‖}, or 1 where either is zero. */
    private float trustRatio(NativeMatrix parameter, NativeMatrix gradient, float decay, float trust) {
        int size = parameter.buffer().capacity();
        int tasks = (size + CHUNK * CHUNKS - 1) / (CHUNK * CHUNKS);
        double[] parameterSquares = new double[tasks];
        double[] gradientSquares = new double[tasks];
        FloatBuffer from = parameter.buffer();
        FloatBuffer gradientFrom = gradient.buffer();
        workers.runRanges(size, CHUNK * CHUNKS, (begin, end) -> {
            float[] p = new float[end - begin];
            float[] g = new float[end - begin];
            from.get(begin, p);
            gradientFrom.get(begin, g);
            double pp = 0;
            double gg = 0;
            for (int i = 0; i < p.length; i++) {
                double decayed = g[i] + decay * p[i];
                pp += (double) p[i] * p[i];
                gg += decayed * decayed;
            }
            parameterSquares[begin / (CHUNK * CHUNKS)] = pp;
            gradientSquares[begin / (CHUNK * CHUNKS)] = gg;
        });
        double parameterNorm =
                Math.sqrt(java.util.Arrays.stream(parameterSquares).sum());
        double gradientNorm = Math.sqrt(java.util.Arrays.stream(gradientSquares).sum());
        return parameterNorm > 0 && gradientNorm > 0 ? (float) (trust * parameterNorm / gradientNorm) : 1;
    }

    /** Works on {@code count} numbers from index {@code at}. */
    @FunctionalInterface
    private interface ChunkTask {
        void accept(int at, int count);
    }

    /** Gives every task scratch arrays of its own and runs it over the whole matrix. */
    private void inChunks(NativeMatrix matrix, java.util.function.Supplier<ChunkTask> tasks) {
        workers.runRanges(matrix.buffer().capacity(), CHUNK * CHUNKS, (begin, end) -> {
            ChunkTask task = tasks.get();
            for (int at = begin; at < end; at += CHUNK) {
                task.accept(at, Math.min(CHUNK, end - at));
            }
        });
    }
}
