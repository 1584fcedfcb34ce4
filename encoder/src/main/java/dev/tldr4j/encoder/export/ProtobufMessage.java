package dev.tldr4j.encoder.export;

import dev.tldr4j.encoder.internal.Safetensors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A protobuf message, as far as ONNX needs it: fields of whole numbers, text, messages and raw floats, in the order in
 * which they are added. It knows its size before it is written, since that stands in front of a message inside another;
 * so weights are never copied into bytes as a whole.
 */
final class ProtobufMessage {
    private static final int VARINT = 0;
    private static final int WITH_LENGTH = 2;

    private final List<NewFiles.Content> fields = new ArrayList<>();
    private long size;

    ProtobufMessage number(int field, long value) {
        return add(concat(tag(field, VARINT), varint(value)));
    }

    ProtobufMessage text(int field, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return add(header(field, bytes.length)).add(bytes);
    }

    /** What is inside must be complete: its size is taken now. */
    ProtobufMessage message(int field, ProtobufMessage inside) {
        add(header(field, inside.size));
        fields.add(inside::write);
        size += inside.size;
        return this;
    }

    /** Floats as raw little-endian bytes. */
    ProtobufMessage rawFloats(int field, float[] values) {
        long bytes = (long) values.length * Float.BYTES;
        add(header(field, bytes));
        fields.add(out -> Safetensors.writeFloats(values, out));
        size += bytes;
        return this;
    }

    /** How many bytes {@link #write} writes. */
    long size() {
        return size;
    }

    void write(OutputStream out) throws IOException {
        for (NewFiles.Content field : fields) {
            field.write(out);
        }
    }

    private ProtobufMessage add(byte[] bytes) {
        fields.add(out -> out.write(bytes));
        size += bytes.length;
        return this;
    }

    private static byte[] header(int field, long length) {
        return concat(tag(field, WITH_LENGTH), varint(length));
    }

    private static byte[] tag(int field, int wireType) {
        return varint((long) field << 3 | wireType);
    }

    /** Seven bits a byte, lowest first; all but the last have the highest bit set. */
    private static byte[] varint(long value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(10);
        long left = value;
        while ((left & ~0x7FL) != 0) {
            bytes.write((int) (left & 0x7F | 0x80));
            left >>>= 7;
        }
        bytes.write((int) left);
        return bytes.toByteArray();
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
