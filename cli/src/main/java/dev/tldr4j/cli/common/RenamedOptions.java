package dev.tldr4j.cli.common;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Options by an earlier name. A script that has them still runs, for one version, and is told the new name. */
public final class RenamedOptions {
    private static final Map<String, String> NOW = Map.of(
            "--l2", "--normalize",
            "--no-l2", "--no-normalize",
            "--norm-pace", "--norm-learning-rate");

    private RenamedOptions() {}

    /** A command by the names of now. */
    public static String[] replaceIn(String[] arguments, PrintStream err) {
        boolean quiet =
                List.of(arguments).contains("--quiet") || List.of(arguments).contains("-q");
        return Arrays.stream(arguments)
                .map(argument -> {
                    int equals = argument.indexOf('=');
                    String name = equals < 0 ? argument : argument.substring(0, equals);
                    String now = now(name);
                    if (!now.equals(name) && !quiet) {
                        err.println("note: " + name + " is called " + now + " now");
                    }
                    return now + argument.substring(name.length());
                })
                .toArray(String[]::new);
    }

    /** What an option is called; as it was given where it has no other name. */
    static String now(String name) {
        return NOW.getOrDefault(name, name);
    }
}
