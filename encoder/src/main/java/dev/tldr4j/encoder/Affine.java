package dev.tldr4j.encoder;

import java.util.Arrays;

/**
 * One affine map {@code weight · x + bias}: a layer of an {@link Encoder}. Immutable and safe for use by many threads.
 */
public final class Affine {
    /**
     * The weight by columns: {@code columns[i]} is what input i adds to every output. Going column by column turns the
     * product into additions of whole arrays, which the JIT compiles to vector instructions; it does not do so for
     * dot products of floats, nor (on Java 17) for one flat array read at several offsets.
     */
    private final float[][] columns;

    private final float[] bias;

    /**
     * Copies the given numbers.
     *
     * @param weight row-major [bias.length × inputDims]; the number of inputs follows from its length
     * @param bias one number for each output
     * @throws InvalidInputException if the sizes do not fit, there is no input or no output, or a number is NaN or
     *     infinite
     */
    public Affine(float[] weight, float[] bias) {
        if (bias.length == 0) {
            throw new InvalidInputException("the bias is empty; an encoder needs at least one output dimension");
        }
        if (weight.length == 0 || weight.length % bias.length != 0) {
            throw new InvalidInputException("the weight has " + weight.length + " numbers, which is no multiple of the "
                    + bias.length + " of the bias; give outputs × inputs numbers, row by row");
        }
        // The copies are checked, not the arguments: those may be changed by another thread in between.
        this.bias = bias.clone();
        checkFinite(this.bias);
        this.columns = columns(weight, bias.length);
    }

    /** {@return how many numbers go in} */
    public int inputDims() {
        return columns.length;
    }

    /** {@return how many numbers come out} */
    public int outputDims() {
        return bias.length;
    }

    /** The map that gives the first outputs alone. */
    Affine truncated(int outputs) {
        return new Affine(Arrays.copyOf(weight(), outputs * inputDims()), Arrays.copyOf(bias, outputs));
    }

    /** {@return the weight: a copy, row-major [outputDims × inputDims]} */
    public float[] weight() {
        float[] weight = new float[columns.length * bias.length];
        for (int row = 0; row < bias.length; row++) {
            for (int column = 0; column < columns.length; column++) {
                weight[row * columns.length + column] = columns[column][row];
            }
        }
        return weight;
    }

    /** {@return the bias: a copy} */
    public float[] bias() {
        return bias.clone();
    }

    /**
     * Maps the vector that starts at {@code from}. Every output is the same sequence of float additions and
     * multiplications wherever it runs, so the result is the same bit for bit on every machine.
     *
     * @param into of exactly {@link #outputDims()} numbers, and not the array of the vector
     */
    void apply(float[] vectors, int from, float[] into) {
        System.arraycopy(bias, 0, into, 0, bias.length);
        int inFours = columns.length & ~3;
        for (int i = 0; i < inFours; i += 4) {
            int at = from + i;
            addFour(
                    vectors[at],
                    columns[i],
                    vectors[at + 1],
                    columns[i + 1],
                    vectors[at + 2],
                    columns[i + 2],
                    vectors[at + 3],
                    columns[i + 3],
                    into);
        }
        for (int i = inFours; i < columns.length; i++) {
            addOne(vectors[from + i], columns[i], into);
        }
    }

    /** Four columns at once save three of four reads and writes of the sums; with more than five C2 gives up. */
    private static void addFour(
            float x0, float[] c0, float x1, float[] c1, float x2, float[] c2, float x3, float[] c3, float[] sums) {
        for (int j = 0; j < sums.length; j++) {
            sums[j] += (x0 * c0[j] + x1 * c1[j]) + (x2 * c2[j] + x3 * c3[j]);
        }
    }

    private static void addOne(float x, float[] column, float[] sums) {
        for (int j = 0; j < sums.length; j++) {
            sums[j] += x * column[j];
        }
    }

    private static float[][] columns(float[] weight, int outputs) {
        int inputs = weight.length / outputs;
        float[][] columns = new float[inputs][outputs];
        float sumOfNothing = 0;
        for (int row = 0; row < outputs; row++) {
            sumOfNothing += spread(weight, row * inputs, columns, row);
        }
        if (sumOfNothing != 0) {
            for (float[] column : columns) {
                checkFinite(column);
            }
        }
        return columns;
    }

    /**
     * Puts a row of the weight in its place, and sums 0 times each number: NaN if one is not finite. A method of its own
     * is compiled sooner, which the first use of an encoder in a new process waits for.
     */
    private static float spread(float[] weight, int from, float[][] columns, int row) {
        float sumOfNothing = 0;
        for (int column = 0; column < columns.length; column++) {
            float number = weight[from + column];
            columns[column][row] = number;
            sumOfNothing += 0 * number;
        }
        return sumOfNothing;
    }

    private static void checkFinite(float[] numbers) {
        for (float number : numbers) {
            if (!Float.isFinite(number)) {
                throw new InvalidInputException(
                        "the weight or bias holds " + number + "; an encoder needs finite numbers");
            }
        }
    }
}
