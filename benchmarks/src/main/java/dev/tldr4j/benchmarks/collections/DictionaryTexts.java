package dev.tldr4j.benchmarks.collections;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What does this word mean? Documents are the articles of a dictionary in Debian's form, such as the Free On-line Dictionary of
 * Computing, queries their headwords.
 *
 * <p>Arguments: the dictionary, unpacked; the collection's folder.
 */
public final class DictionaryTexts {
    private static final int QUERIES = 3_000;
    private static final int SHORTEST = 40;
    private static final int LONGEST = 400;

    private DictionaryTexts() {}

    public static void main(String[] args) throws IOException {
        Map<String, String> articles = articles(Files.readAllLines(Path.of(args[0])));
        Texts.of(new ArrayList<>(articles.entrySet()), QUERIES).write(Path.of(args[1]));
    }

    /** Headwords by article, each article once. A headword stands at the beginning of a line after an empty one. */
    private static Map<String, String> articles(List<String> lines) {
        Map<String, String> articles = new LinkedHashMap<>();
        String headword = null;
        StringBuilder text = new StringBuilder();
        boolean afterEmpty = true;
        for (String line : lines) {
            boolean isEmpty = line.isBlank();
            if (afterEmpty && !isEmpty && !Character.isWhitespace(line.charAt(0)) && !line.startsWith("{")) {
                add(articles, headword, text.toString());
                headword = line.strip();
                text.setLength(0);
            } else {
                text.append(' ').append(line.strip());
            }
            afterEmpty = isEmpty;
        }
        add(articles, headword, text.toString());
        return articles;
    }

    private static void add(Map<String, String> articles, String headword, String text) {
        // links are in braces, an article's field stands before it: <programming>
        String plain = text.replaceAll("[{}]", "")
                .strip()
                .replaceFirst("^<[^>]*>\\s*", "")
                .replaceAll("\\s+", " ");
        if (headword != null && plain.length() >= SHORTEST) {
            articles.putIfAbsent(Texts.cut(plain, LONGEST), headword);
        }
    }
}
