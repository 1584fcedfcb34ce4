package dev.tldr4j.cli.common;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.learn.training.DivergedException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever went wrong into one line for the user and an exit code. */
public final class Failures {
    static final int FAILED = 1;
    static final int WRONG_INPUT = 2;
    /** 128 and the number of the signal, as shells count. */
    static final int INTERRUPTED = 130;

    /** What Java says of a path in the locale of C. */
    private static final String UNMAPPABLE = "InvalidPathException: Malformed input";

    private final PrintStream err;

    public Failures(PrintStream err) {
        this.err = err;
    }

    /** Prints one line, and the stack trace where it was asked for. */
    public int report(Throwable thrown, CommandLine command) {
        Throwable cause = unwrap(thrown);
        if (cause instanceof CancellationException) {
            err.println("tldr4j: stopped; " + Printable.of(kept(command).orElse("no output was written")));
            return INTERRUPTED;
        }
        err.println("tldr4j: " + oneLine(message(cause, command)));
        if (CommonOptions.wantsStackTrace(command)) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            err.print(Printable.of(trace.toString()));
        }
        return isInput(cause) ? WRONG_INPUT : FAILED;
    }

    /** Results that did not arrive: whoever reads on takes them for all there is. */
    public int resultsLost(int code) {
        if (code != 0) {
            return code;
        }
        err.println(
                "tldr4j: standard output: it is full or closed, so that the result could not be printed; make room, or"
                        + " read it to its end");
        return FAILED;
    }

    private static Optional<String> kept(CommandLine command) {
        return command.getCommand() instanceof KeepsState stopped ? stopped.kept() : Optional.empty();
    }

    private static Throwable unwrap(Throwable thrown) {
        Throwable cause = innermost(thrown);
        return cause instanceof FileSystemException e && e.getFile() != null
                ? FileFailure.of(Path.of(e.getFile()), e)
                : cause;
    }

    private static Throwable innermost(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof OutOfMemoryError) {
                return each; // where a class could not be made ready, it is at the bottom
            }
        }
        Throwable cause = thrown;
        while (cause.getCause() != null
                && (cause instanceof UncheckedIOException
                        || cause instanceof CompletionException
                        || cause instanceof ExecutionException)) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static boolean isInput(Throwable cause) {
        return cause instanceof InvalidInputException
                || cause instanceof ParameterException
                || cause instanceof FileSystemException;
    }

    private static String message(Throwable cause, CommandLine command) {
        if (cause instanceof InvalidInputException || cause instanceof DivergedException) {
            return cause.getMessage();
        }
        if (cause instanceof ParameterException
                && !command.getUnmatchedArguments().isEmpty()) {
            return notUnderstood(command.getUnmatchedArguments(), command);
        }
        if (cause instanceof ParameterException && cause.getMessage().contains(UNMAPPABLE)) {
            return "a path has letters that Java cannot read in this locale; set LC_ALL=C.UTF-8";
        }
        if (cause instanceof ParameterException) {
            return asTyped(cause.getMessage()) + "; try "
                    + command.getCommandSpec().qualifiedName() + " --help";
        }
        if (cause instanceof NoSuchFileException e) {
            return e.getFile() + ": there is no such file; check the path";
        }
        if (cause instanceof AccessDeniedException e) {
            return e.getFile() + ": access denied; check who may read and write it";
        }
        if (cause instanceof FileFailure) {
            return cause.getMessage();
        }
        if (cause instanceof InternalError && String.valueOf(cause.getMessage()).contains("unsafe memory access")) {
            return "a file was cut short or could not be read while it was in use; check the disk, leave files as they are"
                    + " until the command ends, and try again";
        }
        if (cause instanceof FileSystemException e) {
            return e.getFile() + ": " + (e.getReason() == null ? "cannot be used" : e.getReason())
                    + "; check the path and what it points to";
        }
        if (cause instanceof OutOfMemoryError) {
            return "out of memory (" + cause.getMessage() + "); allow more, for example TLDR4J_OPTS=-Xmx"
                    + suggestedGigabytes() + "g, or learn from fewer rows with fit --sample";
        }
        if (cause instanceof UnsatisfiedLinkError) {
            return cause.getMessage(); // of OpenBLAS, with the remedy
        }
        String text = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        return "failed with " + cause.getClass().getSimpleName() + text + "; --stacktrace shows where";
    }

    /** A mistyped option is often a missing one, too: the first is what helps. */
    private static String notUnderstood(List<String> words, CommandLine command) {
        String first = words.get(0);
        String kind = first.startsWith("-") ? "option" : hasCommands(command) ? "command" : "place for";
        List<String> near = new UnmatchedArgumentException(command, words).getSuggestions();
        // an abbreviation is nearer than what has as many letters
        String meant = near.stream()
                .filter(each -> each.startsWith(first))
                .findFirst()
                .orElse(near.isEmpty() ? "" : near.get(0));
        return "there is no " + kind + " " + first
                + (meant.isEmpty() ? "; try " : "; did you mean " + meant + "? Try ")
                + command.getCommandSpec().qualifiedName() + " --help";
    }

    private static boolean hasCommands(CommandLine command) {
        return !command.getSubcommands().isEmpty();
    }

    /** Choices as a user types them: picocli lists the names of the constants, in capitals. */
    private static String asTyped(String message) {
        return Pattern.compile("\\[[A-Z0-9, ]+\\]").matcher(message).replaceAll(choices -> choices.group()
                .toLowerCase(Locale.ROOT));
    }

    /** Twice of what there is now, since that was not enough. */
    private static long suggestedGigabytes() {
        return Math.max(2, 2 * Runtime.getRuntime().maxMemory() / (1L << 30));
    }

    private static String oneLine(String text) {
        return Printable.of(text.strip().replaceAll("\\s*\\R\\s*", " "));
    }
}
