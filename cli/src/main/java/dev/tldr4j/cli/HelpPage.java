package dev.tldr4j.cli;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Wrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The help of one command: what it does, examples, and its options. Where there are too many for a screen, {@code --help} shows
 * those that matter first, and {@code --help-all} shows all. Picocli's own layout breaks values at dots and colons.
 */
final class HelpPage {
    private static final int DEEPEST_DESCRIPTION = 22;
    private static final String INDENT = "  ";

    /** Commands with more options than a screen has room for, and those to show first. */
    private static final Map<String, List<String>> FIRST = Map.of(
            "tldr4j fit",
            List.of(
                    "--input",
                    "--dims",
                    "--bytes",
                    "--output",
                    "--metric",
                    "--recipe",
                    "--method",
                    "--sample",
                    "--seed",
                    "--device",
                    "--checkpoint",
                    "--resume"),
            "tldr4j compare",
            List.of(
                    "--output",
                    "--input",
                    "--docs",
                    "--queries",
                    "--qrels",
                    "--methods",
                    "--dims",
                    "--storage",
                    "--bytes",
                    "--maps",
                    "--seeds"),
            "tldr4j lucene-bench",
            List.of(
                    "--docs",
                    "--queries",
                    "--qrels",
                    "--input",
                    "--methods",
                    "--dims",
                    "--bytes",
                    "--model",
                    "--quantization",
                    "--output"),
            "tldr4j evaluate retrieval",
            List.of("--docs", "--queries", "--qrels", "--model", "--dims", "--metric", "--storage"),
            "tldr4j evaluate knn",
            List.of(
                    "--train",
                    "--train-labels",
                    "--test",
                    "--test-labels",
                    "--neighbors",
                    "--model",
                    "--dims",
                    "--metric",
                    "--storage"));

    /** What all commands have is shown in any case. */
    private static final Set<String> ALWAYS = Set.of("--threads", "--json", "--quiet", CommonOptions.HELP_ALL);

    private final CommandSpec command;
    private final boolean all;

    private HelpPage(CommandSpec command, boolean all) {
        this.command = command;
        this.all = all;
    }

    /** Gives this page to a command, if it has no commands of its own, and to those below it. */
    static void install(CommandLine commandLine) {
        commandLine.getSubcommands().values().forEach(HelpPage::install);
        if (commandLine.getSubcommands().isEmpty()) {
            commandLine.setHelpSectionKeys(List.of("page"));
            commandLine.getHelpSectionMap().put("page", HelpPage::render);
        }
    }

    private static String render(Help help) {
        CommandSpec command = help.commandSpec();
        boolean all = CommonOptions.wantsAllHelp(command.commandLine());
        return new HelpPage(command, all || !FIRST.containsKey(command.qualifiedName())).text();
    }

    private String text() {
        List<String> footer = List.of(command.usageMessage().footer());
        int example = (int)
                footer.stream().takeWhile(line -> !line.startsWith("Example")).count();
        var text = new StringBuilder();
        text.append(paragraphs(List.of(command.usageMessage().description())));
        footer.subList(example, footer.size()).forEach(line -> text.append(line).append('\n'));
        text.append("\nUsage: ").append(usage()).append("\n\n").append(options());
        if (all) {
            text.append(paragraphs(footer.subList(0, Math.min(example, footer.size())))
                    .stripTrailing());
        } else {
            long more = command.options().stream()
                    .filter(option -> !option.hidden() && !isShown(option))
                    .count();
            text.append("\n").append(more).append(" more options: ").append(command.qualifiedName());
            text.append(" ").append(CommonOptions.HELP_ALL);
        }
        return text.toString().stripTrailing() + "\n";
    }

    private static String paragraphs(List<String> lines) {
        return lines.stream()
                .map(line -> Wrapped.text(line, Main.HELP_WIDTH, 0) + "\n")
                .collect(Collectors.joining());
    }

    private String usage() {
        if (command.usageMessage().customSynopsis().length > 0) {
            return String.join(" ", command.usageMessage().customSynopsis());
        }
        List<String> words = new ArrayList<>(List.of(command.qualifiedName()));
        for (OptionSpec option : command.options()) {
            if (option.required()) {
                words.add(option.longestName() + " " + option.paramLabel());
            }
        }
        words.add("[OPTIONS]");
        command.positionalParameters().forEach(parameter -> words.add(parameter.paramLabel()));
        return Wrapped.text(String.join(" ", words), Main.HELP_WIDTH - "Usage: ".length(), "Usage: ".length());
    }

    private boolean isShown(OptionSpec option) {
        return !option.hidden() && (all || ALWAYS.contains(option.longestName()) || place(option) >= 0);
    }

    /** Among those to show first; less than 0 for the others. */
    private int place(OptionSpec option) {
        return FIRST.get(command.qualifiedName()).indexOf(option.longestName());
    }

    private String options() {
        List<ArgSpec> shown = new ArrayList<>(command.positionalParameters());
        shown.addAll(shownOptions());
        int column = shown.stream().mapToInt(each -> left(each).length()).max().orElse(0) + 2;
        column = Math.min(column, DEEPEST_DESCRIPTION);
        var text = new StringBuilder();
        for (ArgSpec each : shown) {
            String left = left(each);
            String right = Wrapped.text(description(each), Main.HELP_WIDTH - column, column);
            boolean beside = left.length() + 2 <= column;
            text.append(left).append(beside ? " ".repeat(column - left.length()) : "\n" + " ".repeat(column));
            text.append(right).append('\n');
        }
        return text.toString();
    }

    private List<OptionSpec> shownOptions() {
        List<OptionSpec> shown =
                command.options().stream().filter(this::isShown).toList();
        if (all) {
            return shown;
        }
        List<OptionSpec> sorted = new ArrayList<>(shown);
        sorted.sort(Comparator.comparingInt(option -> place(option) < 0 ? Integer.MAX_VALUE : place(option)));
        return sorted;
    }

    /** On a page of the first options their first sentences, and what is taken unless they are given. */
    private String description(ArgSpec argument) {
        String whole = String.join(" ", argument.description());
        if (all) {
            return whole;
        }
        List<String> sentences = List.of(whole.split("(?<=\\.) "));
        return sentences.stream()
                .filter(sentence -> sentence.equals(sentences.get(0)) || sentence.contains("nless given"))
                .collect(Collectors.joining(" "));
    }

    private static String left(ArgSpec argument) {
        if (argument instanceof PositionalParamSpec) {
            return INDENT + argument.paramLabel();
        }
        OptionSpec option = (OptionSpec) argument;
        String names = Arrays.stream(option.names())
                .filter(each -> !each.equals(CommonOptions.HELP_ALL))
                .collect(Collectors.joining(", "));
        String name = option.negatable() ? names.replace("--", "--[no-]") : names;
        return INDENT + (name.startsWith("--") ? "    " : "") + name + value(option);
    }

    private static String value(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        if (option.arity().min() == 0) {
            return " [" + option.paramLabel() + "]";
        }
        return " " + option.paramLabel() + (option.arity().max() > 1 ? "..." : "");
    }
}
