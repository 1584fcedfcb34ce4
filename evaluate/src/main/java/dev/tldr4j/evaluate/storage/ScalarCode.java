package dev.tldr4j.evaluate.storage;

import dev.tldr4j.learn.bits.ScalarQuantizer;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.nio.ByteBuffer;

/**
 * Every number in a few bits, between ends that each vector has of its own, around the mean of all: what Lucene and the engines on
 * it keep of a vector, its corrections counted.
 */
final class ScalarCode implements RowCode {
    private final ScalarQuantizer quantizer;
    private final float[] mean;

    private ScalarCode(ScalarQuantizer quantizer, float[] mean) {
        this.quantizer = quantizer;
        this.mean = mean;
    }

    /** Learns the mean. */
    static ScalarCode learn(int bits, Vectors vectors, ProgressListener listener) {
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
        return new ScalarCode(ScalarQuantizer.lucene(bits), mean);
    }

    @Override
    public int bytes() {
        return ScalarQuantizer.bytes(mean.length, quantizer.bits());
    }

    @Override
    public long sharedBytes() {
        return (long) mean.length * Float.BYTES;
    }

    @Override
    public void encode(float[] row, byte[] codes, int at) {
        float[] centred = row.clone();
        for (int j = 0; j < centred.length; j++) {
            centred[j] -= mean[j];
        }
        ScalarQuantizer.Ends ends = quantizer.ends(centred);
        ByteBuffer.wrap(codes).putFloat(at, ends.low()).putFloat(at + Float.BYTES, ends.high());
        int bits = quantizer.bits();
        for (int j = 0; j < centred.length; j++) {
            int bit = j * bits;
            int code = quantizer.code(centred[j], ends);
            codes[first(at) + bit / Byte.SIZE] |= (byte) (code << bit % Byte.SIZE);
        }
    }

    @Override
    public void decode(byte[] codes, int at, float[] row) {
        ByteBuffer corrections = ByteBuffer.wrap(codes);
        var ends = new ScalarQuantizer.Ends(corrections.getFloat(at), corrections.getFloat(at + Float.BYTES));
        int bits = quantizer.bits();
        for (int j = 0; j < row.length; j++) {
            int bit = j * bits;
            int code = (codes[first(at) + bit / Byte.SIZE] & 0xff) >> bit % Byte.SIZE & (1 << bits) - 1;
            row[j] = mean[j] + quantizer.value(code, ends);
        }
    }

    /** Where the codes begin, behind the corrections. */
    private static int first(int at) {
        return at + ScalarQuantizer.CORRECTION_BYTES;
    }
}
