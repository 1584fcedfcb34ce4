package dev.tldr4j.evaluate;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Documents to leave out of a query's ranking, as if they were not in the collection: most often the query's own text.
 * Queries and documents are row numbers. Unchanging, so safe for many threads.
 */
public final class Exclusions {
    private static final Exclusions NONE = new Exclusions(new TreeMap<>());

    private final TreeMap<Integer, TreeSet<Integer>> documents;

    private Exclusions(TreeMap<Integer, TreeSet<Integer>> documents) {
        this.documents = documents;
    }

    /** Nothing is left out. */
    public static Exclusions none() {
        return NONE;
    }

    /**
     * Reads exclusions from a UTF-8 text file. A line is {@code query <tab> document}; instead of the tab there may be
     * spaces. The first line may be a header: it is one when neither of its columns could be an id. Blank lines are
     * skipped.
     *
     * @throws InvalidInputException naming the line that is not like this, or whose query or document does not exist
     */
    public static Exclusions read(Path file, Ids queries, Ids documents) throws IOException {
        TreeMap<Integer, TreeSet<Integer>> excluded = new TreeMap<>();
        try (TextLines lines = new TextLines(file)) {
            for (String line = lines.nextFilled(); line != null; line = lines.nextFilled()) {
                String[] columns = TextLines.columns(line);
                if (columns.length != 2) {
                    throw lines.wrong(
                            "has " + columns.length + " columns; an exclusion has two (query, document to leave out)");
                }
                if (lines.isFirstFilled() && Ids.areTitles(queries, columns[0], documents, columns[1])) {
                    continue;
                }
                int query = queries.require(columns[0], "query", lines);
                int document = documents.require(columns[1], "document", lines);
                excluded.computeIfAbsent(query, q -> new TreeSet<>()).add(document);
            }
        }
        return new Exclusions(excluded);
    }

    /** Exclusions made in a program: query row → document rows. The collections are copied. */
    public static Exclusions of(Map<Integer, ? extends Set<Integer>> documents) {
        TreeMap<Integer, TreeSet<Integer>> copy = new TreeMap<>();
        documents.forEach((query, excluded) -> copy.put(query, new TreeSet<>(excluded)));
        return new Exclusions(copy);
    }

    /** The documents to leave out of this query's ranking, ascending; often empty. */
    public Set<Integer> documents(int query) {
        TreeSet<Integer> excluded = documents.get(query);
        return excluded == null ? Set.of() : Collections.unmodifiableSet(excluded);
    }
}
