package dev.tldr4j.cli.common;

import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Vector files of one task, closed together. */
public final class OpenFiles implements AutoCloseable {
    private final ProgressListener progress;
    private final List<Vectors> files = new ArrayList<>();

    public OpenFiles(ProgressListener progress) {
        this.progress = progress;
    }

    public Vectors open(Path file) throws IOException {
        Vectors vectors = Inputs.open(file, progress);
        files.add(vectors);
        return vectors;
    }

    @Override
    public void close() {
        files.forEach(Vectors::close);
    }
}
