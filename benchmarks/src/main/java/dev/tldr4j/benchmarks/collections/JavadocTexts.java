package dev.tldr4j.benchmarks.collections;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Which method does this? Documents are what the JDK's own sources say about methods, queries are the names of class and method.
 *
 * <p>Arguments: the JDK's src.zip; the collection's folder.
 */
public final class JavadocTexts {
    private static final int DOCUMENTS = 30_000;
    private static final int QUERIES = 3_000;
    private static final int SHORTEST = 40;
    private static final int LONGEST = 400;

    /** A comment, then annotations, modifiers and a type, then the method's name. */
    private static final Pattern METHOD = Pattern.compile(
            "/\\*\\*((?:[^*]|\\*(?!/))*+)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*(?:[\\w<>\\[\\],.?&]+\\s+){1,8}(\\w+)\\s*\\(");

    private JavadocTexts() {}

    public static void main(String[] args) throws IOException {
        Map<String, String> names = new LinkedHashMap<>();
        try (ZipFile sources = new ZipFile(args[0])) {
            for (ZipEntry entry : sources.stream().filter(JavadocTexts::isClass).toList()) {
                String file = Path.of(entry.getName()).getFileName().toString();
                add(
                        names,
                        file.replace(".java", ""),
                        new String(sources.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        Texts.of(Draw.from(new ArrayList<>(names.entrySet()), DOCUMENTS), QUERIES)
                .write(Path.of(args[1]));
    }

    private static boolean isClass(ZipEntry entry) {
        return entry.getName().endsWith(".java") && !entry.getName().endsWith("-info.java");
    }

    private static void add(Map<String, String> names, String type, String source) {
        Matcher method = METHOD.matcher(source);
        while (method.find()) {
            String text = text(method.group(1));
            if (text.length() >= SHORTEST) {
                names.putIfAbsent(Texts.cut(text, LONGEST), words(type) + " " + words(method.group(2)));
            }
        }
    }

    /** What stands before the first tag, without markup. */
    private static String text(String comment) {
        return comment.replaceAll("\\n\\s*\\*", "\n")
                .replaceFirst("(?s)\\n\\s*@\\w.*", "")
                .replaceAll("\\{@\\w+\\s+([^}]*)}", "$1")
                .replaceAll("<[^>]*>", " ")
                .replaceAll("\\s+", " ")
                .strip();
    }

    /** readAllBytes: read all bytes. */
    private static String words(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|_", " ").toLowerCase(Locale.ROOT);
    }
}
