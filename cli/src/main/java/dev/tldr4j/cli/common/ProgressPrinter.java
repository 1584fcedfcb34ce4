package dev.tldr4j.cli.common;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.progress.TrainingReport;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Shows on stderr how long work goes on and keeps what the result says about it afterwards: the time of each stage, the
 * losses, the notes. Ends the work with a {@link CancellationException} when the user wants to stop. Safe for many
 * threads.
 */
public final class ProgressPrinter implements ProgressListener, AutoCloseable {
    enum Style {
        /** One line, drawn over and over. */
        BAR,
        /** A line now and then. */
        LINES,
        SILENT
    }

    private static final double SECOND = 1e9;
    private static final double SECONDS_BETWEEN_DRAWINGS = 0.1;
    private static final double SECONDS_BETWEEN_LINES = 5;
    private static final double SECONDS_WORTH_A_LINE = 0.5;
    private static final String ERASE_LINE = "\r\u001b[K";

    /** In a window that was made narrower meanwhile, a line is cut off instead of wrapped. */
    private static final String NO_WRAP = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";

    private final PrintStream err;
    private final Style style;
    private final BooleanSupplier cancelled;
    private final LongSupplier clock;
    private final IntSupplier columns;

    private final Map<String, Double> stageSeconds = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private double firstLoss = Double.NaN;
    private long firstLossStep;
    private double lastLoss = Double.NaN;
    private TrainingReport firstMeasured;
    private TrainingReport lastMeasured;

    /** What was heard last of the stage that goes on; null between stages. */
    private Progress current;

    /** The first that was heard of it, and when: what came before may have been slower or faster. */
    private Progress first;

    private long firstHeard;

    private String lastFinished;

    /** To be said before the first progress; null for nothing. */
    private String warning;

    private long stageBegan;
    private long shownAt;

    /** The terminal's, asked for once a stage; 0 before that. */
    private int width;

    /**
     * @param clock counts nanoseconds
     * @param columns how wide the terminal is, if there is one
     */
    ProgressPrinter(PrintStream err, Style style, BooleanSupplier cancelled, LongSupplier clock, IntSupplier columns) {
        this.err = err;
        this.style = style;
        this.cancelled = cancelled;
        this.clock = clock;
        this.columns = columns;
        this.stageBegan = clock.getAsLong();
    }

    @Override
    public synchronized void progress(Progress progress) {
        if (cancelled.getAsBoolean()) {
            throw new CancellationException();
        }
        if (warning != null) {
            say(warning);
            warning = null;
        }
        long now = clock.getAsLong();
        boolean complete = progress.done() >= progress.total();
        if (current != null && !current.stage().equals(progress.stage())) {
            finishStage(now);
        }
        if (current == null) {
            if (complete && progress.stage().equals(lastFinished)) {
                return; // the end of a stage, told twice
            }
            // What came before the first word about a stage was already a part of it.
            shownAt = stageBegan;
            first = progress;
            firstHeard = now;
        }
        current = progress;
        if (!Double.isNaN(progress.loss())) {
            if (Double.isNaN(firstLoss)) {
                firstLoss = progress.loss();
                firstLossStep = progress.done();
            }
            lastLoss = progress.loss();
        }
        if (complete) {
            finishStage(now);
        } else {
            show(now);
        }
    }

    @Override
    public synchronized void trained(TrainingReport report) {
        if (!Double.isNaN(report.score())) {
            firstMeasured = firstMeasured == null ? report : firstMeasured;
            lastMeasured = report;
        }
    }

    @Override
    public synchronized void note(String message) {
        notes.add(message);
        say(message);
    }

    /** Notes something of the machine, not of the result, but only if there is work: an error of the user's is one line. */
    synchronized void warnOnceBusy(String message) {
        warning = message;
    }

    private void say(String message) {
        if (style != Style.SILENT) {
            err.println((style == Style.BAR ? ERASE_LINE : "") + "note: " + Printable.of(message));
        }
    }

    /** The work is done: ends the stage that goes on, if there is one. */
    public synchronized void end() {
        if (current != null) {
            finishStage(clock.getAsLong());
        }
    }

    /** The same, where the work may have failed. */
    @Override
    public void close() {
        end();
    }

    /** Seconds by stage, in the order of work; a stage that came twice counts both times. */
    public synchronized Map<String, Double> stageSeconds() {
        return new LinkedHashMap<>(stageSeconds);
    }

    public synchronized List<String> notes() {
        return List.copyOf(notes);
    }

    /** The first loss heard, or NaN. */
    public synchronized double firstLoss() {
        return firstLoss;
    }

    /** The step whose loss was heard first. */
    public synchronized long firstLossStep() {
        return firstLossStep;
    }

    /** The last loss heard, or NaN. */
    public synchronized double lastLoss() {
        return lastLoss;
    }

    /** The first report with a score, or null. */
    public synchronized TrainingReport firstMeasured() {
        return firstMeasured;
    }

    /** The last report with a score, or null. */
    public synchronized TrainingReport lastMeasured() {
        return lastMeasured;
    }

    private void finishStage(long now) {
        double seconds = (now - stageBegan) / SECOND;
        stageSeconds.merge(current.stage(), seconds, Double::sum);
        if (style == Style.BAR) {
            err.print(ERASE_LINE);
            err.flush();
        }
        // Of a stage that nobody had to wait for, nobody wants to read.
        if (style != Style.SILENT && seconds >= SECONDS_WORTH_A_LINE) {
            boolean complete = current.done() >= current.total();
            List<String> parts =
                    new ArrayList<>(List.of((complete ? "done in " : "ended after ") + Format.seconds(seconds)));
            parts.addAll(figures(current));
            err.println(Printable.of(current.stage()) + ": " + String.join(", ", parts));
        }
        lastFinished = current.stage();
        current = null;
        width = 0;
        stageBegan = now;
    }

    private void show(long now) {
        double since = (now - shownAt) / SECOND;
        if (style == Style.BAR && since >= SECONDS_BETWEEN_DRAWINGS) {
            if (width == 0) {
                width = columns.getAsInt();
            }
            var line = new ProgressLine(Printable.of(current.stage()), fraction(), details(now));
            err.print(ERASE_LINE + NO_WRAP + line.fitting(width) + WRAP);
            err.flush();
            shownAt = now;
        } else if (style == Style.LINES && since >= SECONDS_BETWEEN_LINES) {
            List<String> parts = new ArrayList<>(List.of((int) (100 * fraction()) + " %"));
            parts.addAll(details(now));
            err.println(Printable.of(current.stage()) + ": " + String.join(", ", parts));
            shownAt = now;
        }
    }

    private double fraction() {
        return current.total() <= 0 ? 0 : Math.min(1, Math.max(0, current.done() / (double) current.total()));
    }

    private List<String> details(long now) {
        List<String> details = new ArrayList<>();
        if (current.done() > first.done()) {
            double secondsEach = (now - firstHeard) / SECOND / (current.done() - first.done());
            details.add(Format.seconds(secondsEach * (current.total() - current.done())) + " left");
        }
        details.addAll(figures(current));
        return details;
    }

    private List<String> figures(Progress progress) {
        List<String> figures = new ArrayList<>();
        if (!Double.isNaN(progress.loss())) {
            figures.add("loss " + Format.loss(progress.loss()));
            if (lastMeasured != null) {
                figures.add(lastMeasured.scoreName() + " " + Format.score(lastMeasured.score()));
            }
        }
        return figures;
    }
}
