package dev.tldr4j.benchmarks.collections;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** WordNet's data files. */
final class WordNet {
    private static final List<String> FILES = List.of("data.noun", "data.verb", "data.adj", "data.adv");

    private WordNet() {}

    /** All synsets of a folder with WordNet's files, in their order there. */
    static List<Synset> read(Path dict) throws IOException {
        List<Synset> synsets = new ArrayList<>();
        for (String file : FILES) {
            for (String line : Files.readAllLines(dict.resolve(file))) {
                // the licence, at the beginning, is indented
                if (!line.isBlank() && !line.startsWith("  ")) {
                    synsets.add(Synset.parse(line));
                }
            }
        }
        return synsets;
    }
}
