package dev.tldr4j.vectors.internal.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes Thrift's compact protocol: fields in the order of their numbers. */
final class CompactWriter {
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int last;

    /** What is inside a struct or a list. */
    interface Content {
        void write();
    }

    void integer(int field, int value) {
        field(field, I32);
        zigzag(value);
    }

    void whole(int field, long value) {
        field(field, I64);
        zigzag(value);
    }

    void text(int field, String value) {
        field(field, BINARY);
        text(value);
    }

    void struct(int field, Content fields) {
        field(field, STRUCT);
        element(fields);
    }

    /** A list of structs, each written with {@link #element}. */
    void structs(int field, int size, Content elements) {
        list(field, size, STRUCT, elements);
    }

    /** A list of integers, each written with {@link #zigzag}. */
    void integers(int field, int size, Content elements) {
        list(field, size, I32, elements);
    }

    /** A list of texts, each written with {@link #text(String)}. */
    void texts(int field, int size, Content elements) {
        list(field, size, BINARY, elements);
    }

    private void list(int field, int size, int type, Content elements) {
        field(field, LIST);
        if (size < 15) {
            out.write(size << 4 | type);
        } else {
            out.write(0xF0 | type);
            varint(size);
        }
        elements.write();
    }

    /** A struct without a field's number: one of a list, or the outermost. */
    void element(Content fields) {
        int outer = last;
        last = 0;
        fields.write();
        out.write(0);
        last = outer;
    }

    void text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        varint(bytes.length);
        out.writeBytes(bytes);
    }

    void zigzag(long value) {
        varint(value << 1 ^ value >> 63);
    }

    private void field(int field, int type) {
        int delta = field - last;
        if (delta > 0 && delta < 16) {
            out.write(delta << 4 | type);
        } else {
            out.write(type);
            zigzag(field);
        }
        last = field;
    }

    private void varint(long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            out.write((int) (left & 0x7F | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
