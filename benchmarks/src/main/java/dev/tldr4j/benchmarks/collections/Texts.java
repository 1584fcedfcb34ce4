package dev.tldr4j.benchmarks.collections;

import dev.tldr4j.encoder.internal.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A collection before it is embedded: documents, each once, and queries, each with the one document that answers it. */
final class Texts {
    private final Map<String, Integer> documents = new LinkedHashMap<>();
    private final List<String> queries = new ArrayList<>();
    private final Pairs relevant = Pairs.relevant();

    /**
     * All of these documents, and queries drawn from them.
     *
     * @param pairs documents, each with the query that it answers
     */
    static Texts of(List<Map.Entry<String, String>> pairs, int queries) {
        Texts texts = new Texts();
        pairs.forEach(pair -> texts.document(pair.getKey()));
        for (Map.Entry<String, String> pair : Draw.from(pairs, queries)) {
            texts.query(pair.getValue(), texts.document(pair.getKey()));
        }
        return texts;
    }

    /** The row of this document, a new one unless it is there already. */
    int document(String text) {
        return documents.computeIfAbsent(text, key -> documents.size());
    }

    void query(String text, int document) {
        relevant.add(queries.size(), document);
        queries.add(text);
    }

    /** No more than so many characters, cut at a space, so that no word is torn. */
    static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int space = text.lastIndexOf(' ', longest);
        return text.substring(0, space > 0 ? space : longest);
    }

    /** docs.txt and queries.txt, a text a line, and qrels.tsv. */
    void write(Path folder) throws IOException {
        AtomicFile.writeText(folder.resolve("docs.txt"), String.join("\n", documents.keySet()) + "\n");
        AtomicFile.writeText(folder.resolve("queries.txt"), String.join("\n", queries) + "\n");
        relevant.write(folder.resolve("qrels.tsv"));
        Pairs.excluded().write(folder.resolve("exclude.tsv"));
        System.err.println(documents.size() + " documents, " + queries.size() + " queries");
    }
}
