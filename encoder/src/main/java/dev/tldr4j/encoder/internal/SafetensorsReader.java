package dev.tldr4j.encoder.internal;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads one safetensors stream; see {@link Safetensors#read}. In loops rather than lambdas and streams, whose machinery
 * alone would take 20 ms in a JVM that has just started.
 */
final class SafetensorsReader {
    private static final int CHUNK_FLOATS = 1 << 14;
    private static final Set<String> DESCRIPTION_KEYS = Set.of("dtype", "shape", "data_offsets");

    private final InputStream in;
    private final long size;
    private final String source;

    /** How many bytes follow the header, as far as that can be known. */
    private long dataBytes = Safetensors.MAX_DATA_BYTES;

    /** Where a tensor stands in the data; in that order. */
    private record Place(String name, List<Integer> shape, long begin, long end) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return Long.compare(begin, other.begin);
        }
    }

    SafetensorsReader(InputStream in, long size, String source) {
        this.in = in;
        this.size = size;
        this.source = source;
    }

    Safetensors read(Consumer<Map<String, String>> checkMetadata) throws IOException {
        Map<String, Object> header = header();
        Map<String, String> metadata = metadata(header.remove(Safetensors.METADATA));
        checkMetadata.accept(metadata);
        Map<String, Safetensors.Tensor> tensors = new LinkedHashMap<>();
        for (Place place : places(header)) {
            tensors.put(place.name(), new Safetensors.Tensor(place.shape(), values(place)));
        }
        if (in.read() >= 0) {
            throw bad("has more bytes than its header says");
        }
        return new Safetensors(metadata, tensors);
    }

    private Map<String, Object> header() throws IOException {
        byte[] lengthBytes = in.readNBytes(Long.BYTES);
        if (lengthBytes.length < Long.BYTES) {
            throw bad("is too short: " + lengthBytes.length + " bytes");
        }
        long length =
                ByteBuffer.wrap(lengthBytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
        if (length < 0 || length > Safetensors.MAX_HEADER_BYTES) {
            FileKind kind = FileKind.of(lengthBytes).orElse(null);
            if (kind != null) {
                throw new InvalidInputException(
                        source + ": is " + kind + ", no encoder; name the .safetensors file that tldr4j fit wrote");
            }
            throw bad("claims a header of " + Long.toUnsignedString(length) + " bytes, and "
                    + Safetensors.MAX_HEADER_BYTES + " is the most");
        }
        if (size != Safetensors.SIZE_UNKNOWN) {
            dataBytes = size - Long.BYTES - length;
            if (dataBytes < 0) {
                throw bad("claims a header of " + length + " bytes, but is only " + size + " bytes long");
            }
        }
        byte[] bytes = in.readNBytes((int) length);
        if (bytes.length < length) {
            throw bad("ends inside its header");
        }
        if (bytes.length == 0 || bytes[0] != '{') {
            throw bad("has a header that does not begin with {");
        }
        try {
            String json = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return object(Json.parse(json), "the header");
        } catch (CharacterCodingException e) {
            throw bad("has a header that is not valid UTF-8");
        } catch (Json.SyntaxException e) {
            throw bad("has a header with " + e.getMessage());
        }
    }

    private Map<String, String> metadata(Object json) {
        Map<String, String> metadata = new LinkedHashMap<>();
        if (json != null) {
            for (Map.Entry<String, Object> entry :
                    object(json, Safetensors.METADATA).entrySet()) {
                if (!(entry.getValue() instanceof String text)) {
                    throw bad("has metadata " + Json.quote(entry.getKey()) + " that is not text");
                }
                metadata.put(entry.getKey(), text);
            }
        }
        return metadata;
    }

    /** The tensors in the order of their data, which they must cover without holes or overlaps. */
    private List<Place> places(Map<String, Object> header) {
        List<Place> places = new ArrayList<>();
        for (Map.Entry<String, Object> entry : header.entrySet()) {
            places.add(place(entry.getKey(), entry.getValue()));
        }
        Collections.sort(places);
        long end = 0;
        for (Place place : places) {
            if (place.begin() != end) {
                throw bad("has tensor " + Json.quote(place.name()) + " begin at byte " + place.begin()
                        + " of the data, but the one before it ends at " + end);
            }
            end = place.end();
        }
        return places;
    }

    private Place place(String name, Object json) {
        String what = "tensor " + Json.quote(name);
        Map<String, Object> description = object(json, what);
        if (!description.keySet().equals(DESCRIPTION_KEYS)) {
            throw bad("describes " + what + " by something other than dtype, shape and data_offsets");
        }
        if (!"F32".equals(description.get("dtype"))) {
            throw new InvalidInputException(source + ": " + what + " has dtype "
                    + Json.quote(String.valueOf(description.get("dtype")))
                    + ", but encoders are read in F32 only; save it as F32");
        }
        List<Long> offsets = wholeNumbers(description.get("data_offsets"), "data_offsets of " + what);
        if (offsets.size() != 2 || offsets.get(0) > offsets.get(1)) {
            throw bad("has data_offsets of " + what + " that are not a begin and an end");
        }
        long begin = offsets.get(0);
        long end = offsets.get(1);
        if (end > Safetensors.MAX_DATA_BYTES) {
            throw bad("places " + what + " up to byte " + end + ", and " + Safetensors.MAX_DATA_BYTES + " is the most");
        }
        if (end > dataBytes) {
            throw bad("places " + what + " up to byte " + end + ", but has only " + dataBytes + " after its header");
        }
        return new Place(name, shape(description.get("shape"), end - begin, what), begin, end);
    }

    private List<Integer> shape(Object json, long bytes, String what) {
        List<Integer> shape = new ArrayList<>();
        long needed = Float.BYTES;
        for (long length : wholeNumbers(json, "shape of " + what)) {
            // Never more than 2^30 · 2^30, so no overflow.
            needed *= Math.min(length, Safetensors.MAX_DATA_BYTES);
            if (needed == 0 || needed > bytes) {
                throw bad("has a shape of " + what + " that does not fit its " + bytes + " bytes");
            }
            shape.add((int) length);
        }
        if (needed != bytes) {
            throw bad("has a shape of " + what + " that does not fit its " + bytes + " bytes");
        }
        return shape;
    }

    /** Grows with what arrives, unless it is known to be there: a stream may claim much and hold little. */
    private float[] values(Place place) throws IOException {
        int count = (int) ((place.end() - place.begin()) / Float.BYTES);
        int firstChunk = Math.min(count, CHUNK_FLOATS);
        float[] values = new float[size == Safetensors.SIZE_UNKNOWN ? firstChunk : count];
        byte[] chunk = new byte[firstChunk * Float.BYTES];
        ByteBuffer numbers = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
        for (int from = 0; from < count; ) {
            int wanted = Math.min(CHUNK_FLOATS, count - from);
            if (in.readNBytes(chunk, 0, wanted * Float.BYTES) < wanted * Float.BYTES) {
                throw bad("ends inside tensor " + Json.quote(place.name()));
            }
            if (from + wanted > values.length) {
                values = Arrays.copyOf(values, (int) Math.min(count, 2L * values.length));
            }
            numbers.asFloatBuffer().get(values, from, wanted);
            from += wanted;
        }
        return values;
    }

    private Map<String, Object> object(Object json, String what) {
        if (!(json instanceof Map<?, ?> map)) {
            throw bad("has no JSON object for " + what);
        }
        Map<String, Object> object = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            object.put((String) entry.getKey(), entry.getValue());
        }
        return object;
    }

    private List<Long> wholeNumbers(Object json, String what) {
        List<Long> numbers = new ArrayList<>();
        if (!(json instanceof List<?> list)) {
            throw bad("has no list for the " + what);
        }
        for (Object item : list) {
            if (!(item instanceof Long number) || number < 0) {
                throw bad("has something other than whole numbers in the " + what);
            }
            numbers.add(number);
        }
        return numbers;
    }

    private InvalidInputException bad(String what) {
        return new InvalidInputException(
                source + ": " + what + "; it is damaged or no encoder file: copy or save it again");
    }
}
