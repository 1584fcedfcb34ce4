package dev.tldr4j.vectors.internal.hdf5;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A part of what describes the data, read from its beginning on. */
final class Piece {
    /** Longer than any name that people give. */
    private static final int MAX_NAME = 1000;

    /** An address that says there is nothing. */
    static final long NOWHERE = -1;

    private final Source source;
    private final ByteBuffer in;

    Piece(Source source, ByteBuffer in) {
        this.source = source;
        this.in = in;
    }

    /** The same from where it begins now, to be read once more. */
    Piece again() {
        return part(in.remaining());
    }

    private Piece part(int length) {
        return new Piece(source, in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN));
    }

    /** What is left, as bytes. */
    ByteBuffer bytes() {
        return in.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    int left() {
        return in.remaining();
    }

    int u1() {
        return (int) number(1);
    }

    int u2() {
        return (int) number(2);
    }

    long u4() {
        return number(4);
    }

    /** A whole number without sign; one of 8 bytes must not need the sign's bit. */
    long number(int bytes) {
        require(bytes);
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (in.get() & 0xFFL) << 8 * i;
        }
        if (value < 0) {
            throw Hdf5Exception.damaged("a number is too large");
        }
        return value;
    }

    /** How many there are of something. */
    long length() {
        return number(source.lengthBytes());
    }

    /** The largest a dimension may become; all bits set where it has no end, which reads as {@link Long#MAX_VALUE}. */
    long lengthOrEndless() {
        return isNowhere(source.lengthBytes()) ? Long.MAX_VALUE : length();
    }

    /** Where something lies, or {@link #NOWHERE}. */
    long address() {
        return isNowhere(source.addressBytes()) ? NOWHERE : number(source.addressBytes());
    }

    /** Takes the number if it is the largest of its width. */
    private boolean isNowhere(int bytes) {
        require(bytes);
        for (int i = 0; i < bytes; i++) {
            if (in.get(in.position() + i) != -1) {
                return false;
            }
        }
        in.position(in.position() + bytes);
        return true;
    }

    /** A bit of what is left, the highest of each byte first. */
    boolean bit(long index) {
        require(index / 8 + 1);
        return (in.get(in.position() + (int) (index / 8)) >> 7 - index % 8 & 1) != 0;
    }

    Piece skip(long bytes) {
        require(bytes);
        in.position(in.position() + (int) bytes);
        return this;
    }

    /** The bytes that some structures begin with. */
    Piece signature(String expected) {
        if (!startsWith(expected)) {
            throw Hdf5Exception.damaged("there is no " + expected + " where one should be");
        }
        return skip(expected.length());
    }

    boolean startsWith(String expected) {
        if (in.remaining() < expected.length()) {
            return false;
        }
        for (int i = 0; i < expected.length(); i++) {
            if ((in.get(in.position() + i) & 0xFF) != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The next bytes, as a piece of their own. */
    Piece part(long length) {
        require(length);
        Piece part = part((int) length);
        skip(length);
        return part;
    }

    /** A name of so many bytes. */
    String name(long length) {
        require(length);
        requireName(length);
        byte[] bytes = new byte[(int) length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The name that begins so many bytes further on and ends with a zero. */
    String nameAt(long offset) {
        require(offset);
        int begin = in.position() + (int) offset;
        int end = begin;
        while (end < in.limit() && in.get(end) != 0) {
            end++;
        }
        requireName(end - begin);
        byte[] bytes = new byte[end - begin];
        in.get(begin, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void requireName(long bytes) {
        if (bytes > MAX_NAME) {
            throw Hdf5Exception.damaged("a name of " + bytes + " bytes");
        }
    }

    private void require(long bytes) {
        if (bytes < 0 || bytes > in.remaining()) {
            throw Hdf5Exception.damaged("its description ends too early");
        }
    }
}
