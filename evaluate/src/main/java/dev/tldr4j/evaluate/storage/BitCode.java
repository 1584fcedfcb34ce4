package dev.tldr4j.evaluate.storage;

import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.vectors.Vectors;

/**
 * Every number as one bit: which of its dimension's two values is nearer. These are the means of what lies below and of
 * what lies above the dimension's mean.
 *
 * <p>Decoding to these means, and not to −1 and 1, keeps that some dimensions spread further than others, as they do after
 * PCA, and that they need not spread around zero. So inner products, angles and distances are all those of vectors near
 * to the real ones, and need no case of their own.
 */
final class BitCode implements RowCode {
    private final float[] low;
    private final float[] high;

    private BitCode(float[] low, float[] high) {
        this.low = low;
        this.high = high;
    }

    /** Learns every dimension's two values. */
    static BitCode learn(Vectors vectors, ProgressListener listener) {
        int dims = vectors.dims();
        double[] mean = new double[dims];
        CodedVectors.forEachRow(vectors, "means", listener, row -> {
            for (int j = 0; j < dims; j++) {
                mean[j] += (double) row[j] / vectors.rows();
            }
        });
        int[] rowsBelow = new int[dims];
        double[] below = new double[dims];
        double[] above = new double[dims];
        CodedVectors.forEachRow(vectors, "means of either side", listener, row -> {
            for (int j = 0; j < dims; j++) {
                if (row[j] < mean[j]) {
                    rowsBelow[j]++;
                    below[j] += row[j];
                } else {
                    above[j] += row[j];
                }
            }
        });
        float[] low = new float[dims];
        float[] high = new float[dims];
        for (int j = 0; j < dims; j++) {
            int rowsAbove = vectors.rows() - rowsBelow[j];
            // where all numbers are equal, one side is empty, or both may be but for rounding
            low[j] = (float) (rowsBelow[j] == 0 ? mean[j] : below[j] / rowsBelow[j]);
            high[j] = (float) (rowsAbove == 0 ? mean[j] : above[j] / rowsAbove);
        }
        return new BitCode(low, high);
    }

    @Override
    public int bytes() {
        return (low.length + 7) / 8;
    }

    @Override
    public long sharedBytes() {
        return 2L * low.length * Float.BYTES;
    }

    @Override
    public void encode(float[] row, byte[] codes, int at) {
        for (int j = 0; j < row.length; j++) {
            if (row[j] > ((double) low[j] + high[j]) / 2) {
                codes[at + j / 8] |= (byte) (1 << j % 8);
            }
        }
    }

    @Override
    public void decode(byte[] codes, int at, float[] row) {
        for (int j = 0; j < row.length; j++) {
            row[j] = (codes[at + j / 8] >> j % 8 & 1) == 0 ? low[j] : high[j];
        }
    }
}
