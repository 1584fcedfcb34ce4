package dev.tldr4j.dist;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What the tab key proposes in bash and zsh: commands, options, the values of an option where it has a list of them, files
 * elsewhere. Both shells understand the same {@code case}, so they get the same table in a frame of their own. Picocli's
 * own script takes the values of one option for those of others with the same label, and complains in zsh.
 */
final class Completion {
    private static final String BASH = """
            # Completion for bash of the command tldr4j; made from its options.
            _tldr4j() {
                local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=tldr4j words= i
                # bash takes --metric=l2 for three words
                [ "$word" != = ] || word=
                [ "$previous" != = ] || previous=${COMP_WORDS[COMP_CWORD - 2]}
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case "$command ${COMP_WORDS[i]}" in
            %1$s) command="$command ${COMP_WORDS[i]}" ;;
                    esac
                done
                case "$command $previous" in
            %2$s
                esac
                COMPREPLY=($(compgen -W "$words" -- "$word"))
            }
            # files, where nothing is proposed
            complete -o default -F _tldr4j tldr4j
            """;

    private static final String ZSH = """
            #compdef tldr4j
            # Completion for zsh of the command tldr4j; made from its options.
            local argv=("${(@)words}") previous=${words[CURRENT - 1]} command=tldr4j i
            local words=
            for ((i = 2; i < CURRENT; i++)); do
                case "$command ${argv[i]}" in
            %1$s) command="$command ${argv[i]}" ;;
                esac
            done
            case "$command $previous" in
            %2$s
            esac
            if [[ -n $words ]]; then
                compadd -- ${=words}
            else
                _files
            fi
            """;

    private final List<String> commands = new ArrayList<>();
    private final List<String> cases = new ArrayList<>();

    Completion(CommandLine command) {
        collect(command);
    }

    String bash() {
        return filled(BASH);
    }

    String zsh() {
        return filled(ZSH);
    }

    private String filled(String frame) {
        return frame.formatted(
                commands.stream().skip(1).map(Completion::quoted).collect(Collectors.joining(" | ", "        ", "")),
                String.join("\n", cases));
    }

    private void collect(CommandLine line) {
        CommandSpec command = line.getCommandSpec();
        String name = command.qualifiedName();
        commands.add(name);
        List<OptionSpec> options =
                command.options().stream().filter(option -> !option.hidden()).toList();
        for (OptionSpec option : options) {
            if (option.arity().max() > 0) {
                propose(
                        Stream.of(option.names())
                                .map(each -> quoted(name + " " + each))
                                .collect(Collectors.joining(" | ")),
                        values(option));
            }
        }
        // subcommands first, so that what follows does not hide theirs
        line.getSubcommands().values().forEach(this::collect);
        propose(
                quoted(name + " ") + "*",
                Stream.concat(
                                line.getSubcommands().keySet().stream(),
                                options.stream().map(OptionSpec::longestName))
                        .collect(Collectors.joining(" ")));
    }

    private void propose(String pattern, String words) {
        cases.add("        " + pattern + ") words='" + words + "' ;;");
    }

    /** Those of an enumeration as they are documented, in small letters. */
    private static String values(OptionSpec option) {
        if (option.completionCandidates() == null) {
            return "";
        }
        return StreamSupport.stream(option.completionCandidates().spliterator(), false)
                .map(each -> each.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }
}
