package dev.tldr4j.cli;

import dev.tldr4j.cli.common.CommonOptions;
import dev.tldr4j.cli.common.Console;
import dev.tldr4j.cli.common.Failures;
import dev.tldr4j.cli.common.Interrupt;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Where the command {@code tldr4j} begins. */
public final class Main {
    /** What terminals have if nobody made them wider. */
    static final int HELP_WIDTH = 80;

    private Main() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        var interrupt = new Interrupt();
        int code = run(args, new Console(out, err, Boolean.getBoolean("tldr4j.terminal"), interrupt::requested));
        System.exit(interrupt.finished(code));
    }

    /** Runs the command inside this process, as a program or a test may. Returns the exit code: 0, 1 or 2. */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        return run(args, new Console(out, err, false, () -> false));
    }

    static int run(String[] args, Console console) {
        var commandLine = commandLine(console);
        var failures = new Failures(console.err());
        int code;
        try {
            code = commandLine.execute(args);
        } catch (Error e) {
            // picocli hands on exceptions only; running out of memory deserves a clear line too
            code = failures.report(e, commandLine);
        }
        // a print stream keeps its errors to itself until it is asked
        return console.out().checkError() ? failures.resultsLost(code) : code;
    }

    public static CommandLine commandLine(Console console) {
        var failures = new Failures(console.err());
        var commandLine = new CommandLine(new Tldr4j(), factory(console))
                .setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                // a value may come from a file of options: it names no further file of arguments
                .setExpandAtFiles(false)
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(HELP_WIDTH)
                .setParameterExceptionHandler((e, args) -> failures.report(e, e.getCommandLine()))
                .setExecutionExceptionHandler((e, command, result) -> failures.report(e, command));
        HelpPage.install(commandLine);
        return CommandGroups.install(commandLine);
    }

    private static IFactory factory(Console console) {
        IFactory usual = CommandLine.defaultFactory();
        return new IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                return type == CommonOptions.class ? type.cast(new CommonOptions(console)) : usual.create(type);
            }
        };
    }
}
