package dev.tldr4j.encoder.internal;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;

/** JSON, in and out: no more of it than tldr4j needs, and strict (RFC 8259). */
public final class Json {
    private static final int QUOTED_CHARACTERS = 80;

    private Json() {}

    /** The text is not JSON, or not such as we accept; the message says what and where, without naming a file. */
    public static final class SyntaxException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        SyntaxException(String message) {
            super(message);
        }
    }

    /**
     * Reads one JSON value. An object becomes a {@code Map<String, Object>} in its order, an array a
     * {@code List<Object>}, a whole number that fits a {@code Long}, any other number a {@code Double}; null is null.
     *
     * @throws SyntaxException if the text is not strict JSON, an object has a key twice, a number does not fit a
     *     double, text holds a lone surrogate, or nesting is deeper than {@value JsonParser#MAX_DEPTH}
     */
    public static Object parse(String text) {
        return new JsonParser(text).document();
    }

    /**
     * Writes one value, without white space. Takes maps with text keys (in their order), iterables, arrays, text,
     * numbers (NaN and infinities become null, which is all JSON has for them), booleans and null.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        append(value, out);
        return out.toString();
    }

    /** For messages: text of unknown origin in quotes, on one line, without control characters, cut when long. */
    public static String quote(String text) {
        return write(text.length() <= QUOTED_CHARACTERS ? text : text.substring(0, QUOTED_CHARACTERS) + "…");
    }

    private static void append(Object value, StringBuilder out) {
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof CharSequence text) {
            appendText(text, out);
        } else if (value instanceof Number number) {
            // A float stays a float, 0.1 rather than 0.10000000149011612; its double is asked only for finiteness.
            out.append(Double.isFinite(number.doubleValue()) || isExact(number) ? number.toString() : "null");
        } else if (value instanceof Map<?, ?> map) {
            appendMap(map, out);
        } else if (value instanceof Iterable<?> items) {
            out.append('[');
            String separator = "";
            for (Object item : items) {
                out.append(separator);
                append(item, out);
                separator = ",";
            }
            out.append(']');
        } else if (value.getClass().isArray()) {
            out.append('[');
            for (int i = 0; i < Array.getLength(value); i++) {
                out.append(i == 0 ? "" : ",");
                append(Array.get(value, i), out);
            }
            out.append(']');
        } else {
            throw new IllegalArgumentException("no JSON for " + value.getClass().getName());
        }
    }

    /** Numbers that are finite even where no double can hold them. */
    private static boolean isExact(Number number) {
        return number instanceof BigInteger || number instanceof BigDecimal;
    }

    private static void appendMap(Map<?, ?> map, StringBuilder out) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw new IllegalArgumentException("a JSON key must be text, not " + entry.getKey());
            }
            out.append(separator);
            appendText(key, out);
            out.append(':');
            append(entry.getValue(), out);
            separator = ",";
        }
        out.append('}');
    }

    private static void appendText(CharSequence text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (mustBeEscaped(text, i)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    /** Controls, line breaks of other languages, and halves of characters, which no encoding can hold. */
    private static boolean mustBeEscaped(CharSequence text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
        }
        return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
    }
}
