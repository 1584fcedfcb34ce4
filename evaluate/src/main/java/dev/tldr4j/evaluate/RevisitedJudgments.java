package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Judgments as for the revisited Oxford and Paris sets: for each query, the documents that are easy to recognise, those that
 * are hard to, and junk, which should neither help nor harm. All other documents are wrong. Queries and documents are row
 * numbers. Unchanging, so safe for many threads.
 */
public final class RevisitedJudgments {
    /** What a document is to a query. */
    public enum Kind {
        EASY,
        HARD,
        JUNK
    }

    private final String name;
    private final TreeMap<Integer, TreeMap<Integer, Kind>> kinds;

    private RevisitedJudgments(String name, TreeMap<Integer, TreeMap<Integer, Kind>> kinds) {
        this.name = name;
        this.kinds = kinds;
    }

    /**
     * Reads a UTF-8 text file. A line is {@code query <tab> document <tab> easy}, {@code hard} or {@code junk}; instead of
     * tabs there may be spaces. The first line may be a header: it is one when neither its query nor its document could be
     * an id. Blank lines are skipped. A judgment may be repeated.
     *
     * @throws InvalidInputException naming the line that is not like this, whose query or document does not exist, or
     *     that contradicts an earlier one
     */
    public static RevisitedJudgments read(Path file, Ids queries, Ids documents) throws IOException {
        TreeMap<Integer, TreeMap<Integer, Kind>> kinds = new TreeMap<>();
        try (TextLines lines = new TextLines(file)) {
            for (String line = lines.nextFilled(); line != null; line = lines.nextFilled()) {
                String[] columns = TextLines.columns(line);
                if (columns.length != 3) {
                    throw lines.wrong("has " + columns.length
                            + " columns; a judgment has three (query, document, and easy, hard or junk)");
                }
                if (lines.isFirstFilled() && Ids.areTitles(queries, columns[0], documents, columns[1])) {
                    continue;
                }
                int query = queries.require(columns[0], "query", lines);
                int document = documents.require(columns[1], "document", lines);
                Kind kind = kind(columns[2], lines);
                Kind before = kinds.computeIfAbsent(query, q -> new TreeMap<>()).putIfAbsent(document, kind);
                if (before != null && before != kind) {
                    throw lines.wrong(columns[2] + " contradicts an earlier line, which calls the same document "
                            + before.name().toLowerCase(Locale.ROOT) + " for this query");
                }
            }
        }
        return new RevisitedJudgments(file.toString(), kinds);
    }

    /** Judgments made in a program: query row → document row → what it is. The maps are copied. */
    public static RevisitedJudgments of(Map<Integer, ? extends Map<Integer, Kind>> kinds) {
        TreeMap<Integer, TreeMap<Integer, Kind>> copy = new TreeMap<>();
        kinds.forEach((query, documents) -> copy.put(query, new TreeMap<>(documents)));
        return new RevisitedJudgments("the judgments", copy);
    }

    private static Kind kind(String text, TextLines lines) {
        for (Kind kind : Kind.values()) {
            if (kind.name().equalsIgnoreCase(text)) {
                return kind;
            }
        }
        throw lines.wrong(TextLines.quoted(text) + " is not one of easy, hard and junk");
    }

    /** The file they come from, or what else to call them in a message. */
    public String name() {
        return name;
    }

    /** The queries with at least one judged document, ascending. */
    public Set<Integer> queries() {
        return Collections.unmodifiableSet(kinds.keySet());
    }

    /** The documents judged for this query, ascending; empty where there are none. */
    public Map<Integer, Kind> documents(int query) {
        TreeMap<Integer, Kind> judged = kinds.get(query);
        return judged == null ? Map.of() : Collections.unmodifiableMap(judged);
    }
}
