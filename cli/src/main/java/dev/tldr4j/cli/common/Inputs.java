package dev.tldr4j.cli.common;

import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ReadListener;
import dev.tldr4j.vectors.VectorFile;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;

/** Opens vector files, showing how far a file is that has to be decoded first. */
public final class Inputs {
    private Inputs() {}

    public static Vectors open(Path file, ProgressListener progress) throws IOException {
        return Vectors.open(file, listener(file, progress));
    }

    public static ReadListener listener(Path file, ProgressListener progress) {
        String stage = "reading " + file.getFileName();
        return (done, total) -> progress.progress(Progress.of(stage, done, total));
    }

    /** The bytes of the file or table, whatever in it was chosen. */
    public static long bytes(Path file) throws IOException {
        return VectorFile.of(file).bytes();
    }
}
