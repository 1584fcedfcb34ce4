package dev.tldr4j.vectors.internal.parquet;

import java.nio.ByteBuffer;

/** Thrift's compact protocol, in which Parquet writes all that it says about its data. */
final class CompactReader {
    static final int TRUE = 1;
    static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;
    private static final int UUID = 13;
    /** Deeper than anything in Parquet, and shallow for the stack. */
    private static final int MAX_DEPTH = 32;

    private final ByteBuffer in;
    private int depth;

    /** What to do with each field of a struct: read its value, or skip it. */
    interface Field {
        void read(int id, int type);
    }

    /** What to do with each element of a list. */
    interface Element {
        void read(int type);
    }

    /** Reads from the buffer's position on. */
    CompactReader(ByteBuffer in) {
        this.in = in;
    }

    void struct(Field field) {
        enter();
        int id = 0;
        for (int header = read() & 0xFF; header != 0; header = read() & 0xFF) {
            int delta = header >> 4;
            id = delta == 0 ? (int) whole() : id + delta;
            field.read(id, header & 0x0F);
        }
        depth--;
    }

    void list(int type, Element element) {
        if (type != LIST && type != SET) {
            throw ParquetException.damaged("a list is missing");
        }
        int header = read() & 0xFF;
        long size = header >> 4 == 15 ? varint() : header >> 4;
        // an element takes a byte at least
        if (size < 0 || size > in.remaining()) {
            throw ParquetException.damaged("a list claims " + size + " elements");
        }
        for (long i = 0; i < size; i++) {
            element.read(header & 0x0F);
        }
    }

    /** A whole number of any width, where one must be. */
    long whole(int type) {
        if (type == BYTE) {
            return read();
        }
        if (type < BYTE || type > I64) {
            throw ParquetException.damaged("a number is missing");
        }
        return whole();
    }

    /** The same, where it must fit into 32 bits. */
    int integer(int type) {
        long value = whole(type);
        if (value != (int) value) {
            throw ParquetException.damaged("a number is too large");
        }
        return (int) value;
    }

    byte[] binary(int type) {
        if (type != BINARY) {
            throw ParquetException.damaged("a text is missing");
        }
        byte[] bytes = new byte[length()];
        in.get(bytes);
        return bytes;
    }

    void requireStruct(int type) {
        if (type != STRUCT) {
            throw ParquetException.damaged("a struct is missing");
        }
    }

    void skip(int type) {
        switch (type) {
            case TRUE, FALSE -> {}
            case BYTE -> read();
            case 4, 5, I64 -> varint();
            case DOUBLE -> advance(8);
            case BINARY -> advance(length());
            case LIST, SET -> {
                enter();
                list(type, this::skipElement);
                depth--;
            }
            case MAP -> skipMap();
            case STRUCT -> struct((id, field) -> skip(field));
            case UUID -> advance(16);
            default -> throw ParquetException.damaged("an unknown type of field");
        }
    }

    /** In lists and maps a truth value takes a byte; so no count of elements is larger than the bytes they take. */
    private void skipElement(int type) {
        skip(type == TRUE || type == FALSE ? BYTE : type);
    }

    private void skipMap() {
        enter();
        long size = varint();
        if (size < 0 || size > in.remaining()) {
            throw ParquetException.damaged("a map claims " + size + " entries");
        }
        if (size > 0) {
            int types = read() & 0xFF;
            for (long i = 0; i < size; i++) {
                skipElement(types >> 4);
                skipElement(types & 0x0F);
            }
        }
        depth--;
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw ParquetException.damaged("it is nested too deeply");
        }
    }

    private long whole() {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = read();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw ParquetException.damaged("a number does not end");
    }

    private int length() {
        long length = varint();
        if (length < 0 || length > in.remaining()) {
            throw ParquetException.damaged("a text claims " + length + " bytes");
        }
        return (int) length;
    }

    private byte read() {
        if (!in.hasRemaining()) {
            throw ParquetException.damaged("its description ends too early");
        }
        return in.get();
    }

    private void advance(int bytes) {
        if (bytes > in.remaining()) {
            throw ParquetException.damaged("its description ends too early");
        }
        in.position(in.position() + bytes);
    }
}
