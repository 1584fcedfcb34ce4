package dev.tldr4j.benchmarks.collections;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The same verse in other words: documents are the verses of one translation of the Bible, queries verses of another.
 *
 * <p>Arguments: the documents' and the queries' translation, as {@code diatheke} prints them, and the collection's folder.
 */
public final class BibleTexts {
    private static final int QUERIES = 3_000;
    private static final Pattern VERSE = Pattern.compile("(?m)^ *([A-Z0-9][\\w ]* \\d+:\\d+): ");

    private BibleTexts() {}

    public static void main(String[] args) throws IOException {
        Map<String, String> documents = verses(Path.of(args[0]));
        Map<String, String> queries = verses(Path.of(args[1]));
        // few verses say the same as another; one of them is enough
        Map<String, String> distinct = new LinkedHashMap<>();
        documents.forEach((verse, text) -> distinct.putIfAbsent(text, verse));
        Texts texts = new Texts();
        distinct.keySet().forEach(texts::document);
        List<Map.Entry<String, String>> both = new ArrayList<>(distinct.entrySet());
        both.removeIf(entry -> !queries.containsKey(entry.getValue()));
        for (Map.Entry<String, String> entry : Draw.from(both, QUERIES)) {
            texts.query(queries.get(entry.getValue()), texts.document(entry.getKey()));
        }
        texts.write(Path.of(args[2]));
    }

    /** By book, chapter and number. */
    private static Map<String, String> verses(Path file) throws IOException {
        String all = Files.readString(file);
        List<MatchResult> starts = VERSE.matcher(all).results().toList();
        Map<String, String> verses = new LinkedHashMap<>();
        // the last is followed by the translation's colophon
        for (int i = 0; i < starts.size() - 1; i++) {
            String text = all.substring(starts.get(i).end(), starts.get(i + 1).start());
            text = text.replaceAll("\\s+", " ").strip();
            if (!text.isEmpty()) {
                verses.put(starts.get(i).group(1), text);
            }
        }
        return verses;
    }
}
