package dev.tldr4j.evaluate.compare;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.progress.TrainingReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Hears how a fit goes on, keeps its losses and notes, and passes on how far it is. */
final class LossCurve implements ProgressListener {
    /** More points than a chart shows. */
    private static final int MOST = 200;

    private final String title;
    private final ProgressListener listener;
    private final List<Long> steps = new ArrayList<>();
    private final List<Double> losses = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** @param title what the work is, before the stage it is in */
    LossCurve(String title, ProgressListener listener) {
        this.title = title;
        this.listener = listener;
    }

    @Override
    public void progress(Progress progress) {
        synchronized (this) {
            boolean fresh = steps.isEmpty() || progress.done() > steps.get(steps.size() - 1);
            if (Double.isFinite(progress.loss()) && fresh) {
                steps.add(progress.done());
                losses.add(progress.loss());
            }
        }
        listener.progress(new Progress(title + progress.stage(), progress.done(), progress.total(), Double.NaN));
    }

    @Override
    public void trained(TrainingReport report) {
        // the losses come with the progress
    }

    @Override
    public synchronized void note(String message) {
        notes.add(message);
    }

    synchronized List<String> notes() {
        return List.copyOf(notes);
    }

    /** Steps and losses, evenly thinned out, or nothing where there were none. */
    synchronized Map<String, Object> points() {
        if (steps.isEmpty()) {
            return Map.of();
        }
        List<Long> someSteps = new ArrayList<>();
        List<Double> someLosses = new ArrayList<>();
        int count = Math.min(MOST, steps.size());
        for (int i = 0; i < count; i++) {
            int at = count == 1 ? 0 : (int) ((long) i * (steps.size() - 1) / (count - 1));
            someSteps.add(steps.get(at));
            someLosses.add(losses.get(at));
        }
        return Map.of("steps", someSteps, "loss", someLosses);
    }
}
