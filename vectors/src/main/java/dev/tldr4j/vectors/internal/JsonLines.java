package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.ElementType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;

/** JSON, a row a value, read byte by byte: neither a long line nor a deep value takes more than a row's memory. */
final class JsonLines implements Closeable {
    /** Of a number, a name or an id; what is skipped may be longer. */
    private static final int MAX_TOKEN = IdStore.MAX_BYTES;

    private final Reading reading;
    private final TextInput in;
    private final Token token = new Token();

    /** The fields to read, as the first object has them; both null where rows are plain arrays. */
    private record Fields(String vector, String id) {}

    private JsonLines(Reading reading) throws IOException {
        this.reading = reading;
        this.in = new TextInput(reading);
    }

    static MappedRows read(Reading reading) throws IOException {
        Fields fields;
        try (JsonLines first = new JsonLines(reading)) {
            fields = first.choose();
        }
        try (JsonLines lines = new JsonLines(reading);
                DecodedRows rows = new DecodedRows(reading, ElementType.F4, fields.id)) {
            lines.read(fields, rows);
            return rows.map();
        }
    }

    private Fields choose() throws IOException {
        switch (space()) {
            case -1 -> throw new InvalidInputException(reading.name() + ": is empty");
            case '[' -> {
                if (reading.column() != null || reading.idColumn() != null) {
                    throw in.wrong("there are plain arrays, so there is no field to choose");
                }
                return new Fields(null, null);
            }
            case '{' -> in.next();
            default -> throw neither();
        }
        List<String> arrays = new ArrayList<>();
        boolean usualId = false;
        for (String name = firstName(); name != null; name = nextName()) {
            if (space() == '[') {
                in.next();
                if (beginsNumber(space())) {
                    arrays.add(name);
                }
                skip(1);
            } else {
                usualId |= name.equals(Reading.USUAL_ID) && space() != '{';
                skip(0);
            }
        }
        String id = !reading.withIds()
                ? null
                : reading.idColumn() != null ? reading.idColumn() : usualId ? Reading.USUAL_ID : null;
        return new Fields(reading.column() != null ? reading.column() : only(arrays), id);
    }

    private String only(List<String> arrays) {
        if (arrays.size() == 1) {
            return arrays.get(0);
        }
        throw arrays.isEmpty()
                ? in.wrong("no field of this object is an array of numbers")
                : in.wrong("several fields are arrays of numbers (" + Choices.of(arrays) + "); choose one: "
                        + reading.path() + "#" + arrays.get(0));
    }

    private void read(Fields fields, DecodedRows rows) throws IOException {
        for (int begin = space(); begin >= 0; begin = space()) {
            if (begin != (fields.vector == null ? '[' : '{')) {
                throw begin == '[' || begin == '{'
                        ? in.wrong("plain arrays and objects are mixed; make all rows alike")
                        : neither();
            }
            if (fields.vector == null) {
                numbers(rows);
            } else {
                object(fields, rows);
            }
            rows.endRow(in);
        }
        in.done();
    }

    private void object(Fields fields, DecodedRows rows) throws IOException {
        long line = in.line();
        boolean vector = false;
        boolean id = false;
        in.next();
        for (String name = firstName(); name != null; name = nextName()) {
            if (name.equals(fields.vector)) {
                if (vector) {
                    throw in.wrong("the field " + Json.quote(name) + " is there twice");
                }
                if (space() != '[') {
                    throw in.wrong("the field " + Json.quote(name) + " is not an array of numbers");
                }
                numbers(rows);
                vector = true;
            } else if (name.equals(fields.id)) {
                if (id) {
                    throw in.wrong("the field " + Json.quote(name) + " is there twice");
                }
                id(name, rows);
                id = true;
            } else {
                skip(0);
            }
        }
        if (!vector || !id && fields.id != null) {
            throw in.wrong("there is no field " + Json.quote(vector ? fields.id : fields.vector), line);
        }
    }

    private void numbers(DecodedRows rows) throws IOException {
        in.next();
        if (space() == ']') {
            throw in.wrong("the array is empty; remove or fill that row");
        }
        while (true) {
            if (!beginsNumber(space())) {
                scalar();
                throw notANumber();
            }
            scalar();
            try {
                rows.put(token.number());
            } catch (NumberFormatException e) {
                throw notANumber();
            }
            int after = space();
            in.next();
            if (after == ']') {
                return;
            }
            if (after != ',') {
                throw in.wrong("the array does not go on with a comma, nor end");
            }
        }
    }

    private InvalidInputException notANumber() {
        return in.wrong("there is " + token.quoted() + " where a number should be");
    }

    private static boolean beginsNumber(int next) {
        return next >= '0' && next <= '9' || next == '-' || next == 'N' || next == 'I'; // Python writes NaN, Infinity
    }

    private void id(String name, DecodedRows rows) throws IOException {
        int begin = space();
        if (begin == '"') {
            rows.id(string(), false);
            return;
        }
        if (!beginsNumber(begin)) {
            throw in.wrong("the field " + Json.quote(name) + " is neither a text nor a number, as an id must be");
        }
        scalar();
        rows.id(text(), token.isWhole());
    }

    /** The name of the first field of an object; null if it has none. */
    private String firstName() throws IOException {
        if (space() == '}') {
            in.next();
            return null;
        }
        return name();
    }

    /** The name of the next field; null at the end of the object. */
    private String nextName() throws IOException {
        int after = space();
        in.next();
        if (after == '}') {
            return null;
        }
        if (after != ',') {
            throw in.wrong("the object does not go on with a comma, nor end");
        }
        return name();
    }

    private String name() throws IOException {
        if (space() != '"') {
            throw in.wrong("there is no field's name in quotes where one should be");
        }
        String name = string();
        if (space() != ':') {
            throw in.wrong("there is no colon after the name " + Json.quote(name));
        }
        in.next();
        return name;
    }

    private String string() throws IOException {
        in.next();
        token.clear();
        for (int next = in.next(); next != '"'; next = in.next()) {
            if (next < ' ') {
                throw in.wrong("a text does not end on its line");
            }
            requireRoom();
            if (next == '\\') {
                token.addCharacter(escaped());
            } else {
                token.add(next);
            }
        }
        return text();
    }

    private String text() {
        try {
            return token.text();
        } catch (CharacterCodingException e) {
            throw in.wrong("the text " + token.quoted() + " is not UTF-8");
        }
    }

    private int escaped() throws IOException {
        int next = in.next();
        return switch (next) {
            case '"', '\\', '/' -> next;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int first = digits();
                // characters beyond 16 bits are written as two halves
                boolean half = first >= Character.MIN_SURROGATE && first <= Character.MAX_SURROGATE;
                int second = half && in.next() == '\\' && in.next() == 'u' ? digits() : 0;
                if (half && !Character.isSurrogatePair((char) first, (char) second)) {
                    throw in.wrong("\\u is followed by half of a character");
                }
                yield half ? Character.toCodePoint((char) first, (char) second) : first;
            }
            default -> throw in.wrong("a text has a backslash before what needs none");
        };
    }

    private int digits() throws IOException {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(in.next(), 16);
            if (digit < 0) {
                throw in.wrong("\\u is not followed by four hexadecimal digits");
            }
            code = code << 4 | digit;
        }
        return code;
    }

    /** Takes what is neither a text, an array nor an object: a number, most likely. */
    private void scalar() throws IOException {
        token.clear();
        for (int next = in.peek(); next > ' ' && next != ',' && next != ']' && next != '}'; next = in.peek()) {
            requireRoom();
            token.add(in.next());
        }
    }

    private void requireRoom() {
        if (token.length() >= MAX_TOKEN) {
            throw in.wrong("a number, a name or an id is longer than " + MAX_TOKEN + " bytes");
        }
    }

    /** Leaves out a value; {@code open} of the arrays and objects around what comes next belong to it. */
    private void skip(int open) throws IOException {
        int depth = open;
        do {
            switch (space()) {
                case -1 -> throw in.wrong("the file ends in the middle of a row");
                case '"' -> skipString();
                case '[', '{' -> {
                    in.next();
                    depth++;
                }
                case ']', '}' -> {
                    if (depth == 0) {
                        throw in.wrong("there is no value where one should be");
                    }
                    in.next();
                    depth--;
                }
                case ',', ':' -> {
                    if (depth == 0) {
                        throw in.wrong("there is no value where one should be");
                    }
                    in.next();
                }
                default -> {
                    scalar();
                    if (token.length() == 0) {
                        throw in.wrong("there is a control character outside of a text");
                    }
                }
            }
        } while (depth > 0);
    }

    private void skipString() throws IOException {
        in.next();
        for (int next = in.next(); next != '"'; next = in.next()) {
            if (next < ' ' || next == '\\' && in.next() < 0) {
                throw in.wrong("a text does not end on its line");
            }
        }
    }

    /** Goes on to the next byte that is not white space, which stays the next; -1 at the end. */
    private int space() throws IOException {
        int next = in.peek();
        while (next == ' ' || next == '\n' || next == '\r' || next == '\t') {
            in.next();
            next = in.peek();
        }
        return next;
    }

    private InvalidInputException neither() {
        return in.wrong("a row is an array of numbers, or an object with one; this is neither");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
