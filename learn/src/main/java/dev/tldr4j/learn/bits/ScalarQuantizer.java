package dev.tldr4j.learn.bits;

/**
 * Stores every number of a vector in a few bits: the nearest of equally spaced levels between two ends that each vector has of its
 * own. This is how Lucene, Elasticsearch and OpenSearch quantize (optimized scalar quantization), after the mean of all
 * vectors is taken off.
 *
 * <p>The ends begin where they suit Gaussian numbers best and then follow the levels in turn, as in k-means, as long as the
 * vector's loss becomes smaller: the squared error, in which error along the vector counts more than across it (Guo et al.,
 * "Accelerating Large-Scale Inference with Anisotropic Vector Quantization", 2020).
 *
 * <p>Immutable and safe for many threads.
 */
public final class ScalarQuantizer {
    /** What a vector has beside its codes in Lucene: both ends, the sum of its codes and its product with the mean, as floats. */
    public static final int CORRECTION_BYTES = 16;

    /** How much the error across a vector counts in Lucene. */
    private static final double LUCENE_ACROSS = 0.1;

    private static final int ROUNDS = 5;

    /** How many standard deviations from the mean the ends begin, by bits: the least squared error of Gaussian numbers. */
    private static final double[] GAUSSIAN_ENDS = {0, 0.798, 1.493, 2.051, 2.514, 2.916, 3.278, 3.611, 3.922};

    private final int bits;
    private final double across;

    private ScalarQuantizer(int bits, double across) {
        if (bits < 1 || bits > 8) {
            throw new IllegalArgumentException("a number is stored in 1 to 8 bits, not " + bits);
        }
        this.bits = bits;
        this.across = across;
    }

    /** As Lucene has it. */
    public static ScalarQuantizer lucene(int bits) {
        return new ScalarQuantizer(bits, LUCENE_ACROSS);
    }

    /** With the least squared error, whichever its direction. */
    static ScalarQuantizer leastSquares(int bits) {
        return new ScalarQuantizer(bits, 1);
    }

    /** The ends of a vector's levels. */
    public record Ends(float low, float high) {}

    public int bits() {
        return bits;
    }

    /** What the codes of a vector of so many numbers take, and the corrections with them. */
    public static int bytes(int dims, int bits) {
        return (int) (((long) dims * bits + 7) / 8) + CORRECTION_BYTES;
    }

    /** The ends for a vector from which the mean is taken off. */
    public Ends ends(float[] vector) {
        double mean = 0;
        double squares = 0;
        float least = Float.POSITIVE_INFINITY;
        float most = Float.NEGATIVE_INFINITY;
        for (float value : vector) {
            mean += value;
            squares += (double) value * value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        mean /= vector.length;
        double deviation = Math.sqrt(Math.max(0, squares / vector.length - mean * mean));
        Ends ends = new Ends((float) Math.max(least, mean - GAUSSIAN_ENDS[bits] * deviation), (float)
                Math.min(most, mean + GAUSSIAN_ENDS[bits] * deviation));
        if (squares == 0 || ends.low == ends.high) {
            return ends;
        }
        double loss = loss(vector, ends, squares);
        for (int round = 0; round < ROUNDS; round++) {
            Ends next = following(vector, ends, squares);
            double nextLoss = loss(vector, next, squares);
            if (!(nextLoss < loss)) {
                break;
            }
            ends = next;
            loss = nextLoss;
        }
        return ends;
    }

    /** The ends with the least loss for the levels that the numbers are at now: two linear equations. */
    private Ends following(float[] vector, Ends ends, double squares) {
        double lowLow = 0;
        double lowHigh = 0;
        double highHigh = 0;
        double lowVector = 0;
        double highVector = 0;
        double step = 1.0 / last();
        for (float value : vector) {
            double high = code(value, ends) * step;
            double low = 1 - high;
            lowLow += low * low;
            lowHigh += low * high;
            highHigh += high * high;
            lowVector += low * value;
            highVector += high * value;
        }
        double along = (1 - across) / squares;
        double a = across * lowLow + along * lowVector * lowVector;
        double b = across * lowHigh + along * lowVector * highVector;
        double c = across * highHigh + along * highVector * highVector;
        double determinant = a * c - b * b;
        return determinant == 0
                ? ends
                : new Ends((float) ((c * lowVector - b * highVector) / determinant), (float)
                        ((a * highVector - b * lowVector) / determinant));
    }

    private double loss(float[] vector, Ends ends, double squares) {
        double error = 0;
        double along = 0;
        for (float value : vector) {
            double difference = value - value(code(value, ends), ends);
            error += difference * difference;
            along += difference * value;
        }
        return across * error + (1 - across) * along * along / squares;
    }

    private int last() {
        return (1 << bits) - 1;
    }

    /** The level of a number, from 0 on. */
    public int code(float value, Ends ends) {
        double range = (double) ends.high - ends.low; // of floats, it may be too large for one
        if (range == 0) {
            return 0;
        }
        double level = ((double) value - ends.low) / range * last();
        return (int) Math.max(0, Math.min(last(), Math.round(level)));
    }

    /** What a level stands for. */
    public float value(int code, Ends ends) {
        return (float) (ends.low + code * (((double) ends.high - ends.low) / last()));
    }

    /** Replaces each number by what its level stands for. */
    public void quantize(float[] vector) {
        Ends ends = ends(vector);
        for (int j = 0; j < vector.length; j++) {
            vector[j] = value(code(vector[j], ends), ends);
        }
    }
}
