package dev.tldr4j.cli.lucene;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;

/** The encoders that {@code lucene-bench} learns from the documents. */
final class BenchEncoders {
    private static final long SEED = 0;

    private final TrainingContext material;

    BenchEncoders(Vectors docs, int threads, ProgressListener listener) {
        this.material = new TrainingContext(docs, Metric.COSINE, threads);
        material.listener(listener);
    }

    /** Learns one by the method of this name. */
    NamedEncoder by(String method, int dims) throws IOException {
        return new NamedEncoder(method, null, Methods.named(method).fit(material, dims, SEED));
    }
}
