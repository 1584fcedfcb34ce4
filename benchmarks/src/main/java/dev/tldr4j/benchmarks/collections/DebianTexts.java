package dev.tldr4j.benchmarks.collections;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which package is this? Documents are long descriptions of Debian's packages, queries are the one-line ones.
 *
 * <p>Arguments: a list of translations, unpacked; the collection's folder.
 */
public final class DebianTexts {
    private static final int DOCUMENTS = 25_000;
    private static final int QUERIES = 3_000;

    /** Where a text is cut: what matters comes first, and the time to embed grows with the length. */
    private static final int CHARACTERS = 400;

    private DebianTexts() {}

    public static void main(String[] args) throws IOException {
        // after the cut, so that no two documents are the same
        Map<String, String> synopses = new LinkedHashMap<>();
        Stream.of(Files.readString(Path.of(args[0])).split("\n\n+"))
                .flatMap(stanza -> DebianPackage.parse(stanza).stream())
                .forEach(found -> synopses.putIfAbsent(Texts.cut(found.description(), CHARACTERS), found.synopsis()));
        Texts.of(Draw.from(new ArrayList<>(synopses.entrySet()), DOCUMENTS), QUERIES)
                .write(Path.of(args[1]));
    }
}
