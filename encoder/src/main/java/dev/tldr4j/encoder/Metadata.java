package dev.tldr4j.encoder;

import dev.tldr4j.encoder.internal.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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

    /** The prefixes of the outputs that are good encoders by themselves, ascending, with commas. */
    static final String PREFIXES = "prefixes";

    /** How keys begin whose values are true of the whole outputs alone. */
    static final String SCORE_OF_WHOLE = "held_out_mrr";

    /** The id of the encoder whose first outputs these are. */
    static final String PREFIX_OF = "prefix_of";

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

    /** The sizes that are listed, which must be ascending and at most all outputs. */
    static List<Integer> prefixes(Map<String, String> metadata, int outputDims) {
        String listed = metadata.getOrDefault(PREFIXES, "");
        if (listed.isEmpty()) {
            return List.of();
        }
        List<Integer> sizes = new ArrayList<>();
        int last = 0;
        for (String part : listed.split(",", -1)) {
            // nine digits fit in an int
            int size = part.matches("[0-9]{1,9}") ? Integer.parseInt(part) : 0;
            if (size <= last || size > outputDims) {
                throw new InvalidInputException("metadata prefixes is " + Json.quote(listed)
                        + "; it must list sizes from 1 to " + outputDims + ", each larger than the one before");
            }
            sizes.add(size);
            last = size;
        }
        return List.copyOf(sizes);
    }

    private static boolean isUnicode(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
