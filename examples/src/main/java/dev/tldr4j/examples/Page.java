package dev.tldr4j.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A page of the documentation, by its path in the repository, and the code on it. */
public record Page(String path) {
    /** The repository's root, from whichever module the tests run in. */
    public static final Path ROOT = root();

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** The code blocks in this language. */
    public List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve(path)))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** The only code block in this language that has this in it. */
    public String block(String language, String with) throws IOException {
        List<String> found =
                blocks(language).stream().filter(block -> block.contains(with)).toList();
        if (found.size() != 1) {
            throw new IllegalStateException(
                    path + " has " + found.size() + " blocks of " + language + " with " + with + ", not one");
        }
        return found.get(0);
    }
}
