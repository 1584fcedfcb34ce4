package dev.tldr4j.cli.fit;

import dev.tldr4j.encoder.internal.FileFailure;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.progress.TrainingReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes how training goes, one JSON object a line, as it goes: every measurement, and of the steps as many as a thousand
 * lines have room for. Tells another listener everything it hears.
 */
final class FitLog implements ProgressListener, AutoCloseable {
    private static final int MOST_STEPS = 1000;

    private final ProgressListener next;
    private final Path file;
    private final boolean append;
    /** Opened for the first line: a fit that is refused leaves an older log as it was. */
    private Writer writer;

    /** @param append whether to continue the lines of an interrupted fit */
    FitLog(Path file, boolean append, ProgressListener next) {
        this.next = next;
        this.file = file;
        this.append = append;
    }

    private Writer writer() throws IOException {
        if (writer == null) {
            writer = append
                    ? Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    : Files.newBufferedWriter(file);
        }
        return writer;
    }

    @Override
    public void trained(TrainingReport report) {
        int every = (report.steps() + MOST_STEPS - 1) / MOST_STEPS;
        if (!Double.isNaN(report.score()) || report.step() % every == 0 || report.step() == report.steps()) {
            write(report);
        }
        next.trained(report);
    }

    private void write(TrainingReport report) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("step", report.step());
        line.put("steps", report.steps());
        line.put("seconds", report.seconds());
        if (report.step() > 0) {
            line.put("loss", report.loss());
            line.put("learningRate", report.learningRate());
            line.put("pairsPerSecond", report.pairsPerSecond());
        }
        if (!Double.isNaN(report.score())) {
            line.put("measure", report.scoreName());
            line.put("score", report.score());
        }
        try {
            writer().write(Json.write(line) + "\n");
            writer().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(FileFailure.of(file, e));
        }
    }

    @Override
    public void progress(Progress progress) {
        next.progress(progress);
    }

    @Override
    public void note(String message) {
        next.note(message);
    }

    @Override
    public void close() throws IOException {
        if (writer != null) {
            writer.close();
        }
    }
}
