package dev.tldr4j.learn.backend;

import java.io.Serializable;

/**
 * The few operations that training needs, each over whole matrices. A batch holds its views one below the other: with two
 * views of B rows, rows 0 to B - 1 are the first view and rows B to 2B - 1 the second.
 *
 * <p>Results depend on the inputs and the thread count only, never on timing.
 */
public interface Backend extends AutoCloseable {
    /** A matrix of zeros. */
    Matrix matrix(int rows, int cols);

    /**
     * The steps of a training.
     *
     * @param batch filled before every step
     */
    Steps steps(Matrix batch, BatchSource source, Steps.Step step);

    /** Sets a matrix from row-major values. */
    void set(Matrix matrix, float[] values);

    /** A copy, row-major. */
    float[] get(Matrix matrix);

    /** {@code sum += other}. */
    void add(Matrix sum, Matrix other);

    /** {@code c = op(a) · op(b)}, where op transposes when told to. */
    void multiply(Matrix a, boolean transposeA, Matrix b, boolean transposeB, Matrix c);

    /**
     * The same, in all the precision of floats, whatever the backend does otherwise. Vectors as they come have directions of
     * little variance beside others of much, and an encoder that scales those up scales up their rounding, too.
     */
    void multiplyFp32(Matrix a, boolean transposeA, Matrix b, boolean transposeB, Matrix c);

    /**
     * Batch normalisation, per view: every column is brought to mean 0 and variance 1 in place of {@code x}, which then
     * holds what the gradient needs, and the statistics are set. Where {@code after} is given, its output becomes {@code
     * scale · x + shift}, or the larger of that and 0.
     */
    void batchNorm(Matrix x, Statistics statistics, ScaleShift after);

    /**
     * The gradient of {@link #batchNorm}: takes the gradient of the loss with respect to its output and turns it, in
     * place, into the one with respect to its input. {@code normalized} is what batchNorm left in {@code x}.
     */
    void batchNormGradient(Matrix gradient, Matrix normalized, Statistics statistics, ScaleShift after);

    /**
     * The Barlow Twins loss of two batch-normalised views, {@code C = Ẑaᵀ Ẑb / B; Σᵢ (1 − Cᵢᵢ)² + λ Σᵢ≠ⱼ Cᵢⱼ²}, and its
     * gradient with respect to both views.
     *
     * @param scale multiplies the gradient and the loss
     * @param steps is given the loss, as by all losses; what several give to a step adds up
     */
    void barlowTwins(Matrix views, float lambda, float scale, Matrix gradient, Steps steps);

    /**
     * The mean squared difference between outputs and {@code targetScale · targets}, and its gradient with respect to the
     * outputs.
     *
     * @param scale multiplies the gradient and the loss
     */
    void reconstruction(Matrix outputs, Matrix targets, float targetScale, float scale, Matrix gradient, Steps steps);

    /**
     * The contrastive loss of Hadsell, Chopra and LeCun (2006) over B pairs (aᵢ, bᵢ) and as many non-pairs (aᵢ, bᵢ₊₁), where b
     * after the last is the first: {@code Σᵢ (‖aᵢ − bᵢ‖² + max(0, margin − ‖aᵢ − bᵢ₊₁‖)²) / 2B}, and its gradient with
     * respect to both views. At distance zero a non-pair is pushed nowhere.
     */
    void contrastive(Matrix views, float margin, Matrix gradient, Steps steps);

    /**
     * How far the neighbourhoods of the first view's rows are from those that they have among the targets: the mean over these B
     * anchors of the Kullback-Leibler divergence {@code KL(p ‖ q)} of two distributions over the batch's other rows, softmax of
     * cosines by a temperature each. p is that of the targets, q that of the outputs: stochastic neighbour embedding (Hinton and
     * Roweis, 2002) with cosines. A row that is a copy of the anchor among the targets counts for nothing, as the anchor itself
     * does. Queries have neighbourhoods and are in nobody's. The gradients with respect to the outputs and to the logarithm of
     * their temperature are set.
     *
     * <p>Of several prefixes of the outputs, each has a q and a temperature of its own, and the mean of their divergences is the loss:
     * every prefix is learned to be good by itself (Matryoshka representation learning, Kusupati et al., 2022). Shorter prefixes
     * share the anchors ({@link AnchorShare}).
     *
     * @param outputs 2B rows
     * @param prefixes how many of an output's first numbers, in ascending order; the last is all of them
     * @param targets as many rows, of any width
     * @param queries how many of the B anchors, the last ones, are queries
     * @param temperature of the targets
     * @param logTemperatures of the prefixes, one number each
     */
    void neighborhoods(
            Matrix outputs,
            int[] prefixes,
            Matrix targets,
            int queries,
            float temperature,
            Matrix logTemperatures,
            Matrix logTemperatureGradients,
            Matrix gradient,
            Steps steps);

    /**
     * One step of Adam (Kingma and Ba, 2015) with bias correction, at a multiple of the step's learning rate.
     *
     * @param rateMultiplier the multiple
     */
    void adam(Matrix parameter, Matrix gradient, Matrix mean, Matrix meanSquare, float rateMultiplier, Steps steps);

    /**
     * One step of LARS (You et al., 2017): momentum over a gradient that includes weight decay and is scaled by {@code
     * trust · ‖parameter‖ / ‖gradient‖}; where {@code adapt} is false, neither decay nor that scaling. At a multiple of the
     * step's learning rate.
     *
     * @param rateMultiplier the multiple
     */
    void lars(
            Matrix parameter,
            Matrix gradient,
            Matrix velocity,
            LarsSettings settings,
            float rateMultiplier,
            boolean adapt,
            Steps steps);

    /**
     * Takes a batch's statistics into running ones, one view after the other: {@code running += part · (the batch's − running)},
     * variances for variances.
     *
     * @param running two rows: means and variances
     */
    void average(Matrix running, Statistics statistics, float part);

    /** A batch's statistics, one row for each view: the mean of every column and 1 / √(its variance + ε). */
    record Statistics(Matrix mean, Matrix inverseDeviation) {
        /** What is added to a variance, so that a constant column does not divide by zero. */
        public static final double EPSILON = 1e-5;
    }

    /**
     * Scale and shift after a normalisation: their values, their gradients (set, not added to) and the output, which is cut at
     * 0 where {@code relu} is true.
     */
    record ScaleShift(
            Matrix scale, Matrix shift, Matrix scaleGradient, Matrix shiftGradient, Matrix output, boolean relu) {}

    /** What LARS is told once. */
    record LarsSettings(float momentum, float weightDecay, float trust) implements Serializable {}

    @Override
    void close();
}
