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

import java.util.Arrays;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.FloatPointer;

/**
 * The matrix products that no implementation of a training step can do without, as plain calls: for every layer its output, the
 * gradient of its weight and, but for the first layer, that of its input; for the loss two Gram matrices (half a product
 * each) and two products. Both views go through each layer in one product.
 */
final class StepProducts {
    private final int rows;
    private final int[] widths;
    private final FloatPointer activations;
    private final FloatPointer gradients;
    private final FloatPointer weight;
    private final FloatPointer weightGradient;
    private final FloatPointer gram;

    /** @param widths of every layer's input, and of the last one's output */
    StepProducts(int rows, int[] widths) {
        this.rows = rows;
        this.widths = widths;
        int widest = Arrays.stream(widths).max().orElseThrow();
        this.activations = random(rows * widest);
        this.gradients = random(rows * widest);
        this.weight = random(widest * widest);
        this.weightGradient = random(widest * widest);
        this.gram = random(rows / 2 * rows / 2);
    }

    void run(int threads) {
        openblas_set_num_threads(threads);
        for (int layer = 0; layer + 1 < widths.length; layer++) {
            int in = widths[layer];
            int out = widths[layer + 1];
            product(rows, out, in, activations, false, weight, true, gradients);
            product(out, in, rows, gradients, true, activations, false, weightGradient);
            if (layer > 0) {
                product(rows, in, out, gradients, false, weight, false, activations);
            }
        }
        int batch = rows / 2;
        int width = widths[widths.length - 1];
        for (int view = 0; view < 2; view++) {
            cblas_ssyrk(CblasRowMajor, CblasLower, CblasNoTrans, batch, width, 1, activations, width, 0, gram, batch);
            cblas_ssymm(
                    CblasRowMajor,
                    CblasLeft,
                    CblasLower,
                    batch,
                    width,
                    1,
                    gram,
                    batch,
                    activations,
                    width,
                    0,
                    gradients,
                    width);
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

    long gigaflop() {
        double sum = 0;
        for (int layer = 0; layer + 1 < widths.length; layer++) {
            sum += (layer > 0 ? 3 : 2) * (2.0 * rows * widths[layer] * widths[layer + 1]);
        }
        double batch = rows / 2.0;
        sum += 2 * 3 * batch * batch * widths[widths.length - 1];
        return Math.round(sum / 1e9);
    }

    /** Small numbers, so that products of products stay finite; denormals would be slow. */
    private static FloatPointer random(int size) {
        SplittableRandom random = new SplittableRandom(size);
        FloatPointer values = new FloatPointer(size);
        for (int i = 0; i < size; i++) {
            values.put(i, (float) random.nextDouble() - 0.5f);
        }
        return values;
    }
}
