package dev.tldr4j.benchmarks.collections;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One meaning in WordNet: the words that have it, what it is, and sentences that use one of the words. */
record Synset(List<String> lemmas, String definition, List<String> examples) {
    /** A quote after punctuation is an example; any other belongs to the definition. */
    private static final Pattern FIRST_EXAMPLE = Pattern.compile("[;:,.]\\s*\"");

    private static final Pattern EXAMPLE = Pattern.compile("\"([^\"]+)\"");

    /** What only leads over to an example. */
    private static final Pattern LEFT_OVER = Pattern.compile("[;:,.\\s]+((as in )?e\\.g|as in|as)?[;:,.\\s]*$");

    /** Where an adjective may stand, as in {@code galore(ip)}. */
    private static final Pattern POSITION = Pattern.compile("\\((a|p|ip)\\)$");

    /** Of a line of a data file: {@code offset file kind count(hexadecimal) (lemma id)… pointers… | gloss}. */
    static Synset parse(String line) {
        int bar = line.indexOf(" | ");
        if (bar < 0) {
            throw new IllegalArgumentException("no gloss in: " + line);
        }
        String[] fields = line.substring(0, bar).split(" ");
        List<String> lemmas = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(fields[3], 16); i++) {
            String lemma = POSITION.matcher(fields[4 + 2 * i]).replaceFirst("");
            lemmas.add(lemma.replace('_', ' ').toLowerCase(Locale.ROOT));
        }
        String gloss = line.substring(bar + 3).strip();
        Matcher first = FIRST_EXAMPLE.matcher(gloss);
        int end = first.find() ? first.start() : gloss.length();
        List<String> examples = EXAMPLE.matcher(gloss.substring(end))
                .results()
                .map(match -> match.group(1).strip())
                .filter(example -> !example.isEmpty())
                .toList();
        String definition = LEFT_OVER
                .matcher(gloss.substring(0, end) + " ")
                .replaceFirst("")
                .strip();
        return new Synset(List.copyOf(lemmas), definition, examples);
    }
}
