package dev.tldr4j.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A page of the documentation, by its path in the repository, and the code on it. */
record Page(String path) {
    static final Path ROOT = Path.of("..");

    /** The code blocks in this language. */
    List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve(path)))
                .results()
                .map(block -> block.group(1))
                .toList();
    }
}
