package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.internal.Half;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * Turns stored numbers into floats. One small loop for each type, in a method of its own: together in one method the
 * JIT compiles them several times slower.
 */
final class Decode {
    private Decode() {}

    static void f2(ByteBuffer bytes, int place, int count, FloatBuffer into, int at) {
        for (int i = 0; i < count; i++) {
            into.put(at + i, Half.toFloat(bytes.getShort(place + 2 * i)));
        }
    }

    static void f8(ByteBuffer bytes, int place, int count, FloatBuffer into, int at) {
        for (int i = 0; i < count; i++) {
            into.put(at + i, (float) bytes.getDouble(place + 8 * i));
        }
    }

    static void u1(ByteBuffer bytes, int place, int count, FloatBuffer into, int at) {
        for (int i = 0; i < count; i++) {
            into.put(at + i, bytes.get(place + i) & 0xFF);
        }
    }

    static void i1(ByteBuffer bytes, int place, int count, FloatBuffer into, int at) {
        for (int i = 0; i < count; i++) {
            into.put(at + i, bytes.get(place + i));
        }
    }

    static void i4(ByteBuffer bytes, int place, int count, FloatBuffer into, int at) {
        for (int i = 0; i < count; i++) {
            into.put(at + i, bytes.getInt(place + 4 * i));
        }
    }

    static void i8(ByteBuffer bytes, int place, int count, FloatBuffer into, int at) {
        for (int i = 0; i < count; i++) {
            into.put(at + i, bytes.getLong(place + 8 * i));
        }
    }
}
