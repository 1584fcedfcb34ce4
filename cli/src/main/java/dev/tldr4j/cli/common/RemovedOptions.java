package dev.tldr4j.cli.common;

import dev.tldr4j.learn.progress.ProgressListener;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of the recipe before this one. A script that has them still runs, for one version, and is told. */
@Command
public final class RemovedOptions {
    @Option(names = "--effort", hidden = true)
    private String effort;

    @Option(names = "--reconstruction", hidden = true)
    private String reconstruction;

    @Option(names = "--encoder-pace", hidden = true)
    private String encoderPace;

    public void note(ProgressListener listener) {
        note("--effort", effort, listener);
        note("--reconstruction", reconstruction, listener);
        note("--encoder-pace", encoderPace, listener);
    }

    /** Says of one option, if it is given, that it is without effect. */
    public static void note(String name, String value, ProgressListener listener) {
        if (value != null) {
            listener.note(name + " has no effect any more; leave it out");
        }
    }
}
