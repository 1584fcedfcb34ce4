package dev.tldr4j.vectors.internal.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Turns the pages of a column of ids into texts. */
final class IdReader {
    private final Column column;
    private final ParquetFile.IdListener to;
    private final int[] definitions = new int[1];
    /** How many ids are still to come. */
    private long left;

    private IdReader(Column column, long rows, ParquetFile.IdListener to) {
        this.column = column;
        this.left = rows;
        this.to = to;
    }

    static void read(Pages pages, Column column, long rows, ParquetFile.IdListener to) throws IOException {
        IdReader reader = new IdReader(column, rows, to);
        for (Page page = pages.next(); page != null; page = pages.next()) {
            reader.read(page, pages.dictionary());
        }
        if (reader.left != 0) {
            throw ParquetException.damaged("there are fewer ids than rows");
        }
    }

    private void read(Page page, Dictionary dictionary) throws IOException {
        left -= page.values();
        if (left < 0) {
            throw ParquetException.damaged("there are more ids than rows");
        }
        Levels levels = new Levels(page, column);
        for (int i = 0; i < page.values(); i++) {
            levels.definitions(definitions, 1);
            if (definitions[0] != column.maxDefinition()) {
                throw new MissingException(i + 1, false);
            }
        }
        if (column.numberBytes() == 0) {
            readTexts(page, levels.end(), dictionary);
            return;
        }
        Values values = Values.of(page, levels.end(), column, dictionary, new int[1]);
        byte[] bytes = new byte[Long.BYTES];
        ByteBuffer number = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < page.values(); i++) {
            values.read(bytes, 1);
            boolean unsigned = column.kind() == Column.Kind.UNSIGNED;
            if (column.type() == Column.Type.INT32) {
                to.id(Long.toString(unsigned ? number.getInt(0) & 0xFFFF_FFFFL : number.getInt(0)), true);
            } else {
                long value = number.getLong(0);
                to.id(unsigned ? Long.toUnsignedString(value) : Long.toString(value), !unsigned || value >= 0);
            }
        }
    }

    private void readTexts(Page page, int begin, Dictionary dictionary) throws IOException {
        byte[] data = page.data();
        int end = page.length();
        switch (page.encoding()) {
            case Values.PLAIN -> {
                int at = begin;
                for (int i = 0; i < page.values(); i++) {
                    int length = end - at < 4
                            ? -1
                            : ByteBuffer.wrap(data)
                                    .order(ByteOrder.LITTLE_ENDIAN)
                                    .getInt(at);
                    at += 4;
                    hand(data, at, length, end);
                    at += length;
                }
            }
            case Values.PLAIN_DICTIONARY, Values.RLE_DICTIONARY -> {
                HybridReader places = Values.places(page, begin);
                int[] texts = Values.required(dictionary).places();
                int[] next = new int[1];
                for (int i = 0; i < page.values(); i++) {
                    places.read(next, 1);
                    if (next[0] < 0 || next[0] >= dictionary.size()) {
                        throw ParquetException.damaged("a value that is not in the dictionary");
                    }
                    int from = texts[next[0]];
                    hand(dictionary.bytes(), from, texts[next[0] + 1] - from, dictionary.bytes().length);
                }
            }
            case Values.DELTA_LENGTH_BYTE_ARRAY -> {
                int[] lengths = lengths(new DeltaReader(data, begin, end), page.values(), end);
                int at = lengths[page.values()];
                for (int i = 0; i < page.values(); i++) {
                    hand(data, at, lengths[i], end);
                    at += lengths[i];
                }
            }
            case Values.DELTA_BYTE_ARRAY -> readPrefixed(page, begin);
            default -> throw Values.unknown(page);
        }
    }

    /** Each text is the beginning of the one before and something new. */
    private void readPrefixed(Page page, int begin) throws IOException {
        byte[] data = page.data();
        int end = page.length();
        int[] prefixes = lengths(new DeltaReader(data, begin, end), page.values(), end);
        int[] suffixes = lengths(new DeltaReader(data, prefixes[page.values()], end), page.values(), end);
        int at = suffixes[page.values()];
        byte[] text = new byte[0];
        for (int i = 0; i < page.values(); i++) {
            if (prefixes[i] > text.length || suffixes[i] > end - at) {
                throw ParquetException.damaged("a text claims too many bytes");
            }
            byte[] next = new byte[prefixes[i] + suffixes[i]];
            System.arraycopy(text, 0, next, 0, prefixes[i]);
            System.arraycopy(data, at, next, prefixes[i], suffixes[i]);
            hand(next, 0, next.length, next.length);
            at += suffixes[i];
            text = next;
        }
    }

    /** So many lengths, and behind them the place where they end. */
    private static int[] lengths(DeltaReader reader, int count, int end) {
        if (reader.total() != count) {
            throw ParquetException.damaged("there are " + reader.total() + " lengths for " + count + " texts");
        }
        int[] lengths = new int[count + 1];
        for (int i = 0; i < count; i++) {
            long length = reader.next();
            if (length < 0 || length > end) {
                throw ParquetException.damaged("a text claims " + length + " bytes");
            }
            lengths[i] = (int) length;
        }
        lengths[count] = reader.end();
        return lengths;
    }

    private void hand(byte[] bytes, int from, int length, int end) throws IOException {
        if (length < 0 || length > end - from) {
            throw ParquetException.damaged("a text claims " + length + " bytes");
        }
        try {
            to.id(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes, from, length))
                            .toString(),
                    false);
        } catch (CharacterCodingException e) {
            throw new ParquetException("has an id that is not UTF-8; name another column of ids");
        }
    }
}
