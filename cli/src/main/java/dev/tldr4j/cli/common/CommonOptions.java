package dev.tldr4j.cli.common;

import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.learn.device.Blas;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What every command can do: print its result as a table or as JSON, and be quiet meanwhile. */
@Command
public final class CommonOptions {
    /** Of commands with so many options that {@code --help} shows some of them. */
    public static final String HELP_ALL = "--help-all";

    private static final String STACKTRACE = "--stacktrace";

    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress and no notes; errors are still shown.")
    private boolean quiet;

    @Option(names = STACKTRACE, description = "When something fails, show where in the program.")
    private boolean stackTrace;

    @Option(
            names = {"-h", "--help", HELP_ALL},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    private final Console console;

    public CommonOptions(Console console) {
        this.console = console;
    }

    /** A new watcher of one command's work; end it before printing the result. */
    public ProgressPrinter progress() {
        var style = quiet ? ProgressPrinter.Style.SILENT : style();
        return new ProgressPrinter(console.err(), style, console.cancelled(), System::nanoTime, Terminal::columns);
    }

    /** The same of a command that multiplies matrices: told as soon as it has something to do is what makes that slow. */
    public ProgressPrinter computing() {
        ProgressPrinter progress = progress();
        Blas.warning().ifPresent(progress::warnOnceBusy);
        return progress;
    }

    private ProgressPrinter.Style style() {
        return console.terminal() ? ProgressPrinter.Style.BAR : ProgressPrinter.Style.LINES;
    }

    public boolean json() {
        return json;
    }

    public boolean cancelled() {
        return console.cancelled().getAsBoolean();
    }

    /** Prints one of the two: the object when JSON is wanted, else the text. */
    public void print(Map<String, ?> object, String text) {
        if (json) {
            console.out().println(Json.write(object));
        } else {
            console.out().print(Printable.of(text));
            console.out().flush();
        }
    }

    /** The same of a command that multiplies matrices: the object says what with, too. */
    public void print(Map<String, Object> object, int threads, String text) {
        object.put("threads", threads);
        object.put("blas", Blas.describe());
        print(object, text);
    }

    /** Whether all options are to be explained. */
    public static boolean wantsAllHelp(CommandLine command) {
        return isGiven(HELP_ALL, command);
    }

    static boolean wantsStackTrace(CommandLine command) {
        return isGiven(STACKTRACE, command);
    }

    /** Looks at the arguments as they were, because they may not have been understood to the end. */
    private static boolean isGiven(String option, CommandLine command) {
        CommandLine root = command;
        while (root.getParent() != null) {
            root = root.getParent();
        }
        var result = root.getParseResult();
        return result != null && result.originalArgs().contains(option);
    }
}
