package dev.tldr4j.cli;

import dev.tldr4j.cli.common.Table;
import dev.tldr4j.cli.common.Wrapped;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Lists the commands in the order of work, under a heading each. */
final class CommandGroups {
    private record Group(String heading, List<String> commands) {}

    private static final List<Group> GROUPS = List.of(
            new Group("See what it does", List.of("demo")),
            new Group("Know your vectors", List.of("inspect")),
            new Group("Learn an encoder and use it", List.of("fit", "encode", "export")),
            new Group("Judge the result", List.of("evaluate", "compare", "lucene-bench")),
            new Group("Helpers", List.of("neighbors", "convert")));

    private CommandGroups() {}

    static CommandLine install(CommandLine commandLine) {
        commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::render);
        return commandLine;
    }

    private static String render(Help help) {
        var text = new StringBuilder();
        for (Group group : GROUPS) {
            text.append('\n').append(group.heading()).append(":\n");
            var table = new Table(Table.Align.LEFT, Table.Align.LEFT);
            for (String name : group.commands()) {
                String[] description = help.subcommands()
                        .get(name)
                        .commandSpec()
                        .usageMessage()
                        .description();
                table.row(String.format("  %-12s", name), Wrapped.text(description[0], Main.HELP_WIDTH - 16, 16));
            }
            text.append(table);
        }
        return text.toString();
    }
}
