package dev.tldr4j.encoder.internal;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The content of a safetensors file whose tensors are all F32: 8 bytes with the length of the header, the header (JSON),
 * the tensors' numbers.
 *
 * @param metadata free text by key
 * @param tensors by name, in the order in which they are written
 */
public record Safetensors(Map<String, String> metadata, Map<String, Tensor> tensors) {
    /** No header longer than this is read or written. */
    public static final int MAX_HEADER_BYTES = 1 << 20;

    /** No more numbers than this, in bytes, are read or written. */
    public static final long MAX_DATA_BYTES = 1L << 30;

    /** For {@link #read} of a stream whose length is not known. */
    public static final long SIZE_UNKNOWN = -1;

    static final String METADATA = "__metadata__";

    private static final int CHUNK_FLOATS = 4096;

    /** Keeps the order of the tensors. */
    public Safetensors {
        metadata = Collections.unmodifiableMap(new TreeMap<>(metadata));
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    }

    /**
     * A block of numbers. Holds the array it is given, without a copy.
     *
     * @param shape the lengths of its dimensions, outermost first
     * @param values row-major, as many as the shape says
     */
    public record Tensor(List<Integer> shape, float[] values) {
        /** Checks that shape and values fit. */
        public Tensor {
            shape = List.copyOf(shape);
            long count = 1;
            for (int length : shape) {
                count = Math.multiplyExact(count, length);
            }
            if (count != values.length) {
                throw new IllegalArgumentException("shape " + shape + " with " + values.length + " values");
            }
        }
    }

    /**
     * Reads a whole stream, trusting nothing it says: memory grows with the bytes that really arrive.
     *
     * @param size how many bytes the stream holds, or {@link #SIZE_UNKNOWN}
     * @param source the name for error messages
     * @param checkMetadata called before the tensors are looked at, so that it can refuse a file for a better reason
     * @throws InvalidInputException if it is not a safetensors file of F32 tensors within the limits
     */
    public static Safetensors read(
            InputStream in, long size, String source, Consumer<Map<String, String>> checkMetadata) throws IOException {
        return new SafetensorsReader(in, size, source).read(checkMetadata);
    }

    /**
     * Writes it all. The same content gives the same bytes: metadata are sorted by key, tensors stay in their order.
     *
     * @param destination the name for error messages
     * @throws InvalidInputException if it is larger than what can be read again
     */
    public void write(OutputStream out, String destination) throws IOException {
        byte[] header = header(destination);
        out.write(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length)
                .array());
        out.write(header);
        for (Tensor tensor : tensors.values()) {
            writeFloats(tensor.values(), out);
        }
    }

    /** Writes numbers as they stand in the file: little-endian. */
    public static void writeFloats(float[] values, OutputStream out) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(Math.min(values.length, CHUNK_FLOATS) * Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        for (int from = 0; from < values.length; from += CHUNK_FLOATS) {
            int count = Math.min(CHUNK_FLOATS, values.length - from);
            chunk.asFloatBuffer().put(values, from, count);
            out.write(chunk.array(), 0, count * Float.BYTES);
        }
    }

    private byte[] header(String destination) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put(METADATA, metadata);
        long offset = 0;
        for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
            long end = offset + (long) entry.getValue().values().length * Float.BYTES;
            Map<String, Object> description = new LinkedHashMap<>();
            description.put("dtype", "F32");
            description.put("shape", entry.getValue().shape());
            description.put("data_offsets", List.of(offset, end));
            header.put(entry.getKey(), description);
            offset = end;
        }
        if (offset > MAX_DATA_BYTES) {
            throw new InvalidInputException(destination + ": the encoder has " + offset + " bytes of weights, and "
                    + MAX_DATA_BYTES + " is the most a file may hold; use a smaller encoder");
        }
        byte[] json = Json.write(header).getBytes(StandardCharsets.UTF_8);
        // Spaces at the end let the numbers begin at a multiple of 8, so that others can map them.
        byte[] padded = Arrays.copyOf(json, (json.length + 7) & ~7);
        Arrays.fill(padded, json.length, padded.length, (byte) ' ');
        if (padded.length > MAX_HEADER_BYTES) {
            throw new InvalidInputException(destination + ": the metadata make a header of " + padded.length
                    + " bytes, and " + MAX_HEADER_BYTES + " is the most a file may hold; keep less in them");
        }
        return padded;
    }
}
