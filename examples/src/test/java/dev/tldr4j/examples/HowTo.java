package dev.tldr4j.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Pages of docs/how-to and the code on them. */
final class HowTo {
    private HowTo() {}

    /** The code blocks of a page in this language. */
    static List<String> blocks(String page, String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/how-to", page)))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** The source of a class beside this one, without white space, as code of a page can be found in. */
    static String source(Class<?> type) throws IOException {
        return withoutLayout(
                Files.readString(Path.of("src/test/java/dev/tldr4j/examples", type.getSimpleName() + ".java")));
    }

    static String withoutLayout(String code) {
        return code.replaceAll("\\s+", "");
    }
}
