package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.encoder.internal.FileState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The lines of a text file, one at a time, each with its number. Holds no more than one line, and that not a long one. */
final class TextLines implements AutoCloseable {
    /** Far more than two ids and a grade; a file without line ends must not fill the memory. */
    static final int LONGEST_LINE = 65_536;

    private final Path file;
    private final BufferedReader reader;
    private final StringBuilder line = new StringBuilder();
    private long number;
    private int filled;

    TextLines(Path file) throws IOException {
        FileState there = FileState.of(file);
        if (there == FileState.ABSENT) {
            throw new InvalidInputException(file + ": there is no such file");
        }
        if (there == FileState.FOLDER) {
            throw new InvalidInputException(file + ": is a folder; name a text file");
        }
        this.file = file;
        // a new decoder reports what is not UTF-8, where a Charset alone would replace it
        this.reader = new BufferedReader(
                new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8.newDecoder()));
    }

    /** The next line without its end and without white space around it, or null after the last. */
    String next() throws IOException {
        line.setLength(0);
        number++;
        int c = read();
        if (c < 0) {
            return null;
        }
        for (; c >= 0 && c != '\n'; c = read()) {
            if (line.length() == LONGEST_LINE) {
                throw wrong("is longer than " + LONGEST_LINE + " characters; is this a text file?");
            }
            line.append((char) c);
        }
        boolean byteOrderMark = number == 1 && line.length() > 0 && line.charAt(0) == '\uFEFF';
        return line.substring(byteOrderMark ? 1 : 0).strip();
    }

    /** The next line that is not blank, or null after the last. */
    String nextFilled() throws IOException {
        String next = next();
        while (next != null && next.isEmpty()) {
            next = next();
        }
        filled++;
        return next;
    }

    /** Whether the line last returned is the first that is not blank; that one may be a header. */
    boolean isFirstFilled() {
        return filled == 1;
    }

    private int read() throws IOException {
        try {
            return reader.read();
        } catch (CharacterCodingException e) {
            throw new InvalidInputException(file + ": is not text in UTF-8", e);
        } catch (IOException e) {
            throw FileFailure.of(file, e);
        }
    }

    /** What is wrong with the line last returned. */
    InvalidInputException wrong(String what) {
        return new InvalidInputException(file + " line " + number + ": " + what);
    }

    /** Between tabs where there are any, because ids may hold spaces; otherwise between white space. */
    static String[] columns(String line) {
        String[] columns = line.split(line.indexOf('\t') >= 0 ? "\t" : "\\s+");
        for (int i = 0; i < columns.length; i++) {
            columns[i] = columns[i].strip();
        }
        return columns;
    }

    /** Somebody else's text, made fit for a one-line message. */
    static String quoted(String text) {
        String shown = text.length() <= 60 ? text : text.substring(0, 60) + "…";
        return "\"" + shown.replaceAll("\\p{Cntrl}", "?") + "\"";
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
