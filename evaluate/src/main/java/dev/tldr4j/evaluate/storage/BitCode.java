package dev.tldr4j.evaluate.storage;

import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;

/**
 * Every number as one bit: whether it lies above its dimension's mean. It stands for the mean plus or minus the spread, one
 * for all dimensions: how far numbers lie from their means on average.
 *
 * <p>Around the mean, since dimensions need not lie around zero. One spread for all, although the mean of either side
 * would be nearer to the numbers: on real vectors searches then found less, most of all after PCA. There the first
 * dimensions spread furthest, and their single bits, scaled up, drown the others.
 */
final class BitCode implements RowCode {
    private final float[] mean;
    private final float spread;

    private BitCode(float[] mean, float spread) {
        this.mean = mean;
        this.spread = spread;
    }

    /** Learns the means and the spread. */
    static BitCode learn(Vectors vectors, ProgressListener listener) {
        int dims = vectors.dims();
        double[] sums = new double[dims];
        CodedVectors.forEachRow(vectors, "means", listener, row -> {
            for (int j = 0; j < dims; j++) {
                sums[j] += row[j];
            }
        });
        float[] mean = new float[dims];
        for (int j = 0; j < dims; j++) {
            mean[j] = (float) (sums[j] / vectors.rows());
        }
        double[] distances = {0};
        CodedVectors.forEachRow(vectors, "spread", listener, row -> {
            double ofRow = 0;
            for (int j = 0; j < dims; j++) {
                ofRow += Math.abs((double) row[j] - mean[j]);
            }
            distances[0] += ofRow / dims;
        });
        return new BitCode(mean, (float) (distances[0] / vectors.rows()));
    }

    @Override
    public int bytes() {
        return (mean.length + 7) / 8;
    }

    @Override
    public long sharedBytes() {
        return (mean.length + 1L) * Float.BYTES;
    }

    @Override
    public void encode(float[] row, byte[] codes, int at) {
        for (int j = 0; j < row.length; j++) {
            if (row[j] > mean[j]) {
                codes[at + j / 8] |= (byte) (1 << j % 8);
            }
        }
    }

    @Override
    public void decode(byte[] codes, int at, float[] row) {
        for (int j = 0; j < row.length; j++) {
            boolean above = (codes[at + j / 8] >> j % 8 & 1) != 0;
            row[j] = above ? mean[j] + spread : mean[j] - spread;
        }
    }
}
