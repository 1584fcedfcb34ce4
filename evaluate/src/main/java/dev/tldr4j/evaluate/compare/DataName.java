package dev.tldr4j.evaluate.compare;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** What people call a file of vectors: its name or, where that could be anybody's, its folder's. */
public final class DataName {
    private static final Set<String> ANYBODYS = Set.of(
            "base", "corpus", "data", "docs", "documents", "embeddings", "input", "passages", "train", "vectors", "x");

    private DataName() {}

    /** The name, without the ending that says the format. */
    public static String of(Path file) {
        String name = withoutEnding(file.getFileName());
        Path folder = file.toAbsolutePath().normalize().getParent();
        boolean anybodys = ANYBODYS.contains(name.toLowerCase(Locale.ROOT));
        return anybodys && folder != null && folder.getFileName() != null
                ? folder.getFileName().toString()
                : name;
    }

    private static String withoutEnding(Path name) {
        String text = name == null ? "" : name.toString();
        int dot = text.indexOf('.');
        return dot <= 0 ? text : text.substring(0, dot);
    }
}
