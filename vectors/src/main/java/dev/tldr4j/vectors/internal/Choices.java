package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.internal.Json;
import java.util.List;
import java.util.stream.Collectors;

/** Names from a file, in a message that lists them. */
final class Choices {
    private static final int MOST = 10;

    private Choices() {}

    static String of(List<String> names) {
        return names.isEmpty()
                ? "none"
                : names.stream().limit(MOST).map(Json::quote).collect(Collectors.joining(", "))
                        + (names.size() > MOST ? ", and " + (names.size() - MOST) + " more" : "");
    }
}
