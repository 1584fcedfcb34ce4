package dev.tldr4j.examples;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;

/** The example of the README, as it stands there; {@code PagesTest} compares the two. */
final class ReadmeExample {
    private ReadmeExample() {}

    static float[] run(Path docs, Path model, float[] query) throws IOException {
        try (Vectors vectors = Vectors.open(docs)) { // mapped, not loaded
            Encoder encoder = Tldr.builder()
                    .dims(8)
                    .listener(progress -> System.err.println(progress))
                    .cancelWhen(() -> Thread.currentThread().isInterrupted())
                    .fit(vectors);
            encoder.save(model);
        }
        Encoder encoder = Encoder.load(model); // needs tldr4j-encoder alone: no dependency, no native code
        float[] shorter = encoder.encode(query); // thread-safe
        return shorter;
    }
}
