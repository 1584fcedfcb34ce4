package dev.tldr4j.benchmarks;

import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;
import static org.bytedeco.openblas.global.openblas_full.cblas_sgemm;
import static org.bytedeco.openblas.global.openblas_full.openblas_get_corename;
import static org.bytedeco.openblas.global.openblas_full.openblas_set_num_threads;

import dev.tldr4j.learn.internal.Workers;
import org.bytedeco.javacpp.FloatPointer;

/** What this machine's cores and memory can do at best, and what of it matrix products x · yᵀ, as neighbours need them, reach. */
public final class MachineLimits {
    private static final int SIDE = 2048;
    private static final int PRODUCTS = 8;
    private static final int ROUNDS = 5;

    private MachineLimits() {}

    public static void main(String[] args) {
        int most = Runtime.getRuntime().availableProcessors();
        for (int threads = 1; threads <= most; threads = threads < most ? Math.min(2 * threads, most) : threads + 1) {
            double before = CoreLimit.gigaflops(threads);
            System.out.printf(
                    "%d threads: multiply-adds of 256 bits %.0f GFLOP/s", threads, CoreLimit.gigaflops256(threads));
            if (CoreLimit.has512Bits()) {
                System.out.printf(", of 512 bits %.0f", CoreLimit.gigaflops512(threads));
            }
            System.out.printf("; memory read at %.1f GB/s%n", CoreLimit.gigabytesRead(threads));
            double products = products(threads);
            double limit = Math.max(before, CoreLimit.gigaflops(threads));
            System.out.printf(
                    "products of %d × %d, one on each core, OpenBLAS's %s kernels: %.0f GFLOP/s, %.2f of the limit"
                            + " (at least 0.85 wanted: %s)%n",
                    SIDE,
                    SIDE,
                    openblas_get_corename().getString(),
                    products,
                    products / limit,
                    products >= 0.85 * limit ? "met" : "MISSED");
        }
    }

    private static double products(int threads) {
        openblas_set_num_threads(1);
        FloatPointer[][] matrices = new FloatPointer[threads][];
        for (int i = 0; i < threads; i++) {
            matrices[i] = new FloatPointer[] {
                new FloatPointer(RandomFloats.of(SIDE * SIDE)),
                new FloatPointer(RandomFloats.of(SIDE * SIDE)),
                new FloatPointer((long) SIDE * SIDE)
            };
        }
        double best = Double.POSITIVE_INFINITY;
        try (Workers workers = new Workers(threads)) {
            for (int round = 0; round < ROUNDS; round++) {
                long begin = System.nanoTime();
                workers.run(threads, core -> {
                    for (int i = 0; i < PRODUCTS; i++) {
                        product(matrices[core]);
                    }
                });
                best = Math.min(best, (System.nanoTime() - begin) / 1e9);
            }
        }
        return 2.0 * SIDE * SIDE * SIDE * PRODUCTS * threads / best / 1e9;
    }

    private static void product(FloatPointer[] abc) {
        cblas_sgemm(
                CblasRowMajor,
                CblasNoTrans,
                CblasTrans,
                SIDE,
                SIDE,
                SIDE,
                1,
                abc[0],
                SIDE,
                abc[1],
                SIDE,
                0,
                abc[2],
                SIDE);
    }
}
