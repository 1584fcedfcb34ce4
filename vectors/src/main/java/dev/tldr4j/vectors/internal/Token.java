package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.internal.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A few bytes of a text file: a number, a name, an id. One is used again and again. */
final class Token {
    /** For numbers of so few digits and such powers of ten, one operation on doubles is exact but for its rounding. */
    private static final int EXACT_DIGITS = 15;

    private static final double[] POWERS = new double[23];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    private byte[] bytes = new byte[64];
    private int length;

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    void add(int value) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        bytes[length++] = (byte) value;
    }

    /** Without the white space around it, as it is in a cell. */
    void trim() {
        while (length > 0 && isSpace(bytes[length - 1])) {
            length--;
        }
        int from = 0;
        while (from < length && isSpace(bytes[from])) {
            from++;
        }
        System.arraycopy(bytes, from, bytes, 0, length - from);
        length -= from;
    }

    private static boolean isSpace(byte value) {
        return value == ' ' || value == '\t' || value == '\r';
    }

    /** A character, as UTF-8 has it. */
    void addCharacter(int code) {
        if (code < 0x80) {
            add(code);
            return;
        }
        int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        add(0xFF00 >> more + 1 | code >> 6 * more);
        for (int i = more - 1; i >= 0; i--) {
            add(0x80 | code >> 6 * i & 0x3F);
        }
    }

    /** @throws CharacterCodingException if this is not UTF-8 */
    String text() throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes, 0, length))
                .toString();
    }

    /** For a message. */
    String quoted() {
        return Json.quote(new String(bytes, 0, length, StandardCharsets.UTF_8));
    }

    /** Whether {@link #number()} would have an answer. */
    boolean isNumber() {
        try {
            number();
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Whether this is a whole number that fits into 64 bits, written as such a number is. */
    boolean isWhole() {
        if (length == 0 || length > 20) {
            return false;
        }
        String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        try {
            return Long.toString(Long.parseLong(text)).equals(text);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /**
     * The float nearest to this decimal number; NaN, inf and infinity are understood as well, in any case.
     *
     * @throws NumberFormatException if this is no number
     */
    float number() {
        int i = 0;
        boolean negative = false;
        if (length > 0 && (bytes[0] == '-' || bytes[0] == '+')) {
            negative = bytes[0] == '-';
            i++;
        }
        int first = i;
        long digits = 0;
        int count = 0;
        int scale = 0;
        boolean point = false;
        for (; i < length; i++) {
            byte b = bytes[i];
            if (b >= '0' && b <= '9') {
                if (count < EXACT_DIGITS) {
                    digits = 10 * digits + b - '0';
                }
                count += digits == 0 ? 0 : 1;
                scale -= point ? 1 : 0;
            } else if (b == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (i == first + (point ? 1 : 0)) {
            return word(first, negative);
        }
        if (i < length) {
            scale += exponent(i);
        }
        if (count <= EXACT_DIGITS && Math.abs(scale) < POWERS.length) {
            double value = scale < 0 ? digits / POWERS[-scale] : digits * POWERS[scale];
            // rounded twice, it is rounded wrongly only where the double lies just between two floats
            if ((Double.doubleToRawLongBits(value) & 0x1FFFFFFF) != 0x10000000 && isUsual(value)) {
                return negative ? -(float) value : (float) value;
            }
        }
        return Float.parseFloat(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
    }

    /** Zero, or a float of full precision. */
    private static boolean isUsual(double value) {
        return value == 0 || value >= Float.MIN_NORMAL && value <= Float.MAX_VALUE;
    }

    /** The power of ten from here to the end. */
    private int exponent(int from) {
        int i = from;
        if (bytes[i] != 'e' && bytes[i] != 'E') {
            throw new NumberFormatException();
        }
        i++;
        boolean negative = i < length && bytes[i] == '-';
        if (i < length && (bytes[i] == '-' || bytes[i] == '+')) {
            i++;
        }
        if (i == length) {
            throw new NumberFormatException();
        }
        int power = 0;
        for (; i < length; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                throw new NumberFormatException();
            }
            power = Math.min(1_000_000, 10 * power + bytes[i] - '0');
        }
        return negative ? -power : power;
    }

    private float word(int from, boolean negative) {
        if (length - from > 8) {
            throw new NumberFormatException();
        }
        String word = new String(bytes, from, length - from, StandardCharsets.ISO_8859_1);
        if (word.equalsIgnoreCase("nan")) {
            return Float.NaN;
        }
        if (word.equalsIgnoreCase("inf") || word.equalsIgnoreCase("infinity")) {
            return negative ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
        }
        throw new NumberFormatException();
    }
}
