package dev.tldr4j.cli;

import dev.tldr4j.baselines.Material;
import dev.tldr4j.baselines.Methods;
import dev.tldr4j.learn.Effort;
import dev.tldr4j.learn.ProgressListener;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.Locale;

/** The encoders that {@code lucene-bench} learns from the documents. */
final class BenchEncoders {
    private static final long SEED = 0;

    private final Material material;
    private final String tldr;

    /** @param effort null for the usual one */
    BenchEncoders(Vectors docs, Effort effort, int threads, ProgressListener listener) {
        this.material = new Material(docs, Metric.COSINE, threads);
        material.listener(listener);
        this.tldr = "tldr" + (effort == null ? "" : ":effort=" + effort.name().toLowerCase(Locale.ROOT));
    }

    NamedEncoder tldr(int dims) throws IOException {
        return new NamedEncoder("tldr", null, Methods.named(tldr).fit(material, dims, SEED));
    }

    NamedEncoder pca(int dims) throws IOException {
        return new NamedEncoder("pca", null, Methods.named("pca").fit(material, dims, SEED));
    }
}
