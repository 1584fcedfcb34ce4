package dev.tldr4j.cli.common;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A command's options from a YAML file: its keys are the options' names without dashes, a list gives several values. */
public final class YamlArguments {
    private static final String CONFIG = "--config";

    /** More is no list of options. */
    private static final long MOST_BYTES = 1_000_000;
    /** Options, their lists, and room for a clear line about what is wrong. */
    private static final int DEEPEST = 8;

    private YamlArguments() {}

    /**
     * The whole command, with the file's options in place of {@code --config}; what was given beside it stays as it was and
     * is not taken from the file.
     */
    public static List<String> read(Path file, CommandSpec spec) throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.add(spec.name());
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!option.longestName().equals(CONFIG)) {
                arguments.add(option.longestName());
                if (option.arity().max() > 0) {
                    arguments.addAll(option.originalStringValues());
                }
            }
        }
        for (Map.Entry<?, ?> entry : options(file).entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw new InvalidInputException(file + ": the name of an option must be a text");
            }
            add(key, entry.getValue(), file, spec, arguments);
        }
        return arguments;
    }

    private static Map<?, ?> options(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new InvalidInputException(file + ": is a folder or a device; name a file");
        }
        if (Files.size(file) > MOST_BYTES) {
            throw new InvalidInputException(file + ": is too long for a list of options");
        }
        try {
            LoadSettings settings =
                    LoadSettings.builder().setLabel(file.toString()).build();
            String text = Files.readString(file);
            requireFlat(file, new Parse(settings).parseString(text));
            // aliases, which could unfold to more than memory holds, are limited by default
            if (new Load(settings).loadFromString(text) instanceof Map<?, ?> options) {
                return options;
            }
        } catch (InvalidInputException e) {
            throw e;
        } catch (YamlEngineException | IllegalArgumentException | CharacterCodingException e) {
            // the second comes of a tag that ends in a space, though the library promises only the first
            throw new InvalidInputException(file + ": is not YAML: " + firstLine(e.getMessage()), e);
        }
        throw new InvalidInputException(file + ": write one option a line, such as \"dims: [32, 64]\"");
    }

    /** Looked at before it is loaded, since that goes into what is nested, however deep. */
    private static void requireFlat(Path file, Iterable<Event> events) {
        int depth = 0;
        for (Event event : events) {
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEEPEST) {
                throw new InvalidInputException(file + ": is nested too deeply for a list of options");
            }
        }
    }

    private static void add(String key, Object value, Path file, CommandSpec spec, List<String> arguments) {
        OptionSpec option = spec.findOption("--" + key);
        if (option == null || option.longestName().equals(CONFIG)) {
            throw new InvalidInputException(
                    file + ": there is no option " + key + "; see tldr4j " + spec.name() + " --help");
        }
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
            return;
        }
        if (value instanceof Boolean on && option.arity().max() == 0) {
            arguments.add((on ? "--" : "--no-") + key);
            return;
        }
        arguments.add("--" + key);
        for (Object each : value instanceof List<?> list ? list : List.of(value == null ? "" : value)) {
            if (each == null || each instanceof Map || each instanceof List) {
                throw new InvalidInputException(file + ": " + key + " must be a text, a number or a list of them");
            }
            arguments.add(each.toString());
        }
    }

    private static String firstLine(String text) {
        return text == null ? "" : text.strip().lines().findFirst().orElse("");
    }
}
