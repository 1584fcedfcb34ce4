package dev.tldr4j.benchmarks.collections;

import java.util.Locale;
import java.util.Optional;

/** A package of Debian by its English description: the one line and the many. */
record DebianPackage(String synopsis, String description) {
    /**
     * Of a stanza of a list of translations. Lines after the first begin with a space; two are verbatim, and a dot alone is
     * an empty line. None where there is no long description.
     */
    static Optional<DebianPackage> parse(String stanza) {
        String synopsis = null;
        StringBuilder description = new StringBuilder();
        for (String line : stanza.split("\n")) {
            if (line.startsWith(" ")) {
                if (synopsis != null && !line.equals(" .")) {
                    description.append(line.strip()).append(' ');
                }
            } else if (synopsis != null) {
                break;
            } else if (line.toLowerCase(Locale.ROOT).startsWith("description-en:")) {
                synopsis = line.substring(line.indexOf(':') + 1).strip();
            }
        }
        String text = description.toString().replaceAll("\\s+", " ").strip();
        return synopsis == null || synopsis.isEmpty() || text.isEmpty()
                ? Optional.empty()
                : Optional.of(new DebianPackage(synopsis, text));
    }
}
