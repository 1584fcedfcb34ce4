package dev.tldr4j.benchmarks.collections;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which command does this? Documents are what the examples on a page of tldr-pages do, queries what its first line says of the
 * command.
 *
 * <p>Arguments: the folder of pages, the collection's folder.
 */
public final class CommandTexts {
    private static final int QUERIES = 3_000;
    private static final int FEWEST_EXAMPLES = 2;

    private CommandTexts() {}

    public static void main(String[] args) throws IOException {
        Map<String, String> commands = new LinkedHashMap<>();
        for (Path page : pages(Path.of(args[0]))) {
            add(commands, Files.readAllLines(page));
        }
        Texts.of(new ArrayList<>(commands.entrySet()), QUERIES).write(Path.of(args[1]));
    }

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** A description begins with an angle bracket, what an example does with a dash; pages that only point to another have one example. */
    private static void add(Map<String, String> commands, List<String> page) {
        List<String> description = starting("> ", page);
        List<String> examples = starting("- ", page);
        if (!description.isEmpty() && examples.size() >= FEWEST_EXAMPLES) {
            String does = examples.stream()
                    .map(example -> example.replaceFirst(":$", "."))
                    .collect(Collectors.joining(" "));
            commands.putIfAbsent(does, description.get(0));
        }
    }

    /** Without the marks of code and of letters that an option stands for: {@code [c]reate}. */
    private static List<String> starting(String mark, List<String> page) {
        return page.stream()
                .filter(line -> line.startsWith(mark))
                .map(line -> line.substring(mark.length()).replace("`", "").replaceAll("\\[(.)\\]", "$1"))
                .toList();
    }
}
