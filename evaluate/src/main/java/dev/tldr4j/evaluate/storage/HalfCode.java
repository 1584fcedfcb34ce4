package dev.tldr4j.evaluate.storage;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Half;

/**
 * Every number as an IEEE half float: some three decimal digits.
 *
 * @param name what to call the vectors in a message
 */
record HalfCode(String name, int dims) implements RowCode {
    @Override
    public int bytes() {
        return dims * Short.BYTES;
    }

    @Override
    public long sharedBytes() {
        return 0;
    }

    @Override
    public void encode(float[] row, byte[] codes, int at) {
        for (int j = 0; j < dims; j++) {
            if (Math.abs(row[j]) >= Half.OVERFLOW) {
                throw new InvalidInputException(
                        name + ": holds " + row[j] + ", beyond the range of half floats; scale the vectors");
            }
            short half = Half.of(row[j]);
            codes[at + 2 * j] = (byte) half;
            codes[at + 2 * j + 1] = (byte) (half >> 8);
        }
    }

    @Override
    public void decode(byte[] codes, int at, float[] row) {
        for (int j = 0; j < dims; j++) {
            row[j] = Half.toFloat((short) (codes[at + 2 * j] & 0xff | codes[at + 2 * j + 1] << 8));
        }
    }
}
