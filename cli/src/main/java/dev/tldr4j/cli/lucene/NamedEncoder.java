package dev.tldr4j.cli.lucene;

import dev.tldr4j.cli.common.PrefixOption;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.evaluate.engine.IndexPlan.Quantization;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Something to make vectors shorter, or nothing.
 *
 * @param method full, pca, neighborhood or what else the encoder is learned by
 * @param model the file it comes from, or null
 * @param dims of the vectors it gives
 * @param only the one quantization to measure it in, or null for all
 * @param fileName a name for files, as good as unique
 * @param source gives the encoder; null for full vectors
 */
record NamedEncoder(String method, Path model, int dims, Quantization only, String fileName, Source source) {
    static final String NESTED = "neighborhood-nested";

    /** Where an encoder comes from: learning it takes long, so that is done when it is needed. */
    interface Source {
        Encoder encoder() throws IOException;
    }

    static NamedEncoder full(int dims) {
        return new NamedEncoder("full", null, dims, null, "full-" + dims, null);
    }

    static NamedEncoder load(Path model) throws IOException {
        Encoder encoder = Encoder.load(model);
        String method = encoder.metadata().getOrDefault("method", "model");
        String name = "model-" + encoder.id() + "-" + encoder.outputDims();
        return new NamedEncoder(method, model, encoder.outputDims(), null, name, () -> encoder);
    }

    NamedEncoder onlyIn(Quantization quantization) {
        return new NamedEncoder(method, model, dims, quantization, fileName, source);
    }

    boolean isFull() {
        return source == null;
    }

    /** Null for full vectors. */
    Encoder encoder() throws IOException {
        return isFull() ? null : source.encoder();
    }

    /** Whether its first numbers, so many, are a good shorter output. */
    boolean hasPrefix(int size) throws IOException {
        if (isFull() || size >= dims) {
            return false;
        }
        String base = method.split(":", 2)[0];
        return PrefixOption.isOrdered(base)
                || (model == null ? base.equals(NESTED) : encoder().prefixes().contains(size));
    }
}
