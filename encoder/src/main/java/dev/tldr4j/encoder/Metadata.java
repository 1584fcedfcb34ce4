package dev.tldr4j.encoder;

import dev.tldr4j.encoder.internal.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The keys of the metadata that mean something to the encoder itself. */
final class Metadata {
    static final String FORMAT = "format";
    static final String FORMAT_VERSION = "format_version";
    static final String INPUT_DIMS = "input_dims";
    static final String OUTPUT_DIMS = "output_dims";
    static final String NORMALIZE = "normalize";
    static final String ID = "id";

    /** In the file only. */
    static final String CHECKSUM = "checksum";

    static final String THIS_FORMAT = "tldr4j-encoder";
    static final String THIS_VERSION = "1";

    private Metadata() {}

    /** A sorted copy of what can be written to a file and read again. */
    static TreeMap<String, String> checkedCopy(Map<String, String> given) {
        TreeMap<String, String> copy = new TreeMap<>();
        for (Map.Entry<String, String> entry : given.entrySet()) {
            String key = entry.getKey();
            String value = entry.getValue();
            if (key == null || value == null) {
                throw new InvalidInputException("metadata " + Json.quote(String.valueOf(key)) + " = "
                        + Json.quote(String.valueOf(value)) + " has a null; leave the key out instead");
            }
            if (!isUnicode(key) || !isUnicode(value)) {
                throw new InvalidInputException("metadata " + Json.quote(key) + " = " + Json.quote(value)
                        + " holds half a character (a lone surrogate); cut text between characters");
            }
            copy.put(key, value);
        }
        return copy;
    }

    /** Whether outputs shall be scaled to length 1; not, unless it is said. */
    static boolean normalize(Map<String, String> metadata) {
        String value = metadata.getOrDefault(NORMALIZE, "false");
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new InvalidInputException(
                        "metadata normalize is " + Json.quote(value) + "; it must be true or false");
        };
    }

    private static boolean isUnicode(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
