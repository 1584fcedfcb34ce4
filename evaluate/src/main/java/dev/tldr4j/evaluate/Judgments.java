package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which documents are relevant to which queries, and how much: for each query the documents somebody judged, each with a
 * grade. A grade above 0 is relevant, the higher the more; 0 and below is judged not relevant, and a document that was
 * not judged counts as not relevant. Queries and documents are row numbers. Unchanging, so safe for many threads.
 */
public final class Judgments {
    private final String name;
    private final TreeMap<Integer, TreeMap<Integer, Integer>> grades;

    private Judgments(String name, TreeMap<Integer, TreeMap<Integer, Integer>> grades) {
        this.name = name;
        this.grades = grades;
    }

    /**
     * Reads judgments ("qrels") from a UTF-8 text file. A line is {@code query <tab> document <tab> grade}, or TREC's
     * {@code query 0 document grade}, whose second column means nothing; instead of tabs there may be spaces. The first
     * line may be a header: it is one when its grade is not a number. Blank lines are skipped. A judgment may be
     * repeated.
     *
     * @throws InvalidInputException naming the line that is not like this, whose query or document does not exist, or
     *     that contradicts an earlier one
     */
    public static Judgments read(Path file, Ids queries, Ids documents) throws IOException {
        TreeMap<Integer, TreeMap<Integer, Integer>> grades = new TreeMap<>();
        try (TextLines lines = new TextLines(file)) {
            for (String line = lines.nextFilled(); line != null; line = lines.nextFilled()) {
                String[] columns = TextLines.columns(line);
                if (columns.length != 3 && columns.length != 4) {
                    throw lines.wrong("has " + columns.length
                            + " columns; a judgment has three (query, document, grade) or TREC's four");
                }
                String gradeText = columns[columns.length - 1];
                if (lines.isFirstFilled() && !isNumber(gradeText)) {
                    continue;
                }
                int query = queries.require(columns[0], "query", lines);
                int document = documents.require(columns[columns.length - 2], "document", lines);
                int grade = grade(gradeText, lines);
                Integer before =
                        grades.computeIfAbsent(query, q -> new TreeMap<>()).putIfAbsent(document, grade);
                if (before != null && before != grade) {
                    throw lines.wrong("grade " + grade + " contradicts the grade " + before
                            + " of an earlier line for the same query and document");
                }
            }
        }
        return new Judgments(file.toString(), grades);
    }

    /** Judgments made in a program: query row → document row → grade. The maps are copied. */
    public static Judgments of(Map<Integer, ? extends Map<Integer, Integer>> grades) {
        TreeMap<Integer, TreeMap<Integer, Integer>> copy = new TreeMap<>();
        grades.forEach((query, documents) -> copy.put(query, new TreeMap<>(documents)));
        return new Judgments("the judgments", copy);
    }

    private static boolean isNumber(String text) {
        try {
            Double.parseDouble(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static int grade(String text, TextLines lines) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw lines.wrong("the grade " + TextLines.quoted(text) + " is not a whole number");
        }
    }

    /** The file they come from, or what else to call them in a message. */
    public String name() {
        return name;
    }

    /** The queries with at least one judged document, ascending. */
    public Set<Integer> queries() {
        return Collections.unmodifiableSet(grades.keySet());
    }

    /** The documents judged for this query, ascending, each with its grade; empty where there are none. */
    public Map<Integer, Integer> grades(int query) {
        TreeMap<Integer, Integer> judged = grades.get(query);
        return judged == null ? Map.of() : Collections.unmodifiableMap(judged);
    }
}
