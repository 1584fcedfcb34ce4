package dev.tldr4j.baselines;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import java.util.List;

/** Hears the notes alone, and collects them. */
public record Notes(List<String> heard) implements ProgressListener {
    @Override
    public void progress(Progress progress) {}

    @Override
    public void note(String message) {
        heard.add(message);
    }
}
