package dev.tldr4j.evaluate.storage;

import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;

/**
 * Every number as one of 256 equal steps from the smallest to the largest of its dimension.
 *
 * <p>The range is not clipped to quantiles. At 256 steps that could win little: the numbers of an embedding's dimension
 * seldom lie further than five deviations out, and a step is then a twenty-fifth of a deviation. And so nothing stored is
 * further than half a step from what it was.
 */
final class ByteCode implements RowCode {
    private static final int LAST = 255;

    private final float[] least;
    private final float[] steps;

    private ByteCode(float[] least, float[] steps) {
        this.least = least;
        this.steps = steps;
    }

    /** Learns every dimension's range. */
    static ByteCode learn(Vectors vectors, ProgressListener listener) {
        int dims = vectors.dims();
        float[] least = new float[dims];
        float[] most = new float[dims];
        Arrays.fill(least, Float.POSITIVE_INFINITY);
        Arrays.fill(most, Float.NEGATIVE_INFINITY);
        CodedVectors.forEachRow(vectors, "ranges", listener, row -> {
            for (int j = 0; j < dims; j++) {
                least[j] = Math.min(least[j], row[j]);
                most[j] = Math.max(most[j], row[j]);
            }
        });
        float[] steps = new float[dims];
        for (int j = 0; j < dims; j++) {
            steps[j] = (float) (((double) most[j] - least[j]) / LAST); // the difference may overflow a float
        }
        return new ByteCode(least, steps);
    }

    @Override
    public int bytes() {
        return least.length;
    }

    @Override
    public long sharedBytes() {
        return 2L * least.length * Float.BYTES;
    }

    /** The distance between two numbers that can be stored in a dimension; 0 where all are equal. */
    float step(int dimension) {
        return steps[dimension];
    }

    @Override
    public void encode(float[] row, byte[] codes, int at) {
        for (int j = 0; j < row.length; j++) {
            double step = steps[j] == 0 ? 0 : Math.rint(((double) row[j] - least[j]) / steps[j]);
            codes[at + j] = (byte) Math.max(0, Math.min(LAST, step));
        }
    }

    @Override
    public void decode(byte[] codes, int at, float[] row) {
        for (int j = 0; j < row.length; j++) {
            row[j] = (float) (least[j] + (codes[at + j] & 0xff) * (double) steps[j]);
        }
    }
}
