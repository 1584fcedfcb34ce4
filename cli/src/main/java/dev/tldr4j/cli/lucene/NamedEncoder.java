package dev.tldr4j.cli.lucene;

import dev.tldr4j.encoder.Encoder;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Something to make vectors shorter, or nothing.
 *
 * @param method full, pca, tldr or what else the encoder was learned by
 * @param model the file it comes from, or null
 * @param encoder null for full vectors
 */
record NamedEncoder(String method, Path model, Encoder encoder) {
    static final NamedEncoder FULL = new NamedEncoder("full", null, null);

    static NamedEncoder load(Path model) throws IOException {
        Encoder encoder = Encoder.load(model);
        return new NamedEncoder(encoder.metadata().getOrDefault("method", "model"), model, encoder);
    }
}
