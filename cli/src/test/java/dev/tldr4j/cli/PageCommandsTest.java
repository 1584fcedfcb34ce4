package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tldr4j.cli.common.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands on the pages and in the help are commands: every option is there, and takes what is given. benchmarks/pages runs them. */
class PageCommandsTest {
    private static final Pattern COMMAND =
            Pattern.compile("^ *(?:\\$ )?(?:\\./)?tldr4j ([a-z][-a-z]* .*|--[a-z]+.*)$", Pattern.MULTILINE);

    private static Stream<Path> pages() throws IOException {
        Path root = Path.of("..").toRealPath();
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            List<Path> pages = new ArrayList<>(
                    docs.filter(file -> file.toString().endsWith(".md")).toList());
            pages.add(root.resolve("README.md"));
            return pages.stream().map(root::relativize);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pagesHaveCommandsThatAreUnderstood(Path page) throws IOException {
        String text = Files.readString(Path.of("..").resolve(page));
        Matcher block = Pattern.compile("^ *```.*?^ *```", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text);
        while (block.find()) {
            assertUnderstood(block.group());
        }
    }

    @Test
    void theHelpHasExamplesThatAreUnderstood() {
        int examples = 0;
        for (String command :
                List.of("", "fit", "encode", "export", "inspect", "compare", "neighbors", "convert", "demo")) {
            examples += assertUnderstood(
                    Run.tldr4j((Object[]) (command + " --help").trim().split(" "))
                            .out());
        }
        for (String task : List.of("knn", "retrieval", "overlap")) {
            examples += assertUnderstood(Run.tldr4j("evaluate", task, "--help").out());
        }
        examples += assertUnderstood(Run.tldr4j("lucene-bench", "--help").out());
        assertThat(examples).isGreaterThan(20);
    }

    private static int assertUnderstood(String text) {
        Matcher found = COMMAND.matcher(text.replaceAll("\\\\\n *", ""));
        int count = 0;
        while (found.find()) {
            String command = found.group(1)
                    .replaceAll("( {2,}|\\t)(\\(| ?#).*| # .*|\\(.*\\)$", "")
                    .strip();
            if (command.contains("[OPTIONS]") || command.contains("FILE") || command.contains("…")) {
                continue; // a form, not a command
            }
            String[] words = command.replace("$d", "8").split(" +");
            assertThatCode(() -> Main.commandLine(new Console(System.out, System.err, false, () -> false))
                            .parseArgs(words))
                    .as(command)
                    .doesNotThrowAnyException();
            count++;
        }
        return count;
    }
}
