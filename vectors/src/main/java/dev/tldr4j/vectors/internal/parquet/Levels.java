package dev.tldr4j.vectors.internal.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The levels at the beginning of a page: where lists begin, and what is missing. */
final class Levels {
    private final HybridReader repetitions;
    private final HybridReader definitions;
    private final int begin;

    Levels(Page page, Column column) {
        int at = 0;
        int length = length(page, at, page.repetitions(), column.maxRepetition());
        at += page.repetitions() < 0 && column.maxRepetition() > 0 ? Integer.BYTES : 0;
        repetitions = new HybridReader(page.data(), at, at + length, bits(column.maxRepetition()));
        at += length;
        length = length(page, at, page.definitions(), column.maxDefinition());
        at += page.definitions() < 0 && column.maxDefinition() > 0 ? Integer.BYTES : 0;
        definitions = new HybridReader(page.data(), at, at + length, bits(column.maxDefinition()));
        begin = at + length;
    }

    private static int length(Page page, int at, int known, int max) {
        if (known >= 0) {
            return known;
        }
        if (max == 0) {
            return 0;
        }
        int left = page.length() - at - Integer.BYTES;
        int length = left < 0
                ? -1
                : ByteBuffer.wrap(page.data()).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
        if (length < 0 || length > left) {
            throw ParquetException.damaged("the levels of a page claim " + length + " bytes");
        }
        return length;
    }

    private static int bits(int max) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(max);
    }

    /** How many lists the next values go on inside of. */
    void repetitions(int[] into, int count) {
        repetitions.read(into, count);
    }

    /** How much of the path to the next values is there. */
    void definitions(int[] into, int count) {
        definitions.read(into, count);
    }

    /** Where in the page the values begin. */
    int end() {
        return begin;
    }
}
