package dev.tldr4j.encoder.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one JSON document by recursive descent; see {@link Json#parse}. */
final class JsonParser {
    /** Bounds the recursion, and so the stack. */
    static final int MAX_DEPTH = 64;

    private static final char END = '\uffff';

    private final String text;
    private int at;
    private int depth;

    JsonParser(String text) {
        this.text = text;
    }

    Object document() {
        Object value = value();
        skipSpace();
        if (at < text.length()) {
            throw bad("text after the end of the JSON");
        }
        return value;
    }

    private Object value() {
        skipSpace();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        enter();
        Map<String, Object> object = new LinkedHashMap<>();
        skipSpace();
        if (peek() == '}') {
            leave();
            return Collections.unmodifiableMap(object);
        }
        while (true) {
            skipSpace();
            int start = at;
            String key = string();
            if (object.containsKey(key)) {
                at = start;
                throw bad("a key that was there before, " + Json.quote(key) + ",");
            }
            skipSpace();
            expect(':');
            object.put(key, value());
            skipSpace();
            if (peek() == '}') {
                leave();
                return Collections.unmodifiableMap(object);
            }
            expect(',');
        }
    }

    private List<Object> array() {
        enter();
        List<Object> array = new ArrayList<>();
        skipSpace();
        if (peek() == ']') {
            leave();
            return Collections.unmodifiableList(array);
        }
        while (true) {
            array.add(value());
            skipSpace();
            if (peek() == ']') {
                leave();
                return Collections.unmodifiableList(array);
            }
            expect(',');
        }
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        int start = at;
        while (peek() != '"') {
            char c = next();
            if (c < ' ') {
                at--;
                throw bad("a control character in text");
            }
            string.append(c == '\\' ? escaped() : c);
        }
        at++;
        for (int i = 0; i < string.length(); i++) {
            if (Character.isSurrogate(string.charAt(i)) && !isPair(string, i++)) {
                at = start;
                throw bad("half a character (a lone surrogate) in the text");
            }
        }
        return string.toString();
    }

    private static boolean isPair(CharSequence string, int i) {
        return i + 1 < string.length() && Character.isSurrogatePair(string.charAt(i), string.charAt(i + 1));
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> {
                at--;
                throw bad("an unknown escape");
            }
        };
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            char c = next();
            // Not Character.digit, which also takes digits of other scripts.
            if (!isDigit(c) && !(c >= 'a' && c <= 'f') && !(c >= 'A' && c <= 'F')) {
                at--;
                throw bad("an escape without four hex digits");
            }
            code = code * 16 + Character.digit(c, 16);
        }
        return (char) code;
    }

    private Object number() {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        boolean whole = true;
        if (peek() == '.') {
            whole = false;
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            whole = false;
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
        String number = text.substring(start, at);
        if (whole) {
            try {
                return Long.valueOf(number);
            } catch (NumberFormatException e) {
                // Too large for a long: a double comes close.
            }
        }
        Double value = Double.valueOf(number);
        if (value.isInfinite()) {
            at = start;
            throw bad("a number too large");
        }
        return value;
    }

    private void digits() {
        if (!isDigit(peek())) {
            throw bad(at < text.length() ? "something unexpected" : "an early end");
        }
        while (isDigit(peek())) {
            at++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw bad("something unexpected");
        }
        at += word.length();
        return value;
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw bad("nesting deeper than " + MAX_DEPTH);
        }
        at++;
    }

    private void leave() {
        depth--;
        at++;
    }

    private void expect(char wanted) {
        if (peek() != wanted || at == text.length()) {
            throw bad(at < text.length() ? "no " + wanted : "an early end");
        }
        at++;
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            at++;
        }
    }

    /** The character to come, or at the end one that fits nowhere. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private char next() {
        if (at == text.length()) {
            throw bad("an early end");
        }
        return text.charAt(at++);
    }

    private Json.SyntaxException bad(String what) {
        return new Json.SyntaxException("invalid JSON: " + what + " at character " + at);
    }
}
