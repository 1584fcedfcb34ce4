package dev.tldr4j.vectors.internal.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The values that pages refer to by number.
 *
 * @param size how many there are
 * @param bytes all of them, one after the other
 * @param places where each text begins in the bytes, and the last ends; null where values are numbers
 */
record Dictionary(int size, byte[] bytes, int[] places) {
    /** Reads what a dictionary page holds: plain values. */
    static Dictionary of(Column column, int size, byte[] page, int length) {
        int width = column.numberBytes();
        if (size < 0 || (width > 0 ? (long) size * width : 4L * size) > length) {
            throw ParquetException.damaged("a dictionary claims " + size + " values");
        }
        if (width > 0) {
            byte[] numbers = new byte[size * width];
            System.arraycopy(page, 0, numbers, 0, numbers.length);
            return new Dictionary(size, numbers, null);
        }
        ByteBuffer in = ByteBuffer.wrap(page, 0, length).order(ByteOrder.LITTLE_ENDIAN);
        byte[] texts = new byte[length - 4 * size];
        int[] places = new int[size + 1];
        for (int i = 0; i < size; i++) {
            int next = in.remaining() < 4 ? -1 : in.getInt();
            if (next < 0 || next > in.remaining() || next > texts.length - places[i]) {
                throw ParquetException.damaged("a text claims " + next + " bytes");
            }
            in.get(texts, places[i], next);
            places[i + 1] = places[i] + next;
        }
        return new Dictionary(size, texts, places);
    }
}
