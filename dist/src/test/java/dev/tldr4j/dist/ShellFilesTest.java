package dev.tldr4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tldr4j.cli.Main;
import dev.tldr4j.cli.common.Console;
import dev.tldr4j.dist.Unpacked.Result;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Man pages and completion, as the archive has them. */
class ShellFilesTest {
    private static final String COMPLETE = """
            . share/bash-completion/completions/tldr4j
            COMP_WORDS=(tldr4j "$@") COMP_CWORD=$# COMPREPLY=()
            $(complete -p tldr4j | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            echo "${COMPREPLY[*]}"
            """;

    private static Unpacked unpacked;

    @BeforeAll
    static void unpack(@TempDir Path folder) throws Exception {
        unpacked = Unpacked.in(folder);
    }

    @Test
    void everyCommandHasAPageWithEveryOption() throws Exception {
        for (CommandLine command : all()) {
            String name = command.getCommandSpec().qualifiedName("-");

            String page = Files.readString(unpacked.home().resolve("share/man/man1/" + name + ".1"))
                    .replace("\\", "")
                    .replace("[no-]", "");

            assertThat(page).startsWith(".TH ").contains(".SH NAME\n" + name + " - ");
            command.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> assertThat(page).contains("fB" + option.longestName() + "fR"));
        }
    }

    @Test
    void manShowsThePagesWithoutAWarning() throws Exception {
        assumeTrue(isThere("man"), "no man on this machine");
        for (CommandLine command : all()) {
            Path page = unpacked.home()
                    .resolve("share/man/man1/" + command.getCommandSpec().qualifiedName("-") + ".1");

            Result man = unpacked.run(
                    Map.of("MANWIDTH", "80", "LC_ALL", "C.UTF-8"), "man", "--warnings", "-l", page.toString());

            assertThat(man.code()).isZero();
            assertThat(man.err().lines().filter(line -> !line.contains("cannot adjust line")))
                    .isEmpty();
            assertThat(man.out()).contains("NAME", "SYNOPSIS", "DESCRIPTION");
        }
    }

    @Test
    void manShowsAnOptionAsItIsTyped() throws Exception {
        assumeTrue(isThere("man"), "no man on this machine");

        Result man = unpacked.run(
                Map.of("MANPATH", unpacked.home().resolve("share/man").toString(), "LC_ALL", "C.UTF-8"),
                "man",
                "tldr4j-fit");

        assertThat(man.out()).contains("TLDR4J-FIT(1)", "--input FILE", "  tldr4j fit --input docs.npy --dims 64");
    }

    @ParameterizedTest
    @CsvSource({
        "fi,                        fit",
        "evaluate retr,             retrieval",
        "fit --met,                 --method --metric",
        "fit --metric c,            cosine",
        "fit --metric = l,          l2",
        "evaluate knn --vo,         --vote",
        // files are the shell's own
        "fit --input x,             ''"
    })
    void theTabKeyProposes(String typed, String proposed) throws Exception {
        Result result = complete(typed.split(" "));

        assertThat(result.err()).isEmpty();
        assertThat(result.out().strip()).isEqualTo(proposed);
    }

    @Test
    void everyCommandCompletesItsOwnOptions() throws Exception {
        for (CommandLine command : all()) {
            List<String> words = new ArrayList<>(
                    List.of(command.getCommandSpec().qualifiedName().split(" ")));
            words.remove(0);
            words.add("--");

            String proposed = complete(words.toArray(String[]::new)).out();

            assertThat(proposed.strip().split(" "))
                    .containsExactlyInAnyOrder(command.getCommandSpec().options().stream()
                            .filter(option -> !option.hidden())
                            .map(CommandLine.Model.OptionSpec::longestName)
                            .toArray(String[]::new));
        }
    }

    private static Result complete(String... words) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("bash", "-c", "cd '" + unpacked.home() + "'\n" + COMPLETE, "bash"));
        command.addAll(List.of(words));
        return unpacked.run(Map.of(), command.toArray(String[]::new));
    }

    private static List<CommandLine> all() {
        var found = new ArrayList<CommandLine>();
        collect(Main.commandLine(new Console(System.out, System.err, false, () -> false)), found);
        return found;
    }

    private static void collect(CommandLine command, List<CommandLine> into) {
        into.add(command);
        command.getSubcommands().values().forEach(sub -> collect(sub, into));
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
