package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What rows are called in judgments and exclusions: their numbers, counted from 0, or the ids of an id file. Unchanging,
 * so safe for many threads.
 */
public final class Ids {
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]+");

    private final int rows;
    private final Path file;
    private final Map<String, Integer> byId;

    private Ids(int rows, Path file, Map<String, Integer> byId) {
        this.rows = rows;
        this.file = file;
        this.byId = byId;
    }

    /** Rows are called by their numbers, 0 to {@code rows - 1}. */
    public static Ids rowNumbers(int rows) {
        if (rows < 0) {
            throw new IllegalArgumentException("rows: " + rows);
        }
        return new Ids(rows, null, Map.of());
    }

    /** Those of a file or, where it is null, the row numbers. */
    public static Ids of(Path file, int rows) throws IOException {
        return file == null ? rowNumbers(rows) : read(file, rows);
    }

    /**
     * Rows are called by the lines of a UTF-8 text file: one id a line, the first line for row 0, no header.
     *
     * @param rows how many rows there are; the file must have as many lines
     * @throws InvalidInputException when the number of lines is another, a line is blank, or an id comes twice
     */
    public static Ids read(Path file, int rows) throws IOException {
        Map<String, Integer> byId = new HashMap<>();
        try (TextLines lines = new TextLines(file)) {
            int row = 0;
            for (String id = lines.next(); id != null; id = lines.next()) {
                if (row == rows) {
                    throw lines.wrong("is one line too many: there are " + rows
                            + " rows; the file must have one id a line, one line a row, and no header");
                }
                if (id.isEmpty()) {
                    throw lines.wrong("is blank; row " + row + " needs an id");
                }
                Integer before = byId.putIfAbsent(id, row);
                if (before != null) {
                    throw lines.wrong("the id " + TextLines.quoted(id) + " is also on line " + (before + 1)
                            + "; ids must differ");
                }
                row++;
            }
            if (row < rows) {
                throw new InvalidInputException(file + ": has " + row + " lines but there are " + rows
                        + " rows; the file must have one id a line, one line a row");
            }
        }
        return new Ids(rows, file, byId);
    }

    /** How many rows there are. */
    public int rows() {
        return rows;
    }

    /** The row of this id, or -1 when there is none. */
    public int row(String id) {
        if (file != null) {
            return byId.getOrDefault(id, -1);
        }
        try {
            int row = Integer.parseInt(id);
            return row >= 0 && row < rows ? row : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Whether these are titles of columns: neither could have been meant as an id. */
    static boolean areTitles(Ids queries, String query, Ids documents, String document) {
        return !queries.looksLikeId(query) && !documents.looksLikeId(document);
    }

    /** Whether this text could have been meant as an id, right or wrong. */
    private boolean looksLikeId(String text) {
        return file != null
                ? byId.containsKey(text)
                : WHOLE_NUMBER.matcher(text).matches();
    }

    /** The row of what a line calls a query or a document; it must exist. */
    int require(String id, String what, TextLines lines) {
        int row = row(id);
        if (row >= 0) {
            return row;
        }
        if (file != null) {
            throw lines.wrong(what + " " + TextLines.quoted(id) + " is not one of the ids in " + file);
        }
        throw lines.wrong(
                looksLikeId(id)
                        ? what + " row " + id + " does not exist: there are " + rows + " rows, counted from 0"
                        : what + " " + TextLines.quoted(id) + " is not a row number; give an id file to use ids");
    }
}
