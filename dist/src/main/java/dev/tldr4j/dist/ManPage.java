package dev.tldr4j.dist;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** One command's page for {@code man}, in roff, from the same descriptions as its {@code --help}. */
final class ManPage {
    private final CommandSpec command;
    private final StringBuilder page = new StringBuilder();
    private final String version;

    ManPage(CommandLine command, String version) {
        this.command = command.getCommandSpec();
        this.version = version;
    }

    /** Such as {@code tldr4j-evaluate-knn.1}. */
    String fileName() {
        return name() + ".1";
    }

    private String name() {
        return command.qualifiedName("-");
    }

    String text() {
        List<String> description = lines(command.usageMessage().description());
        request("TH", quoted(name().toUpperCase()), "1", "\"\"", quoted("tldr4j " + version), quoted("tldr4j"));
        section("NAME");
        line(name() + " \\- " + escaped(uncapitalised(description.get(0))));
        section("SYNOPSIS");
        request("B", quoted(escaped(command.qualifiedName())));
        line(escaped(command.subcommands().isEmpty() ? "[OPTIONS]" : "COMMAND [OPTIONS]"));
        section("DESCRIPTION");
        prose(description);
        options();
        subcommands();
        section("NOTES");
        prose(lines(command.usageMessage().footer()));
        section("SEE ALSO");
        line(seeAlso());
        return page.toString();
    }

    private void options() {
        List<OptionSpec> options =
                command.options().stream().filter(option -> !option.hidden()).toList();
        List<PositionalParamSpec> parameters = command.positionalParameters();
        if (options.isEmpty() && parameters.isEmpty()) {
            return;
        }
        section("OPTIONS");
        for (PositionalParamSpec parameter : parameters) {
            argument(List.of(), parameter);
        }
        for (OptionSpec option : options) {
            argument(List.of(option.names()), option);
        }
    }

    private void argument(List<String> names, ArgSpec argument) {
        page.append(".TP\n");
        String label = label(argument);
        String shown =
                names.stream().map(name -> bold(negatable(name, argument))).collect(Collectors.joining(", "));
        line(shown + (label.isEmpty() ? "" : (names.isEmpty() ? "" : " ") + "\\fI" + escaped(label) + "\\fR"));
        for (String paragraph : argument.description()) {
            line(escaped(paragraph));
        }
    }

    private static String negatable(String name, ArgSpec argument) {
        boolean negatable = argument instanceof OptionSpec option && option.negatable();
        return negatable ? name.replaceFirst("^--(no-)?", "--[no-]") : name;
    }

    /** What stands for the argument's value, as the help has it: {@code FILE} or {@code D...}. */
    private String label(ArgSpec argument) {
        IParamLabelRenderer renderer = new Help(command).createDefaultParamLabelRenderer();
        return renderer.renderParameterLabel(argument, Ansi.OFF, List.of())
                .toString()
                .replaceFirst("^=", "")
                .strip();
    }

    private void subcommands() {
        if (command.subcommands().isEmpty()) {
            return;
        }
        section("COMMANDS");
        command.subcommands().forEach((name, sub) -> {
            page.append(".TP\n");
            line(bold(name));
            line(escaped(
                    lines(sub.getCommandSpec().usageMessage().description()).get(0)));
        });
    }

    private String seeAlso() {
        Stream<String> children = command.subcommands().values().stream()
                .map(sub -> sub.getCommandSpec().qualifiedName("-"));
        Stream<String> parent = command.parent() == null
                ? Stream.of()
                : Stream.of(command.parent().qualifiedName("-"));
        return Stream.concat(parent, children).map(name -> bold(name) + "(1)").collect(Collectors.joining(", "));
    }

    /** Paragraphs are filled; lines that begin with blanks, as those of examples, stay as they are. */
    private void prose(List<String> lines) {
        boolean asIs = false;
        for (String line : lines) {
            boolean example = line.startsWith("  ");
            if (example != asIs) {
                page.append(example ? ".PP\n.nf\n" : ".fi\n");
                asIs = example;
            }
            if (line.isBlank()) {
                page.append(".PP\n");
            } else {
                line(escaped(line));
            }
        }
        if (asIs) {
            page.append(".fi\n");
        }
    }

    private static List<String> lines(String... text) {
        return List.of(text);
    }

    private void section(String title) {
        request("SH", title);
    }

    private void request(String name, String... arguments) {
        page.append('.')
                .append(name)
                .append(' ')
                .append(String.join(" ", arguments))
                .append('\n');
    }

    private void line(String text) {
        // a dot or a quote that begins a line would be a request
        page.append(text.startsWith(".") || text.startsWith("'") ? "\\&" : "")
                .append(text)
                .append('\n');
    }

    private static String bold(String text) {
        return "\\fB" + escaped(text) + "\\fR";
    }

    /** Hyphens of options must stay hyphens, so that they can be searched and copied; picocli writes a percent sign twice. */
    private static String escaped(String text) {
        return text.replace("%%", "%").replace("\\", "\\e").replace("-", "\\-");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\\(dq") + '"';
    }

    private static String uncapitalised(String text) {
        String sentence = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
    }
}
