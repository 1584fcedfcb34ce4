package dev.tldr4j.encoder.export;

import dev.tldr4j.encoder.internal.AtomicFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Files that appear together, when all of them are complete. */
final class NewFiles {
    private NewFiles() {}

    /** What is in a file. */
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    static void write(Path file, Content content) throws IOException {
        write(Map.of(file, content));
    }

    static void write(Map<Path, Content> contents) throws IOException {
        List<AtomicFile> written = new ArrayList<>();
        try {
            for (Map.Entry<Path, Content> entry : contents.entrySet()) {
                AtomicFile file = new AtomicFile(entry.getKey());
                written.add(file);
                OutputStream out = new BufferedOutputStream(file.stream());
                entry.getValue().write(out);
                out.flush();
            }
            for (AtomicFile file : written) {
                file.commit();
            }
        } finally {
            for (AtomicFile file : written) {
                file.close();
            }
        }
    }
}
