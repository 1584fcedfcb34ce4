package dev.tldr4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A release changes the version in poms by a command, and in pages by hand. */
class VersionsTest {
    private static final String VERSION = "(\\d+\\.\\d+\\.\\d+(?:-SNAPSHOT)?)";
    private static final Pattern OURS = Pattern.compile("<artifactId>tldr4j[\\w-]*</artifactId>\\s*<version>" + VERSION
            + "|tldr4j[\\w-]*[-: ]" + VERSION + "|ARG VERSION=" + VERSION + "|\nversion = \"" + VERSION + "\"");

    @Test
    void pagesNameTheVersionOfThePoms() throws IOException {
        List<String> other = new ArrayList<>();
        int found = 0;
        for (Path page : pages()) {
            for (Matcher matcher = OURS.matcher(Files.readString(page)); matcher.find(); found++) {
                String named = IntStream.rangeClosed(1, matcher.groupCount())
                        .mapToObj(matcher::group)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElseThrow();
                if (!named.equals(System.getProperty("tldr4j.version"))) {
                    other.add(page + ": " + matcher.group());
                }
            }
        }

        assertThat(other).isEmpty();
        assertThat(found).isGreaterThan(10);
    }

    private static List<Path> pages() throws IOException {
        Path root = Path.of("..");
        List<Path> pages =
                new ArrayList<>(Stream.of("README.md", "Dockerfile", "jbang-catalog.json", "python/pyproject.toml")
                        .map(root::resolve)
                        .toList());
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }
}
