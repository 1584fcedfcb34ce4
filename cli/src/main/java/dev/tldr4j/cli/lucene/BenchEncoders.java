package dev.tldr4j.cli.lucene;

import dev.tldr4j.baselines.Methods;
import dev.tldr4j.baselines.method.TrainingContext;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.internal.FileState;
import dev.tldr4j.evaluate.engine.IndexPlan.Quantization;
import dev.tldr4j.learn.bits.ByteBudget;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The encoders that {@code lucene-bench} learns from the documents, or has learned into its folder before. */
final class BenchEncoders {
    private static final long SEED = 0;

    private final TrainingContext material;
    private final BenchFolder folder;

    /** @param sizes for which an encoder of nested outputs is learned */
    BenchEncoders(Vectors docs, int threads, List<Integer> sizes, BenchFolder folder, ProgressListener listener) {
        this.material = new TrainingContext(docs, Metric.COSINE, threads);
        this.folder = folder;
        material.sizes(sizes);
        material.listener(listener);
    }

    /** One that is measured in one quantization alone. */
    NamedEncoder by(String method, ByteBudget.Way way) {
        return by(method, way.dims()).onlyIn(Quantization.of(way.bits()));
    }

    /** One by the method of this name, learned when it is needed. */
    NamedEncoder by(String method, int dims) {
        String name = method.replaceAll("[^A-Za-z0-9.=-]+", "_") + "-" + dims;
        if (method.startsWith(NamedEncoder.NESTED)) {
            // another encoder with other sizes
            name += "-of-"
                    + material.sizesWith(dims).stream().map(String::valueOf).collect(Collectors.joining("-"));
        }
        Path file = folder.encoder(name);
        return new NamedEncoder(method, null, dims, null, name, () -> keptOrLearned(method, dims, file));
    }

    private Encoder keptOrLearned(String method, int dims, Path file) throws IOException {
        if (!FileState.exists(file)) {
            Methods.named(method).fit(material, dims, SEED).save(file);
        }
        return Encoder.load(file);
    }
}
