package dev.tldr4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.cli.common.Console;
import dev.tldr4j.learn.device.Blas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
    private static Stream<List<String>> commands() {
        var names = new ArrayList<List<String>>();
        collect(Main.commandLine(new Console(System.out, System.err, false, () -> false)), List.of(), names);
        return names.stream();
    }

    private static void collect(CommandLine command, List<String> name, List<List<String>> into) {
        into.add(name);
        command.getSubcommands().forEach((sub, line) -> {
            var longer = new ArrayList<>(name);
            longer.add(sub);
            collect(line, longer, into);
        });
    }

    private static CommandLine commandLine(List<String> command) {
        CommandLine line = Main.commandLine(new Console(System.out, System.err, false, () -> false));
        for (String name : command) {
            line = line.getSubcommands().get(name);
        }
        return line;
    }

    private static Run run(List<String> command, String... more) {
        var args = new ArrayList<Object>(command);
        args.addAll(List.of(more));
        return Run.tldr4j(args.toArray());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyHelpHasAnExampleOfItsCommandAndFitsTheScreen(List<String> command) {
        Run help = run(command, "--help");

        assertThat(help.code()).isZero();
        assertThat(help.err()).isEmpty();
        String name = String.join(
                " ", Stream.concat(Stream.of("tldr4j"), command.stream()).toList());
        assertThat(help.out()).containsPattern("Examples?[,:]").contains("\n  " + name + " ");
        assertThat(help.out().lines()).hasSizeLessThanOrEqualTo(50).allSatisfy(line -> assertThat(line)
                .hasSizeLessThanOrEqualTo(Main.HELP_WIDTH));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void allHelpHasEveryOptionInLinesThatFit(List<String> command) {
        CommandLine line = commandLine(command);
        if (!line.getSubcommands().isEmpty()) {
            return; // their help has all
        }
        String help = run(command, "--help-all").out();

        assertThat(help.lines()).allSatisfy(each -> assertThat(each).hasSizeLessThanOrEqualTo(Main.HELP_WIDTH));
        for (OptionSpec option : line.getCommandSpec().options()) {
            if (!option.hidden() && !option.longestName().equals("--help-all")) {
                assertThat(help)
                        .containsPattern(" --(\\[no-\\])?"
                                + option.longestName().replace("--no-", "--").substring(2) + "[ \n]");
            }
        }
    }

    @Test
    void theHelpOfAFitBeginsWithExamplesAndWhatMattersAndSaysWhereTheRestIs() {
        String help = Run.tldr4j("fit", "--help").out();

        assertThat(help)
                .containsSubsequence(
                        "Examples:", "Usage: ", " --input ", " --dims ", " --output ", " --metric ", " --resume ")
                .doesNotContain("--weight-decay")
                .containsPattern("\n[0-9]+ more options: tldr4j fit --help-all\n$");
        assertThat(Run.tldr4j("fit", "--help-all").out()).contains("--weight-decay");
    }

    @Test
    void aValueIsNotBrokenAtADotOrAColon() {
        assertThat(Run.tldr4j("fit", "--help-all").out()).contains("pca:whitening=0.5");
        assertThat(Run.tldr4j("compare", "--help-all").out()).contains("tldr:loss=mse,steps=500");
    }

    @Test
    void whatIsMistypedIsAnsweredByTheNearest() {
        assertThat(Run.tldr4j("fit", "--dim", 8).err())
                .isEqualTo("tldr4j: there is no option --dim; did you mean --dims? Try tldr4j fit --help\n");
        assertThat(Run.tldr4j("compare", "--input", "x.npy", "--method", "pca").err())
                .contains("did you mean --methods?");
        assertThat(Run.tldr4j("fit", "--input", "x.npy", "--ouput", "m.safetensors")
                        .err())
                .as("before what is missing because of it")
                .contains("did you mean --output?");
        assertThat(Run.tldr4j("compre").err()).contains("there is no command compre; did you mean compare?");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandUnderstandsQuietAndJson(List<String> command) {
        if (!command.isEmpty() && !command.equals(List.of("evaluate"))) {
            assertThat(run(command, "--help").out()).contains("--json ", "--quiet ");
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void anUnknownOptionIsOneLineThatPointsToTheHelp(List<String> command) {
        Run run = run(command, "--no-such-option");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("tldr4j: ").endsWith(" --help\n");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionIsInTheReference(List<String> command) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "command-line.md"));
        CommandLine line = commandLine(command);
        int section = page.indexOf("\n## " + String.join(" ", command) + "\n");
        if (section < 0) {
            return; // no command of its own, but a group of them
        }
        int end = page.indexOf("\n## ", section + 1);
        // what all commands have stands above the first of them
        String told =
                page.substring(0, page.indexOf("\n## demo\n")) + page.substring(section, end < 0 ? page.length() : end);
        for (OptionSpec option : line.getCommandSpec().options()) {
            if (option.hidden()) {
                continue; // without effect
            }
            String name = option.longestName().replace("--no-", "--").substring(2);
            assertThat(told).containsPattern("`--(\\[no-\\])?" + name + "[` ]");
        }
    }

    @Test
    void theCommandAloneShowsAllCommandsInTheOrderOfWork() {
        Run run = Run.tldr4j();

        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("Usage: tldr4j COMMAND");
        assertThat(run.out())
                .containsSubsequence(
                        "\n  demo ",
                        "\n  inspect ",
                        "\n  fit ",
                        "\n  encode ",
                        "\n  export ",
                        "\n  evaluate ",
                        "\n  neighbors ",
                        "\n  convert ");
    }

    @Test
    void everyCommandIsInTheListOfCommands() {
        String list = Run.tldr4j().out();

        commands().filter(name -> name.size() == 1).forEach(name -> assertThat(list)
                .contains("\n  " + name.get(0) + " "));
    }

    @Test
    void theVersionIsALineAndWhatItComputesWithAnother() {
        Run run = Run.succeeds("--version");

        assertThat(run.out())
                .startsWith("tldr4j ")
                .containsPattern("\nOpenBLAS [0-9.]+, \\w+ kernels, [0-9]+ threads?\n")
                // a third where a variable slows it
                .hasLineCount(Blas.warning().isPresent() ? 3 : 2);
    }

    @Test
    void aMissingOptionIsNamed() {
        Run run = Run.tldr4j("fit", "--input", "x.npy", "--dims", 8);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("tldr4j: Missing required option: '--output=FILE'; try tldr4j fit --help\n");
    }

    @Test
    void aWrongChoiceNamesTheRightOnes() {
        Run run = Run.tldr4j("neighbors", "--input", "x.npy", "--output", "g.npy", "--metric", "near");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).containsIgnoringCase("[l2, cosine, dot]").endsWith("try tldr4j neighbors --help\n");
    }
}
