package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.ElementType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * CSV: a row a line, a number a cell, separated by commas, semicolons or tabs. There may be a header, and a column of
 * ids.
 */
final class Csv implements Closeable {
    /** Of all the cells of a line that is looked at as a whole. */
    private static final int MAX_LINE = 1 << 26;

    private final Reading reading;
    private final TextInput in;
    private final Token cell = new Token();
    /** Whether the cell that was read last was in quotes. */
    private boolean quoted;
    /** The line where it began; with a cell, the end of its line is taken too. */
    private long line;

    /**
     * How the lines are to be read.
     *
     * @param left which columns are not numbers of the vector
     * @param id which of these holds the ids; -1 if none does
     */
    private record Form(char separator, boolean header, boolean[] left, int id, String idName) {}

    private enum After {
        CELL,
        LINE,
        END
    }

    private Csv(Reading reading) throws IOException {
        this.reading = reading;
        this.in = new TextInput(reading);
    }

    static MappedRows read(Reading reading) throws IOException {
        if (reading.column() != null) {
            throw new InvalidInputException(reading.name()
                    + ": a row of a CSV file is one vector, there is nothing to choose by #; name the file alone");
        }
        Form form;
        try (Csv first = new Csv(reading)) {
            form = first.form(separator(reading));
        }
        try (Csv csv = new Csv(reading);
                DecodedRows rows = new DecodedRows(reading, ElementType.F4, form.id < 0 ? null : form.idName)) {
            csv.read(form, rows);
            return rows.map();
        }
    }

    /** The separator of which the first line has most. */
    private static char separator(Reading reading) throws IOException {
        try (TextInput in = new TextInput(reading)) {
            int[] counts = new int[128];
            boolean quotes = false;
            for (int next = in.next(); next >= 0 && (quotes || next != '\n'); next = in.next()) {
                quotes ^= next == '"';
                if (!quotes && next < counts.length) {
                    counts[next]++;
                }
            }
            return counts['\t'] > counts[','] && counts['\t'] >= counts[';']
                    ? '\t'
                    : counts[';'] > counts[','] ? ';' : ',';
        }
    }

    private Form form(char separator) throws IOException {
        List<String> first = line(separator);
        List<String> second = line(separator);
        if (first.isEmpty()) {
            throw new InvalidInputException(reading.name() + ": is empty");
        }
        boolean header = isHeader(first, second);
        boolean[] left = new boolean[first.size()];
        int id = -1;
        for (int i = 0; i < left.length; i++) {
            String name = first.get(i);
            if (header && reading.idColumn() != null && name.equals(reading.idColumn())) {
                left[i] = true;
                id = i;
            } else if (header && isUsualId(name) || i == 0 && isText(header ? second : first)) {
                left[i] = true;
                id = reading.idColumn() == null && id < 0 ? i : id;
            }
        }
        if (reading.idColumn() != null && id < 0) {
            throw new InvalidInputException(reading.name() + ": there is no column " + Json.quote(reading.idColumn())
                    + (header ? "; there are " + Choices.of(first) : ", since there is no header"));
        }
        String name = id < 0 || !header || first.get(id).isEmpty() ? Reading.USUAL_ID : first.get(id);
        return new Form(separator, header, left, reading.withIds() ? id : -1, name);
    }

    /** Whether a line begins with a text. */
    private static boolean isText(List<String> cells) {
        return !cells.isEmpty() && !isNumber(cells.get(0));
    }

    private boolean isHeader(List<String> first, List<String> second) {
        for (int i = 1; i < first.size(); i++) {
            if (!isNumber(first.get(i))) {
                return true;
            }
        }
        String begin = first.get(0);
        if (isNumber(begin)) {
            return countsColumns(first);
        }
        return isUsualId(begin) || begin.equals(reading.idColumn()) || !second.isEmpty() && isNumber(second.get(0));
    }

    /** 0,1,2 and so on: what pandas writes over columns without names. */
    private static boolean countsColumns(List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            if (!cells.get(i).equals(Integer.toString(i))) {
                return false;
            }
        }
        return cells.size() > 2;
    }

    /** A column without a name is the row's number, as pandas writes it. */
    private static boolean isUsualId(String name) {
        return name.isEmpty() || name.toLowerCase(Locale.ROOT).equals(Reading.USUAL_ID);
    }

    private static boolean isNumber(String text) {
        Token token = new Token();
        text.chars().limit(100).forEach(token::add);
        return token.isNumber();
    }

    /** The cells of the next line that is not blank; none at the end. */
    private List<String> line(char separator) throws IOException {
        List<String> cells = new ArrayList<>();
        long length = 0;
        skipBlankLines();
        for (After after = in.peek() < 0 ? After.END : After.CELL; after == After.CELL; ) {
            after = cell(separator);
            cells.add(text());
            length += cell.length() + 16;
            if (length > MAX_LINE) {
                throw in.wrong("the line is longer than " + MAX_LINE + " bytes");
            }
        }
        return cells;
    }

    private void read(Form form, DecodedRows rows) throws IOException {
        if (form.header) {
            line(form.separator);
        }
        for (skipBlankLines(); in.peek() >= 0; skipBlankLines()) {
            After after = After.CELL;
            for (int column = 0; after == After.CELL; column++) {
                after = cell(form.separator);
                if (column < form.left.length && form.left[column]) {
                    if (column == form.id) {
                        id(form.idName, rows);
                    }
                    continue;
                }
                try {
                    rows.put(cell.number());
                } catch (NumberFormatException e) {
                    throw in.wrong(
                            "column " + (column + 1) + " is " + (cell.length() == 0 ? "empty" : cell.quoted())
                                    + ", not a number",
                            line);
                }
            }
            rows.endRow(in);
        }
        in.done();
    }

    private void id(String name, DecodedRows rows) throws IOException {
        if (cell.length() == 0) {
            throw in.wrong("the id in column " + Json.quote(name) + " is empty; fill it, or name another column", line);
        }
        rows.id(text(), !quoted && cell.isWhole());
    }

    private String text() {
        try {
            return cell.text();
        } catch (CharacterCodingException e) {
            throw in.wrong("the text " + cell.quoted() + " is not UTF-8", line);
        }
    }

    private void skipBlankLines() throws IOException {
        while (in.peek() == '\n' || in.peek() == '\r') {
            in.next();
        }
    }

    /** Reads one cell, with the separator or the end of the line after it. */
    private After cell(char separator) throws IOException {
        cell.clear();
        quoted = false;
        line = in.line();
        while (true) {
            int next = in.next();
            if (next == separator || next == '\n' || next < 0) {
                if (!quoted) {
                    cell.trim();
                }
                return next == separator ? After.CELL : next < 0 ? After.END : After.LINE;
            }
            if (next == '"' && cell.length() == 0 && !quoted) {
                quoted = true;
                quotes();
            } else if (!quoted) {
                add(next);
            } else if (next != ' ' && next != '\r') {
                throw in.wrong("there is more in a cell after its closing quote");
            }
        }
    }

    /** What is in quotes, where two of them stand for one. */
    private void quotes() throws IOException {
        while (true) {
            int next = in.next();
            if (next < 0) {
                throw in.wrong("a quote is not closed", line);
            }
            if (next == '"') {
                if (in.peek() != '"') {
                    return;
                }
                in.next();
            }
            add(next);
        }
    }

    private void add(int next) {
        if (cell.length() == IdStore.MAX_BYTES) {
            throw in.wrong("a cell is longer than " + IdStore.MAX_BYTES + " bytes");
        }
        cell.add(next);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
