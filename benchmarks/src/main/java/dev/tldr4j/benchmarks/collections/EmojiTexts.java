package dev.tldr4j.benchmarks.collections;

import dev.tldr4j.encoder.internal.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which character is this? Documents are the keywords of emoji and symbols in Unicode's CLDR, queries their names.
 *
 * <p>Arguments: annotations.json of a language, the collection's folder.
 */
public final class EmojiTexts {
    private static final int QUERIES = 3_000;

    private EmojiTexts() {}

    public static void main(String[] args) throws IOException {
        Map<String, String> names = new LinkedHashMap<>();
        Map<?, ?> file = (Map<?, ?>) Json.parse(Files.readString(Path.of(args[0])));
        Map<?, ?> characters = (Map<?, ?>) ((Map<?, ?>) file.get("annotations")).get("annotations");
        for (Object character : characters.values()) {
            String name = texts(character, "tts").get(0);
            String keywords = texts(character, "default").stream()
                    .filter(keyword -> !keyword.equals(name))
                    .collect(Collectors.joining(", "));
            if (!keywords.isEmpty()) {
                names.putIfAbsent(keywords, name);
            }
        }
        Texts.of(new ArrayList<>(names.entrySet()), QUERIES).write(Path.of(args[1]));
    }

    @SuppressWarnings("unchecked") // a list of JSON strings in a JSON object
    private static List<String> texts(Object character, String kind) {
        return (List<String>) ((Map<?, ?>) character).get(kind);
    }
}
