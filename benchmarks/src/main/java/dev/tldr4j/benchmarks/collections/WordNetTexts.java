package dev.tldr4j.benchmarks.collections;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Which meaning has a word in this sentence? Documents are the definitions of all of WordNet; queries are example sentences
 * with a word of that meaning before them, since full vectors find too few by the sentence alone (nDCG@10 .068 against .115).
 *
 * <p>Arguments: the folder of WordNet's files, the collection's folder.
 */
public final class WordNetTexts {
    private static final int QUERIES = 5_000;

    private WordNetTexts() {}

    public static void main(String[] args) throws IOException {
        List<Synset> synsets = WordNet.read(Path.of(args[0])).stream()
                .filter(synset -> !synset.definition().isEmpty())
                .toList();
        Texts texts = new Texts();
        synsets.forEach(synset -> texts.document(synset.definition()));
        List<Synset> shown =
                synsets.stream().filter(synset -> !synset.examples().isEmpty()).toList();
        for (Synset synset : Draw.from(shown, QUERIES)) {
            String query = synset.lemmas().get(0) + ": " + synset.examples().get(0);
            texts.query(query, texts.document(synset.definition()));
        }
        texts.write(Path.of(args[1]));
    }
}
